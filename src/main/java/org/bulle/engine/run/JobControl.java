package org.bulle.engine.run;

import static org.bulle.engine.jna.linux.Process.*;

import java.util.Optional;
import org.bulle.engine.jna.linux.Errno;
import org.bulle.engine.jna.linux.Kernel;
import org.bulle.engine.jna.linux.Syscall;

/** The command as a job: its process group, the terminal's foreground, stopping and going on, as a shell's own child would behave. */
final class JobControl {
    private final Kernel kernel = Kernel.quick();
    private final int pid;
    private final boolean ownGroup;
    private final Optional<ControllingTerminal> terminal;
    private final int self = (int) kernel.call(Syscall.GETPID);
    private final int ourGroup = (int) kernel.call(Syscall.GETPGID, 0);

    /**
     * @param ownGroup the command leads a process group (or session) of its own; else it shares ours
     * @param terminal where the command's group is in the foreground, or was; absent when it never has been
     */
    JobControl(int pid, boolean ownGroup, Optional<ControllingTerminal> terminal) {
        this.pid = pid;
        this.ownGroup = ownGroup;
        this.terminal = terminal;
    }

    /** A signal that we got is for the command. In a group with us it has got the terminal's own signals itself. */
    void handOn(SignalRelay.Received received) {
        if (ownGroup) {
            send(received.signal());
            if (received.signal() != SIGTSTP) {
                send(SIGCONT);
            }
        } else if (!received.fromTerminal()) {
            kernel.call(Syscall.KILL, pid, received.signal());
        }
    }

    void terminate() {
        send(SIGTERM);
        send(SIGCONT);
    }

    void kill() {
        send(SIGKILL);
        kernel.call(Syscall.KILL, pid, SIGKILL);
    }

    private void send(int signal) {
        long sent = ownGroup ? kernel.call(Syscall.KILL, -pid, signal) : -Errno.ESRCH;
        if (sent == -Errno.ESRCH) {
            kernel.call(Syscall.KILL, pid, signal);
        }
    }

    /**
     * The command has stopped. So that our shell sees its job stop, we stop too, and go on together. Where no shell waits for us, nobody could make the
     * command go on: then we do, unless somebody stopped it on purpose.
     */
    void stopped(int signal) {
        if (!hasShell()) {
            if (signal != SIGSTOP) {
                send(SIGCONT);
            }
            return;
        }
        boolean hadForeground =
                ownGroup && terminal.isPresent() && terminal.get().foreground() == pid;
        if (hadForeground) {
            terminal.get().putModesBack();
            terminal.get().setForeground(ourGroup);
        }
        stopOurselves();
        if (terminal.isPresent() && ownGroup && terminal.get().foreground() == ourGroup) {
            terminal.get().setModesOfCommand();
            terminal.get().setForeground(pid);
        }
        send(SIGCONT);
    }

    /** Returns when somebody has sent SIGCONT. To one thread, which stops all: kill(0) returns before it takes effect. */
    private void stopOurselves() {
        kernel.call(Syscall.TGKILL, self, kernel.call(Syscall.GETTID), SIGSTOP);
    }

    /** A parent of the same session, in another group: what job control needs. */
    private boolean hasShell() {
        int parent = (int) kernel.call(Syscall.GETPPID);
        long session = kernel.call(Syscall.GETSID, 0);
        return parent > 1
                && kernel.call(Syscall.GETSID, parent) == session
                && (!ownGroup || kernel.call(Syscall.GETPGID, parent) != ourGroup);
    }

    /** The command has ended: the terminal is ours again, with the modes from before when it did not end by itself. */
    void ended(boolean bySignal) {
        if (terminal.isPresent() && ownGroup) {
            int foreground = terminal.get().foreground();
            if (foreground == pid || foreground > 0 && kernel.call(Syscall.KILL, -foreground, 0) == -Errno.ESRCH) {
                terminal.get().setForeground(ourGroup);
                if (bySignal) {
                    terminal.get().putModesBack();
                }
            }
        }
    }
}
