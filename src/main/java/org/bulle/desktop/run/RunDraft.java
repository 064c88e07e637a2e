package org.bulle.desktop.run;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.bulle.desktop.shared.ShellText;
import org.bulle.engine.check.NewProfile;
import org.bulle.engine.merge.Overrides;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.profile.ProblemException;
import org.bulle.engine.run.RunRequest;

/**
 * A run as it is composed: the command line of {@code bulle}, and the same as what the engine is asked to plan.
 *
 * @param profiles the stack; {@code default} when it is empty
 * @param workspace absolute
 * @param command argv; empty for what the profiles start by themselves
 * @param limits by the name of their flag, {@code timeout} among them, as written
 * @param others flags that the sheet has no field for, as recorded
 * @param config the configuration root where it is not the user's own
 */
record RunDraft(
        List<String> profiles,
        String workspace,
        List<String> command,
        List<Extra> extras,
        Map<String, String> limits,
        boolean detect,
        Scratch scratch,
        List<String> others,
        Optional<String> config) {
    /** In the order of the sheet. */
    static final List<String> LIMITS = List.of("timeout", "memory", "cpu", "nproc", "nofile", "fsize", "cpu-time");

    /** Whether it runs in a disposable copy, and what becomes of that. */
    enum Scratch {
        NONE,
        /** The user is asked when something changed. */
        ASK,
        /** It is kept then: in the background nobody would answer. */
        KEEP
    }

    RunDraft {
        profiles = profiles.isEmpty() ? List.of("default") : List.copyOf(profiles);
        command = List.copyOf(command);
        extras = List.copyOf(extras);
        limits = Map.copyOf(limits);
        others = List.copyOf(others);
    }

    /** What follows {@code bulle}. */
    List<String> arguments() {
        List<String> words = new ArrayList<>(List.of(String.join(",", profiles), workspace));
        words.addAll(flags());
        if (!command.isEmpty()) {
            words.add("--");
            words.addAll(command);
        }
        return words;
    }

    private List<String> flags() {
        List<String> words = new ArrayList<>();
        config.ifPresent(root -> words.addAll(List.of("--config", root)));
        if (detect) {
            words.add("--detect");
        }
        switch (scratch) {
            case NONE -> {}
            case ASK -> words.add("--scratch");
            case KEEP -> words.add("--scratch-keep");
        }
        extras.forEach(extra -> words.addAll(List.of(extra.kind().flag(), extra.argument())));
        LIMITS.stream()
                .filter(limits::containsKey)
                .forEach(name -> words.addAll(List.of("--" + name, limits.getOrDefault(name, ""))));
        words.addAll(others);
        return words;
    }

    /** The profile that gives a run the same without flags; what no profile can hold is named in it. */
    String profile(String title) throws ProblemException {
        Map<String, List<String>> entries = new LinkedHashMap<>();
        extras.forEach(extra -> entries.computeIfAbsent(extra.kind().key(), key -> new ArrayList<>())
                .add(extra.value()));
        List<String> rest = new ArrayList<>();
        if (detect) {
            rest.add("--detect");
        }
        LIMITS.stream()
                .filter(limits::containsKey)
                .forEach(name -> rest.addAll(List.of("--" + name, limits.getOrDefault(name, ""))));
        rest.addAll(others);
        return NewProfile.ofRun(title, profiles, ShellText.join(command), entries, rest);
    }

    /** The same for the engine. */
    RunRequest request() {
        Map<String, String> amounts = new HashMap<>(limits);
        Optional<String> timeout = Optional.ofNullable(amounts.remove("timeout"));
        return new RunRequest(
                profiles,
                Optional.of(workspace),
                command,
                overrides(),
                !others.contains("--no-workspace"),
                vars(),
                others.contains("--env-all-except")
                        ? Optional.of(values("--env-all-except")
                                .flatMap(names -> Stream.of(names.split(",")))
                                .toList())
                        : Optional.empty(),
                values("--env-file").reduce((first, last) -> last),
                timeout,
                amounts,
                others.contains("--strict-limits"),
                detect,
                !others.contains("--no-cache"));
    }

    private Overrides overrides() {
        Map<AccessList, List<String>> paths = new EnumMap<>(AccessList.class);
        for (AccessList list : AccessList.values()) {
            paths.put(
                    list,
                    extras.stream()
                            .filter(extra -> extra.kind().key().equals(list.key()))
                            .map(Extra::value)
                            .toList());
        }
        return new Overrides(
                paths,
                named(Extra.Kind.ENV),
                named(Extra.Kind.ALLOW),
                named(Extra.Kind.DENY),
                others.contains("--no-defaults"));
    }

    private List<String> named(Extra.Kind kind) {
        return extras.stream()
                .filter(extra -> extra.kind() == kind)
                .map(Extra::value)
                .toList();
    }

    private Map<String, String> vars() {
        Map<String, String> all = new HashMap<>();
        values("--var").map(assignment -> assignment.split("=", 2)).forEach(parts -> {
            if (parts.length == 2) {
                all.put(parts[0], parts[1]);
            }
        });
        return all;
    }

    private Stream<String> values(String flag) {
        return Stream.iterate(0, at -> at + 1 < others.size(), at -> at + 1)
                .filter(at -> others.get(at).equals(flag))
                .map(at -> others.get(at + 1));
    }
}
