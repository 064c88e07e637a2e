package org.bulle.engine.run;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Waits for one command: hands signals on, stops and goes on with it, ends it when its time is over. All on one thread. */
final class Supervision {
    private static final Duration GRACE = Duration.ofSeconds(2);
    /** Looks again though nothing was heard. */
    private static final long HEARTBEAT_NANOS = Duration.ofSeconds(1).toNanos();

    private static final long KILL_AGAIN_NANOS = Duration.ofMillis(20).toNanos();

    private final HostCalls calls;
    private final int pid;
    private final JobControl job;
    private final ChildWatch watch;
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
    record End(WaitStatus status, boolean timedOut, boolean killed) {

        /**
         * As the caller of a run wants it.
         *
         * @param ended names of what was left running and was ended
         */
        RunResult result(Instant started, Instant finished, List<String> ended) {
            OptionalInt signal = status.exited() ? OptionalInt.empty() : OptionalInt.of(status.termSignal());
            int code = status.exited() ? status.exitStatus() : RunResult.SIGNALLED + status.termSignal();
            return new RunResult(timedOut ? RunResult.TIMED_OUT : code, signal, timedOut, started, finished, ended);
        }
    }

    /**
     * @param watch follows the child
     * @param descendants absent for a run in the background, and on systems that do not tell of them
     * @param timeout zero for none
     * @param observer asked whether the run is to be killed
     */
    Supervision(
            HostCalls calls,
            int pid,
            JobControl job,
            ChildWatch watch,
            Optional<Descendants> descendants,
            Duration timeout,
            RunObserver observer) {
        this.calls = calls;
        this.pid = pid;
        this.job = job;
        this.watch = watch;
        this.descendants = descendants;
        this.timeout = timeout.toNanos();
        this.observer = observer;
    }

    End await() {
        while (true) {
            int news = calls.news(pid);
            if (news == pid && !calls.status().stopped()) {
                return end(calls.status());
            }
            if (news == pid) {
                job.stopped(calls.status().stopSignal());
                continue;
            }
            if (news == -HostCalls.ECHILD) {
                // Somebody else has waited for it: that it has ended is all that is known, and that is no success.
                return end(WaitStatus.unknown());
            }
            passTime();
            watch.await(Math.max(0, untilNext()));
            watch.drain().forEach(this::handOn);
        }
    }

    private End end(WaitStatus status) {
        return new End(status, stage == Stage.TERMINATING || stage == Stage.KILLING, stage == Stage.ORDERED);
    }

    private void handOn(SignalRelay.Received received) {
        if (received.signal() == calls.number(JobSignal.CHLD)) {
            descendants.ifPresent(all -> all.reap(pid));
        } else {
            job.handOn(received);
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
        descendants.ifPresent(all -> all.alive(0).forEach(entry -> all.signal(entry, calls.number(JobSignal.KILL))));
        job.kill();
    }
}
