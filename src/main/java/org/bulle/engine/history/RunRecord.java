package org.bulle.engine.history;

import java.util.List;
import java.util.Optional;
import org.bulle.engine.denial.Denial;

/**
 * The whole record of a run.
 *
 * @param policy the object of {@code show --json} as it was, as JSON text; absent for interrupted and refused runs
 * @param denials in the order they were first seen
 */
public record RunRecord(RunSummary summary, Optional<String> policy, List<Denial> denials) {
    public RunRecord {
        denials = List.copyOf(denials);
    }
}
