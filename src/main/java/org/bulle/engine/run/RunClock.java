package org.bulle.engine.run;

import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * When a run began and when it ended, on a machine whose clock may be set meanwhile: a run does not end before it began, and took at least the time that passed.
 * A clock that was set forward cannot be told from a machine that slept.
 */
final class RunClock {
    private final InstantSource wall;
    private final LongSupplier nanos;
    private final Instant started;
    private final long began;

    /**
     * @param wall the clock on the wall
     * @param nanos time that only passes
     */
    RunClock(InstantSource wall, LongSupplier nanos) {
        this.wall = wall;
        this.nanos = nanos;
        this.started = wall.instant();
        this.began = nanos.getAsLong();
    }

    static RunClock begin() {
        return new RunClock(InstantSource.system(), System::nanoTime);
    }

    Instant started() {
        return started;
    }

    Instant now() {
        Instant least = started.plusNanos(nanos.getAsLong() - began);
        Instant shown = wall.instant();
        return shown.isBefore(least) ? least : shown;
    }
}
