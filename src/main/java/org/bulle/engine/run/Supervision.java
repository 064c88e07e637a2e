package org.bulle.engine.run;

import static org.bulle.engine.jna.linux.Process.*;

import com.sun.jna.Memory;
import java.time.Duration;
import java.util.Optional;
import org.bulle.engine.jna.linux.Errno;
import org.bulle.engine.jna.linux.Kernel;
import org.bulle.engine.jna.linux.NativeArena;
import org.bulle.engine.jna.linux.Poll;
import org.bulle.engine.jna.linux.Syscall;

/** Waits for one command: hands signals on, stops and goes on with it, ends it when its time is over. All on one thread. */
final class Supervision {
    private static final Duration GRACE = Duration.ofSeconds(2);
    /** Looks again though nothing was heard. */
    private static final long HEARTBEAT_NANOS = Duration.ofSeconds(1).toNanos();

    private static final long KILL_AGAIN_NANOS = Duration.ofMillis(20).toNanos();
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final Kernel kernel = Kernel.quick();
    private final int pid;
    private final JobControl job;
    private final Optional<SignalRelay> relay;
    private final Optional<Descendants> descendants;
    private final long timeout;
    private final RunObserver observer;
    private final long start = System.nanoTime();
    private Stage stage = Stage.RUNNING;

    private enum Stage {
        RUNNING,
        TERMINATING,
        KILLING,
        /** Somebody wants it killed, whatever its time. */
        ORDERED
    }

    /**
     * How the command ended.
     *
     * @param status as wait(2) gives it
     * @param killed because somebody wanted it
     */
    record End(int status, boolean timedOut, boolean killed) {}

    /**
     * @param relay absent for a run in the background
     * @param descendants absent for a run in the background
     * @param timeout zero for none
     * @param observer asked whether the run is to be killed
     */
    Supervision(
            int pid,
            JobControl job,
            Optional<SignalRelay> relay,
            Optional<Descendants> descendants,
            Duration timeout,
            RunObserver observer) {
        this.pid = pid;
        this.job = job;
        this.relay = relay;
        this.descendants = descendants;
        this.timeout = timeout.toNanos();
        this.observer = observer;
    }

    End await() {
        long descriptor = kernel.call(Syscall.PIDFD_OPEN, pid, 0);
        try (NativeArena arena = new NativeArena()) {
            Memory status = arena.allocate(Integer.BYTES);
            Memory poll = arena.allocate(2L * Poll.POLLFD_SIZE);
            Memory wait = arena.allocate(2L * Long.BYTES);
            while (true) {
                long waited = kernel.call(Syscall.WAIT4, pid, Kernel.address(status), WNOHANG | WUNTRACED, 0);
                if (waited == pid && !stopped(status.getInt(0))) {
                    return end(status.getInt(0));
                }
                if (waited == pid) {
                    job.stopped(stopSignal(status.getInt(0)));
                    continue;
                }
                if (waited == -Errno.ECHILD) {
                    // Somebody else has waited for it: its end is all that is known.
                    return end(0);
                }
                passTime();
                listen(poll, wait, (int) descriptor);
                relay.ifPresent(this::handOn);
            }
        } finally {
            kernel.call(Syscall.CLOSE, descriptor);
        }
    }

    private End end(int status) {
        return new End(status, stage == Stage.TERMINATING || stage == Stage.KILLING, stage == Stage.ORDERED);
    }

    private void listen(Memory poll, Memory wait, int descriptor) {
        poll.setInt(0, relay.map(SignalRelay::descriptor).orElse(-1));
        poll.setShort(4, (short) Poll.POLLIN);
        poll.setInt(8, descriptor);
        poll.setShort(12, (short) Poll.POLLIN);
        long nanos = Math.max(0, untilNext());
        wait.setLong(0, nanos / NANOS_PER_SECOND);
        wait.setLong(8, nanos % NANOS_PER_SECOND);
        kernel.call(Syscall.PPOLL, Kernel.address(poll), 2, Kernel.address(wait), 0, 0, 0);
    }

    private void handOn(SignalRelay signals) {
        for (SignalRelay.Received received : signals.drain()) {
            if (received.signal() == SIGCHLD) {
                descendants.ifPresent(all -> all.reap(pid));
            } else {
                job.handOn(received);
            }
        }
    }

    private long untilNext() {
        long next = switch (stage) {
            case RUNNING -> timeout == 0 ? HEARTBEAT_NANOS : start + timeout - System.nanoTime();
            case TERMINATING -> start + timeout + GRACE.toNanos() - System.nanoTime();
            case KILLING, ORDERED -> KILL_AGAIN_NANOS;
        };
        return Math.min(next, HEARTBEAT_NANOS);
    }

    private void passTime() {
        if (stage == Stage.ORDERED || observer.wantsKilled()) {
            stage = Stage.ORDERED;
            kill();
        } else if (timeout != 0) {
            passTimeout();
        }
    }

    private void passTimeout() {
        long over = System.nanoTime() - start - timeout;
        if (stage == Stage.RUNNING && over >= 0) {
            stage = Stage.TERMINATING;
            job.terminate();
        }
        if (stage == Stage.TERMINATING && over >= GRACE.toNanos()) {
            stage = Stage.KILLING;
        }
        if (stage == Stage.KILLING) {
            kill();
        }
    }

    private void kill() {
        descendants.ifPresent(all -> all.alive(0).forEach(entry -> all.signal(entry, SIGKILL)));
        job.kill();
    }
}
