package org.bulle.engine.history;

import java.util.List;
import org.bulle.engine.denial.DenialMode;
import org.bulle.engine.profile.Configuration;
import org.bulle.engine.resolve.Machine;
import org.bulle.engine.resolve.ToolRunner;
import org.bulle.engine.run.RunRequest;

/**
 * What a recorded run needs beside its plan.
 *
 * @param tools how the entries of suggestions are resolved when they are tried out
 * @param request what was planned
 * @param flags the policy flags as given, for the record; secrets are masked here
 */
public record RunContext(
        Machine machine,
        ToolRunner tools,
        Configuration configuration,
        RunRequest request,
        List<String> flags,
        DenialMode denials) {
    public RunContext {
        flags = List.copyOf(flags);
    }
}
