package org.bulle.engine.profile;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bulle.engine.policy.AccessList;

/**
 * What a profile, a platform table and config.toml's top level can set. Entries are as written, markers included.
 *
 * @param paths the four lists; a list that was not written is empty
 */
public record Settings(
        Optional<Located<String>> defaultApp,
        Map<AccessList, List<Located<String>>> paths,
        List<Located<String>> env,
        List<Located<String>> allow,
        List<Located<String>> deny,
        List<Located<String>> machLookup,
        List<Located<String>> denyMachLookup,
        Optional<Located<Boolean>> addExec,
        Optional<Located<Boolean>> addLibs) {
    public static final Settings NONE = new Settings(
            Optional.empty(),
            Map.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            Optional.empty(),
            Optional.empty());

    public Settings {
        Map<AccessList, List<Located<String>>> copy = new EnumMap<>(AccessList.class);
        for (AccessList list : AccessList.values()) {
            copy.put(list, List.copyOf(paths.getOrDefault(list, List.of())));
        }
        paths = Map.copyOf(copy);
        env = List.copyOf(env);
        allow = List.copyOf(allow);
        deny = List.copyOf(deny);
        machLookup = List.copyOf(machLookup);
        denyMachLookup = List.copyOf(denyMachLookup);
    }

    public List<Located<String>> paths(AccessList list) {
        return paths.getOrDefault(list, List.of());
    }
}
