package org.bulle.engine.resolve;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What one tool resolver says on this machine.
 *
 * @param entry {@code go:modcache}
 * @param outcome "ok", or why there is nothing
 * @param paths sorted
 * @param question the command that was run; empty for what is read off the tool's files
 * @param took how long the answer took, one that was kept from before included; absent when nothing was asked
 */
public record ResolverReport(
        String entry,
        String description,
        State state,
        String outcome,
        List<String> paths,
        List<String> question,
        Optional<Duration> took) {
    /** What came of it. */
    public enum State {
        ANSWERS,
        /** What it named belongs to the whole system, or is a home. */
        DROPPED,
        /** The tool is not trusted to be run. */
        REFUSED,
        /** There is no such tool here, or it did not answer. */
        NOTHING
    }

    public ResolverReport {
        paths = List.copyOf(paths);
        question = List.copyOf(question);
    }
}
