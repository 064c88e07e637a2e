package org.bulle.cli;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A run as typed, taken apart and not yet looked at.
 *
 * @param profiles the comma list; empty when none was named
 * @param workspace the second positional
 * @param command everything after the first {@code --}
 * @param values the flags that were given, with their values in order (lists already split; none for a switch)
 * @param help {@code --help} was among them
 */
record RunArguments(
        List<String> profiles, Optional<String> workspace, List<String> command, Map<RunFlag, List<String>> values, boolean help) {
    RunArguments {
        profiles = List.copyOf(profiles);
        command = List.copyOf(command);
        Map<RunFlag, List<String>> copy = new EnumMap<>(RunFlag.class);
        values.forEach((flag, each) -> copy.put(flag, List.copyOf(each)));
        values = Map.copyOf(copy);
    }

    boolean has(RunFlag flag) {
        return values.containsKey(flag);
    }

    List<String> all(RunFlag flag) {
        return values.getOrDefault(flag, List.of());
    }

    Optional<String> last(RunFlag flag) {
        List<String> given = all(flag);
        return given.isEmpty() ? Optional.empty() : Optional.of(given.getLast());
    }
}
