package org.bulle.engine.run;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bulle.engine.merge.Overrides;

/**
 * What the user asks for, before anything is looked up: the run grammar of the command line, or the Run sheet. Both faces build one of these and
 * nothing else about policy.
 *
 * @param profiles the selected stack; empty when none was named (then config.toml's default, or {@code default})
 * @param workspace as given; absent for the current directory
 * @param command argv; empty for the profiles' default_app
 * @param grantWorkspace false with {@code --no-workspace}
 * @param vars {@code --var}
 * @param envAllExcept present with {@code --env-all-except}
 * @param envFile {@code --env-file}, as given
 * @param timeout as written ("90s"); absent for the configuration's
 * @param limits by name, as written
 * @param cache false with {@code --no-cache}
 */
public record RunRequest(
        List<String> profiles,
        Optional<String> workspace,
        List<String> command,
        Overrides overrides,
        boolean grantWorkspace,
        Map<String, String> vars,
        Optional<List<String>> envAllExcept,
        Optional<String> envFile,
        Optional<String> timeout,
        Map<String, String> limits,
        boolean strictLimits,
        boolean detect,
        boolean cache) {
    public RunRequest {
        profiles = List.copyOf(profiles);
        command = List.copyOf(command);
        vars = Map.copyOf(vars);
        limits = Map.copyOf(limits);
    }

    /** The same in another workspace. */
    public RunRequest in(String other) {
        return new RunRequest(
                profiles,
                Optional.of(other),
                command,
                overrides,
                grantWorkspace,
                vars,
                envAllExcept,
                envFile,
                timeout,
                limits,
                strictLimits,
                detect,
                cache);
    }
}
