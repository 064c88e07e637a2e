package org.bulle.engine.history;

import java.util.List;
import java.util.Optional;
import org.bulle.engine.denial.Denial;
import tools.jackson.databind.JsonNode;

/**
 * The whole record of a run.
 *
 * @param policy the object of {@code show --json} as it was; absent for interrupted and refused runs
 * @param denials in the order they were first seen
 */
public record RunRecord(RunSummary summary, Optional<JsonNode> policy, List<Denial> denials) {
    public RunRecord {
        denials = List.copyOf(denials);
    }
}
