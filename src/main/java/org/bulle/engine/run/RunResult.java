package org.bulle.engine.run;

import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;

/**
 * How a run ended.
 *
 * @param exitCode what {@code bulle} exits with: the child's own, 128+N, 124, 126 or 127
 * @param signal the signal that killed the command
 * @param ended names of processes that the command left running and that were ended
 */
public record RunResult(
        int exitCode, OptionalInt signal, boolean timedOut, Instant started, Instant finished, List<String> ended) {
    /** Exit code of a run whose time was over. */
    public static final int TIMED_OUT = 124;
    /** Added to the signal's number. */
    public static final int SIGNALLED = 128;

    public RunResult {
        ended = List.copyOf(ended);
    }
}
