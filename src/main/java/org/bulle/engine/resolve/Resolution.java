package org.bulle.engine.resolve;

import java.util.List;
import java.util.Optional;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.profile.Problem;

/**
 * A policy and what a run needs beside it.
 *
 * @param command whether the command can run at all; the policy has it only when {@link CommandLookup.Found}
 * @param warnings about what the user wrote; the policy's own warnings are not repeated
 * @param evidence everything on disk that it depends on, but for the files that only the environment depends on; absent when that is not known
 */
public record Resolution(
        Policy policy,
        CommandLookup command,
        PrivateDirectories directories,
        List<Problem> warnings,
        Optional<Evidence> evidence) {
    public Resolution {
        warnings = List.copyOf(warnings);
    }
}
