package org.bulle.engine.policy;

import java.util.List;

/**
 * One variable that the command will see. The value is for the kernel alone: it is never printed, logged or recorded.
 *
 * @param value in the spelling of {@link OsString}
 * @param origins every contribution in merge order; the last one decided
 */
public record EnvironmentVariable(String name, String value, List<Origin> origins) {
    public EnvironmentVariable {
        origins = List.copyOf(origins);
    }

    @Override
    public String toString() {
        return "EnvironmentVariable[" + name + "]";
    }
}
