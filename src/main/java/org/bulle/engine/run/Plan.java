package org.bulle.engine.run;

import java.util.List;
import org.bulle.engine.merge.MergedProfile;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.resolve.CommandLookup;
import org.bulle.engine.resolve.PrivateDirectories;

/**
 * What a run would be: made by {@link Planner}, shown by show, carried out by a run. Nothing on the machine has changed yet.
 *
 * @param command whether the command can run at all; a run of a command that was not found exits 127, of one that cannot be executed 126
 * @param strictLimits whether a limit that cannot be enforced refuses the run
 * @param warnings about what the user wrote; the policy has its own warnings beside these
 */
public record Plan(
        MergedProfile merged,
        Policy policy,
        CommandLookup command,
        PrivateDirectories directories,
        boolean strictLimits,
        List<Problem> warnings) {
    public Plan {
        warnings = List.copyOf(warnings);
    }
}
