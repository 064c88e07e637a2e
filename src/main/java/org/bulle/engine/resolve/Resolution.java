package org.bulle.engine.resolve;

import java.util.List;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.profile.Problem;

/**
 * A policy and what a run needs beside it.
 *
 * @param command whether the command can run at all; the policy has it only when {@link CommandLookup.Found}
 * @param warnings about what the user wrote; the policy's own warnings are not repeated
 */
public record Resolution(Policy policy, CommandLookup command, PrivateDirectories directories, List<Problem> warnings) {
    public Resolution {
        warnings = List.copyOf(warnings);
    }
}
