package org.bulle.engine.merge;

import java.util.List;
import java.util.Map;
import org.bulle.engine.policy.AccessList;

/**
 * What the command line (or the Run sheet) adds on top of the profiles.
 *
 * @param paths flag paths as written, already made absolute against the current directory unless they start with a variable, {@code ~} or a resolver
 * @param env {@code NAME}, {@code NAME=VALUE} or a glob, as given
 * @param allow capabilities from {@code --allow}
 * @param deny capabilities from {@code --deny}
 */
public record Overrides(
        Map<AccessList, List<String>> paths,
        List<String> env,
        List<String> allow,
        List<String> deny,
        boolean noDefaults) {
    public static final Overrides NONE = new Overrides(Map.of(), List.of(), List.of(), List.of(), false);

    public Overrides {
        paths = Map.copyOf(paths);
        env = List.copyOf(env);
        allow = List.copyOf(allow);
        deny = List.copyOf(deny);
    }
}
