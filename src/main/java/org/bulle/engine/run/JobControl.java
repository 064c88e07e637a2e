package org.bulle.engine.run;

import java.util.Optional;

/** The command as a job: its process group, the terminal's foreground, stopping and going on, as a shell's own child would behave. */
final class JobControl {
    private final HostCalls calls;
    private final int pid;
    private final boolean ownGroup;
    private final Optional<? extends HostTerminal> terminal;
    private final int ourGroup;

    /**
     * @param ownGroup the command leads a process group (or session) of its own; else it shares ours
     * @param terminal where the command's group is in the foreground, or was; absent when it never has been
     */
    JobControl(HostCalls calls, int pid, boolean ownGroup, Optional<? extends HostTerminal> terminal) {
        this.calls = calls;
        this.ourGroup = calls.group(0);
        this.pid = pid;
        this.ownGroup = ownGroup;
        this.terminal = terminal;
    }

    /** A signal that we got is for the command. In a group with us it has got the terminal's own signals itself. */
    void handOn(SignalRelay.Received received) {
        if (ownGroup) {
            send(received.signal());
            if (received.signal() != calls.number(JobSignal.TSTP)) {
                send(JobSignal.CONT);
            }
        } else if (!received.fromTerminal()) {
            calls.kill(pid, received.signal());
        }
    }

    void terminate() {
        send(JobSignal.TERM);
        send(JobSignal.CONT);
    }

    void kill() {
        send(JobSignal.KILL);
        calls.kill(pid, calls.number(JobSignal.KILL));
    }

    private void send(JobSignal signal) {
        send(calls.number(signal));
    }

    private void send(int signal) {
        int sent = ownGroup ? calls.kill(-pid, signal) : -HostCalls.ESRCH;
        if (sent == -HostCalls.ESRCH) {
            calls.kill(pid, signal);
        }
    }

    /**
     * The command has stopped. So that our shell sees its job stop, we stop too, and go on together. Where no shell waits for us, nobody could make the
     * command go on: then we do, unless somebody stopped it on purpose.
     */
    void stopped(int signal) {
        if (!hasShell(signal)) {
            if (signal != calls.number(JobSignal.STOP)) {
                send(JobSignal.CONT);
            }
            return;
        }
        boolean hadForeground =
                ownGroup && terminal.isPresent() && terminal.get().foreground() == pid;
        if (hadForeground) {
            terminal.get().putModesBack();
            terminal.get().setForeground(ourGroup);
        }
        calls.stopOurselves();
        if (terminal.isPresent() && ownGroup && terminal.get().foreground() == ourGroup) {
            terminal.get().setModesOfCommand();
            terminal.get().setForeground(pid);
        }
        send(JobSignal.CONT);
    }

    /**
     * A parent of the same session, in another group: what job control needs. In the group of our parent, which a terminal stops as a whole, a shell further up
     * may wait for all of us; but who stops the command alone there stops nobody else, and a timeout has to go on.
     */
    private boolean hasShell(int signal) {
        int parent = calls.parent();
        return parent > 1
                && calls.session(parent) == calls.session(0)
                && (calls.group(parent) != ourGroup || !ownGroup && signal != calls.number(JobSignal.STOP));
    }

    /** The command has ended: the terminal is ours again, with the modes from before when it did not end by itself. */
    void ended(boolean bySignal) {
        if (terminal.isPresent() && ownGroup) {
            int foreground = terminal.get().foreground();
            if (foreground == pid || foreground > 0 && calls.kill(-foreground, 0) == -HostCalls.ESRCH) {
                terminal.get().setForeground(ourGroup);
                if (bySignal) {
                    terminal.get().putModesBack();
                }
            }
        }
    }
}
