package org.bulle.engine.run;

import com.sun.jna.Memory;
import java.util.List;
import java.util.Optional;
import org.bulle.engine.jna.linux.Kernel;
import org.bulle.engine.jna.linux.NativeArena;
import org.bulle.engine.jna.linux.Poll;
import org.bulle.engine.jna.linux.Syscall;
import org.bulle.engine.run.SignalRelay.Received;

/** A pidfd and the pipe of signals, polled together. The relay is its owner's to close. */
final class LinuxWatch implements ChildWatch {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final int NONE = -1;

    private final Kernel kernel = Kernel.quick();
    private final NativeArena arena = new NativeArena();
    private final Memory poll = arena.allocate(2L * Poll.POLLFD_SIZE);
    private final Memory wait = arena.allocate(2L * Long.BYTES);
    private final Optional<SignalRelay> relay;
    private int descriptor = NONE;

    /**
     * @param relay absent for a run in the background
     */
    LinuxWatch(Optional<SignalRelay> relay) {
        this.relay = relay;
    }

    @Override
    public void follow(int pid) {
        descriptor = (int) kernel.call(Syscall.PIDFD_OPEN, pid, 0);
    }

    @Override
    public void await(long nanos) {
        poll.setInt(0, relay.map(SignalRelay::descriptor).orElse(NONE));
        poll.setShort(4, (short) Poll.POLLIN);
        poll.setInt(8, descriptor);
        poll.setShort(12, (short) Poll.POLLIN);
        wait.setLong(0, nanos / NANOS_PER_SECOND);
        wait.setLong(8, nanos % NANOS_PER_SECOND);
        kernel.call(Syscall.PPOLL, Kernel.address(poll), 2, Kernel.address(wait), 0, 0, 0);
    }

    @Override
    public List<Received> drain() {
        return relay.map(SignalRelay::drain).orElse(List.of());
    }

    @Override
    public void close() {
        kernel.call(Syscall.CLOSE, descriptor);
        arena.close();
    }
}
