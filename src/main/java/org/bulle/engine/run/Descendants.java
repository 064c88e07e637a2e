package org.bulle.engine.run;

import static org.bulle.engine.jna.linux.Process.*;

import com.sun.jna.Memory;
import java.util.List;
import org.bulle.engine.jna.linux.Errno;
import org.bulle.engine.jna.linux.Kernel;
import org.bulle.engine.jna.linux.NativeArena;
import org.bulle.engine.jna.linux.Syscall;
import org.bulle.engine.run.ProcessTable.Entry;

/**
 * What a run's command has started. As child subreaper this process is the ancestor of all of it, daemons included; what is under more seccomp filters
 * than we are belongs to the sandbox, and our own helpers do not.
 */
final class Descendants {
    private final Kernel kernel = Kernel.quick();
    private final int self;
    private final int ownFilters;

    Descendants() {
        this.self = (int) kernel.call(Syscall.GETPID);
        this.ownFilters = ProcessTable.filters("self");
    }

    /** From now on orphans below us come to us. */
    void adoptOrphans() {
        kernel.call(Syscall.PRCTL, PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0, 0);
    }

    /** Those that are alive, without {@code except}. */
    List<Entry> alive(int except) {
        if (isChildless()) {
            return List.of();
        }
        ProcessTable table = ProcessTable.read();
        return table.entries().values().stream()
                .filter(entry -> entry.alive() && entry.pid() != except)
                .filter(entry -> table.descends(entry.pid(), self) && sandboxed(entry.pid()))
                .toList();
    }

    /** Then there are no descendants either: orphans come to us. */
    private boolean isChildless() {
        try (NativeArena arena = new NativeArena()) {
            Memory info = arena.allocate(SIGINFO_SIZE);
            long asked = kernel.call(
                    Syscall.WAITID, P_ALL, 0, Kernel.address(info), WEXITED | WNOHANG | WNOWAIT | WALL, 0, 0);
            return asked == -Errno.ECHILD;
        }
    }

    private boolean sandboxed(int pid) {
        return ProcessTable.filters(Integer.toString(pid)) > ownFilters;
    }

    /** Signals a process that was in the table: not another one that has got its id since. */
    void signal(Entry entry, int signal) {
        long descriptor = kernel.call(Syscall.PIDFD_OPEN, entry.pid(), 0);
        if (descriptor < 0) {
            return;
        }
        boolean same = sandboxed(entry.pid())
                && ProcessTable.entry(entry.pid()).filter(Entry::alive).isPresent();
        if (same) {
            kernel.call(Syscall.PIDFD_SEND_SIGNAL, descriptor, signal, 0, 0);
        }
        kernel.call(Syscall.CLOSE, descriptor);
    }

    /** Takes away the zombies that came to us, by their ids: other parts of this process wait for their own children. */
    void reap(int except) {
        try (NativeArena arena = new NativeArena()) {
            Memory info = arena.allocate(SIGINFO_SIZE);
            while (true) {
                info.clear();
                long asked =
                        kernel.call(Syscall.WAITID, P_ALL, 0, Kernel.address(info), WEXITED | WNOHANG | WNOWAIT, 0, 0);
                int pid = asked < 0 ? 0 : info.getInt(SIGINFO_PID);
                if (pid == 0) {
                    return;
                }
                if (pid == except) {
                    // The command has ended: its end is about to be noticed, and whatever else there is, with it.
                    return;
                }
                if (!sandboxed(pid)) {
                    break;
                }
                waitFor(pid);
            }
        }
        for (Entry entry : ProcessTable.read().entries().values()) {
            if (entry.state() == 'Z' && entry.parent() == self && entry.pid() != except && sandboxed(entry.pid())) {
                waitFor(entry.pid());
            }
        }
    }

    private void waitFor(int pid) {
        kernel.call(Syscall.WAIT4, pid, 0, WNOHANG, 0);
    }
}
