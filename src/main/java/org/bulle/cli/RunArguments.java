package org.bulle.cli;

import static java.util.stream.Collectors.toMap;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.bulle.engine.merge.Overrides;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.run.RunRequest;

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
        List<String> profiles,
        Optional<String> workspace,
        List<String> command,
        Map<RunFlag, List<String>> values,
        boolean help) {
    RunArguments {
        profiles = List.copyOf(profiles);
        command = List.copyOf(command);
        Map<RunFlag, List<String>> copy = new HashMap<>();
        values.forEach((flag, each) -> copy.put(flag, List.copyOf(each)));
        values = Map.copyOf(copy);
    }

    boolean inScratch() {
        return has(RunFlag.SCRATCH) || has(RunFlag.SCRATCH_KEEP);
    }

    /** The same in another workspace. */
    RunArguments in(String other) {
        return new RunArguments(profiles, Optional.of(other), command, values, help);
    }

    /** The same with every value of the path flags changed. */
    RunArguments withPaths(UnaryOperator<String> change) {
        Map<RunFlag, List<String>> changed = new HashMap<>(values);
        for (AccessList list : AccessList.values()) {
            changed.computeIfPresent(
                    RunFlag.of(list), (_, paths) -> paths.stream().map(change).toList());
        }
        return new RunArguments(profiles, workspace, command, changed, help);
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

    /**
     * What the engine is asked for.
     *
     * @param cwd the current directory, which relative paths in flags start from
     */
    RunRequest request(String cwd) {
        return new RunRequest(
                profiles,
                workspace,
                command,
                overrides(cwd),
                !has(RunFlag.NO_WORKSPACE),
                vars(),
                has(RunFlag.ENV_ALL_EXCEPT) ? Optional.of(all(RunFlag.ENV_ALL_EXCEPT)) : Optional.empty(),
                last(RunFlag.ENV_FILE),
                last(RunFlag.TIMEOUT),
                limits(),
                has(RunFlag.STRICT_LIMITS),
                has(RunFlag.DETECT),
                !has(RunFlag.NO_CACHE));
    }

    private Overrides overrides(String cwd) {
        Map<AccessList, List<String>> paths = Arrays.stream(AccessList.values())
                .collect(toMap(
                        list -> list,
                        list -> all(RunFlag.of(list)).stream()
                                .map(path -> FlagPath.absolute(path, cwd))
                                .toList()));
        return new Overrides(paths, all(RunFlag.ENV), all(RunFlag.ALLOW), all(RunFlag.DENY), has(RunFlag.NO_DEFAULTS));
    }

    /** The last value of each name. */
    private Map<String, String> vars() {
        return all(RunFlag.VAR).stream()
                .map(assignment -> assignment.split("=", 2))
                .collect(toMap(parts -> parts[0], parts -> parts[1], (first, last) -> last));
    }

    private Map<String, String> limits() {
        return RunFlag.limits().stream()
                .filter(this::has)
                .collect(toMap(
                        flag -> flag.flag().substring(2), flag -> last(flag).orElseThrow()));
    }
}
