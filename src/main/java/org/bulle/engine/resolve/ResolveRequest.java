package org.bulle.engine.resolve;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bulle.engine.merge.MergedProfile;
import org.bulle.engine.profile.Configuration;

/**
 * Everything that resolving starts from, beside the {@link Machine}.
 *
 * @param profileNamed whether the user named a profile (else {@code add_libs} is on)
 * @param workspace as given; absent for the current directory
 * @param command argv; empty for the profiles' default_app
 * @param configuration for {@code [vars]} and {@code [defaults]}
 * @param useDefaults false with {@code --no-defaults}
 * @param vars {@code --var}
 * @param envAllExcept present with {@code --env-all-except}
 * @param envFile {@code --env-file}, as given
 * @param timeout as written
 * @param limits by name, as written
 */
public record ResolveRequest(
        MergedProfile merged,
        boolean profileNamed,
        Optional<String> workspace,
        boolean grantWorkspace,
        List<String> command,
        Configuration configuration,
        boolean useDefaults,
        Map<String, String> vars,
        Optional<List<String>> envAllExcept,
        Optional<String> envFile,
        Optional<String> timeout,
        Map<String, String> limits) {
    public ResolveRequest {
        command = List.copyOf(command);
        vars = Map.copyOf(vars);
        envAllExcept = envAllExcept.map(List::copyOf);
        limits = Map.copyOf(limits);
    }
}
