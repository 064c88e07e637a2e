package org.bulle.engine.run;

import static org.bulle.engine.jna.macos.Kqueue.*;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bulle.engine.jna.linux.NativeArena;
import org.bulle.engine.jna.macos.LibSystem;
import org.bulle.engine.jna.macos.Signals;
import org.bulle.engine.run.SignalRelay.Received;
import org.bulle.engine.sandbox.SandboxException;

/**
 * A kqueue of macOS: it records signals although they are ignored, and the executions and the end of a child. No handler runs in this process. What was
 * ignored before is not listened to; closing puts back what was there.
 */
final class MacWatch implements ChildWatch {
    private static final int AT_ONCE = 16;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    /** A kqueue does not say who sent a signal. These are what a terminal sends to its whole foreground group. */
    private static final Set<Integer> FROM_TERMINALS = Set.of(Signals.SIGINT, Signals.SIGQUIT, Signals.SIGTSTP);

    private final NativeArena arena = new NativeArena();
    private final Memory change = arena.allocate(KEVENT_SIZE);
    private final Memory events = arena.allocate((long) KEVENT_SIZE * AT_ONCE);
    private final Memory timeout = arena.allocate(TIMESPEC_SIZE);
    private final Map<Integer, Memory> previous = new LinkedHashMap<>();
    private final List<Received> received = new ArrayList<>();
    private final int queue;
    private boolean executed;

    private MacWatch(int queue) {
        this.queue = queue;
    }

    /**
     * @throws SandboxException NOT_INSTALLED when the system refuses a queue
     */
    static MacWatch of(List<Integer> signals, IgnoredSignals ignored) throws SandboxException {
        int queue = LibSystem.kqueue();
        if (queue < 0) {
            throw new SandboxException(
                    SandboxException.Kind.NOT_INSTALLED, "cannot watch for signals: error " + -queue);
        }
        MacWatch watch = new MacWatch(queue);
        for (int signal : signals) {
            if (!ignored.contains(signal)) {
                watch.listen(signal);
            }
        }
        return watch;
    }

    private void listen(int signal) {
        add(signal, EVFILT_SIGNAL, 0);
        if (signal == Signals.SIGCHLD) {
            // Ignored, it would not be recorded, and children would leave no status.
            return;
        }
        Memory action = arena.allocate(Signals.SIGACTION_SIZE);
        action.setLong(0, Signals.SIG_IGN);
        Memory before = arena.allocate(Signals.SIGACTION_SIZE);
        if (LibSystem.sigaction(signal, action, before) == 0) {
            previous.put(signal, before);
        }
    }

    private void add(long ident, short filter, int notes) {
        change.clear();
        change.setLong(IDENT, ident);
        change.setShort(FILTER, filter);
        change.setShort(FLAGS, (short) (EV_ADD | EV_CLEAR));
        change.setInt(FFLAGS, notes);
        LibSystem.kevent(queue, change, 1, Pointer.NULL, 0, Pointer.NULL);
    }

    @Override
    public void follow(int pid) {
        add(pid, EVFILT_PROC, NOTE_EXIT | NOTE_EXEC);
    }

    @Override
    public void await(long nanos) {
        timeout.setLong(0, nanos / NANOS_PER_SECOND);
        timeout.setLong(8, nanos % NANOS_PER_SECOND);
        int count = LibSystem.kevent(queue, Pointer.NULL, 0, events, AT_ONCE, timeout);
        for (int i = 0; i < count; i++) {
            long at = (long) i * KEVENT_SIZE;
            if (events.getShort(at + FILTER) == EVFILT_PROC) {
                executed |= (events.getInt(at + FFLAGS) & NOTE_EXEC) != 0;
            } else {
                int signal = (int) events.getLong(at + IDENT);
                received.add(new Received(signal, FROM_TERMINALS.contains(signal) ? 1 : 0));
            }
        }
    }

    @Override
    public List<Received> drain() {
        List<Received> all = List.copyOf(received);
        received.clear();
        return all;
    }

    /** Whether the child has executed another program since it is followed. */
    boolean executed() {
        await(0);
        return executed;
    }

    @Override
    public void close() {
        previous.forEach((signal, before) -> LibSystem.sigaction(signal, before, Pointer.NULL));
        LibSystem.close(queue);
        arena.close();
    }
}
