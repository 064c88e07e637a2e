package org.bulle.engine.history;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.bulle.engine.denial.DenialMode;
import org.bulle.engine.profile.Configuration;
import org.bulle.engine.resolve.Machine;
import org.bulle.engine.resolve.ToolRunner;
import org.bulle.engine.run.RunRequest;
import org.bulle.engine.scratch.Scratch;

/**
 * What a recorded run needs beside its plan.
 *
 * @param tools how the entries of suggestions are resolved when they are tried out
 * @param configuration read when it is needed: only suggestions do
 * @param request what was planned
 * @param flags the policy flags as given, for the record; secrets are masked here
 * @param scratch the clone that the plan runs in; its record speaks of the origin, which is what the user knows and can run again
 */
public record RunContext(
        Machine machine,
        ToolRunner tools,
        Supplier<Configuration> configuration,
        RunRequest request,
        List<String> flags,
        DenialMode denials,
        Optional<Scratch> scratch) {
    public RunContext {
        flags = List.copyOf(flags);
    }

    /** Of a run in the workspace itself. */
    public RunContext(
            Machine machine,
            ToolRunner tools,
            Configuration configuration,
            RunRequest request,
            List<String> flags,
            DenialMode denials) {
        this(machine, tools, () -> configuration, request, flags, denials, Optional.empty());
    }
}
