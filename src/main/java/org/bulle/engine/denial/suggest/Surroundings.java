package org.bulle.engine.denial.suggest;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What suggestions know of the user and the machine. Paths are absolute, in the spelling of {@link org.bulle.engine.policy.OsString}.
 *
 * @param home {@code $HOME}; empty when there is none
 * @param homes every directory that counts as home, links resolved or not
 * @param workspace real path
 * @param variables path variables that have a value, with it
 * @param searchPath the directories of the caller's PATH
 * @param resolvers tool resolvers with the paths that they reported, as far as they were asked
 */
public record Surroundings(
        String home,
        Set<String> homes,
        String workspace,
        Map<String, String> variables,
        List<String> searchPath,
        Map<String, List<String>> resolvers) {
    public Surroundings {
        homes = Set.copyOf(new LinkedHashSet<>(homes));
        variables = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(variables));
        searchPath = List.copyOf(searchPath);
        resolvers = Map.copyOf(resolvers);
    }

    boolean isHome(String path) {
        return path.equals(home) || homes.contains(path);
    }

    boolean isAboveHome(String path) {
        String prefix = path.equals("/") ? "/" : path + "/";
        return home.startsWith(prefix) || homes.stream().anyMatch(candidate -> candidate.startsWith(prefix));
    }
}
