package org.bulle.engine.run;

import java.util.List;

/** Told of a run's course, on the supervising thread. Must not block and must not throw. */
public interface RunObserver {
    RunObserver NONE = new RunObserver() {};

    /** Everything is prepared and the command is about to be started; unlike the others this one may wait for something. */
    default void starting() {}

    /**
     * The command has been started.
     *
     * @param pid its process id
     */
    default void started(int pid) {}

    /**
     * With {@code keepChildren}: the command has ended and left these running. They can only execute and connect while they are supervised, so the run
     * goes on until they have ended, or a signal ends it.
     *
     * @param names of the processes
     */
    default void stillServing(List<String> names) {}

    /** True when everything of the run is to be killed now; asked at least once a second while it goes on. */
    default boolean wantsKilled() {
        return false;
    }
}
