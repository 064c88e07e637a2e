package org.bulle.cli;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.bulle.engine.profile.Capabilities;
import org.bulle.engine.profile.Nearest;
import org.bulle.engine.profile.Printable;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.profile.ProblemException;
import org.jspecify.annotations.Nullable;

/**
 * {@code <profile>[,<profile>...] [dir] [-- command args...]} with flags anywhere before the {@code --}. Looks at the text alone: not at profiles,
 * not at files. Everything that is wrong is reported together.
 */
final class RunGrammar {
    private final boolean inspecting;
    private final List<Problem> problems = new ArrayList<>();
    // No EnumMap on the way of a run: the first of a kind asks for the constants by reflection, which costs 2 ms.
    private final Map<RunFlag, List<String>> values = new HashMap<>();
    private final List<String> positionals = new ArrayList<>();
    private boolean help;

    private RunGrammar(boolean inspecting) {
        this.inspecting = inspecting;
    }

    /**
     * @param arguments without the subcommand
     * @param inspecting true for {@code show}, which takes the inspection flags
     * @throws ProblemException with everything that is wrong
     */
    static RunArguments parse(List<String> arguments, boolean inspecting) throws ProblemException {
        return new RunGrammar(inspecting).read(arguments);
    }

    /**
     * Where the first positional stands: the subcommand, if it is the name of one. A value of a flag is not a positional.
     *
     * @return an index in {@code arguments}, or empty when there is none before the {@code --}
     */
    static Optional<Integer> firstPositional(List<String> arguments) {
        for (int i = 0; i < arguments.size(); i++) {
            String word = arguments.get(i);
            if (word.equals("--")) {
                return Optional.empty();
            }
            if (!isFlag(word)) {
                return Optional.of(i);
            }
            if (RunFlag.of(word).filter(RunFlag::takesValue).isPresent()) {
                i++;
            }
        }
        return Optional.empty();
    }

    private RunArguments read(List<String> arguments) throws ProblemException {
        int end = arguments.indexOf("--");
        List<String> policy = end < 0 ? arguments : arguments.subList(0, end);
        List<String> command = end < 0 ? List.of() : arguments.subList(end + 1, arguments.size());
        int i = 0;
        while (i < policy.size()) {
            String word = policy.get(i);
            i += isFlag(word) ? flag(word, i + 1 < policy.size() ? policy.get(i + 1) : null) : positional(word);
        }
        List<String> profiles =
                positionals.isEmpty() ? List.of() : elements("the profile list", "", positionals.getFirst());
        if (positionals.size() > 2) {
            tooMany();
        }
        if (values.containsKey(RunFlag.NO_WORKSPACE)) {
            Stream.of(RunFlag.SCRATCH, RunFlag.SCRATCH_KEEP)
                    .filter(values::containsKey)
                    .findFirst()
                    .ifPresent(flag -> error(
                            flag.flag(),
                            flag.flag() + " and --no-workspace contradict each other: the scratch is the workspace"));
        }
        if (!problems.isEmpty()) {
            throw new ProblemException(problems);
        }
        Optional<String> workspace = positionals.size() > 1 ? Optional.of(positionals.get(1)) : Optional.empty();
        return new RunArguments(profiles, workspace, command, values, help);
    }

    private static boolean isFlag(String word) {
        return word.startsWith("-") && word.length() > 1;
    }

    private int positional(String word) {
        positionals.add(word);
        return 1;
    }

    /** Takes a flag and perhaps the word after it; returns how many words that were. */
    private int flag(String word, @Nullable String next) {
        int equals = word.startsWith("--") ? word.indexOf('=') : -1;
        String name = equals < 0 ? word : word.substring(0, equals);
        if (name.equals("--help") || name.equals("-h")) {
            help = true;
            return 1;
        }
        Optional<RunFlag> known = RunFlag.of(name);
        if (known.isEmpty()) {
            error(name, Printable.quoted(name) + " is not a flag" + Nearest.hint(name, flags()));
            return 1;
        }
        RunFlag flag = known.get();
        if (flag.onlyInspects() && !inspecting) {
            error(name, name + " goes with show; after -- it belongs to the command");
            return flag.takesValue() && equals < 0 ? 2 : 1;
        }
        if (!flag.takesValue()) {
            if (equals >= 0) {
                error(name, name + " takes no value");
            }
            values.put(flag, List.of());
            return 1;
        }
        if (equals >= 0) {
            value(flag, word.substring(equals + 1));
            return 1;
        }
        if (next == null || next.startsWith("--")) {
            error(
                    name,
                    name + " needs a value: " + name + " " + flag.label()
                            + (next == null
                                    ? ""
                                    : "; a value that begins with -- is written " + name + "="
                                            + Printable.escape(next)));
            return 1;
        }
        value(flag, next);
        return 2;
    }

    private void value(RunFlag flag, String value) {
        List<String> elements =
                flag.use() == RunFlag.Use.LIST ? elements(flag.flag(), flag.flag(), value) : List.of(value);
        if (flag.use() != RunFlag.Use.LIST && value.isEmpty()) {
            error(flag.flag(), flag.flag() + " needs a value that is not empty: " + flag.flag() + " " + flag.label());
        }
        for (String element : elements) {
            check(flag, element);
        }
        values.computeIfAbsent(flag, key -> new ArrayList<>()).addAll(elements);
    }

    /** The parts of a comma list; an empty one is an error, since it shows that a name got lost. */
    private List<String> elements(String what, String key, String list) {
        List<String> elements = CommaList.split(list);
        if (elements.contains("")) {
            error(key, list.isEmpty() ? what + " is empty" : what + " has an empty element: " + Printable.quoted(list));
            return List.of();
        }
        return elements;
    }

    private void check(RunFlag flag, String element) {
        List<String> words = flag.offer().words();
        if (flag.offer() == RunFlag.Offer.CAPABILITIES && element.startsWith(Capabilities.PORTS_START)) {
            Optional<String> refusal =
                    flag == RunFlag.ALLOW ? Capabilities.allowRefusal(element) : Capabilities.denyRefusal(element);
            refusal.ifPresent(why -> error(flag.flag(), flag.flag() + ": " + why));
        } else if (!words.isEmpty() && !words.contains(element)) {
            error(
                    flag.flag(),
                    flag.flag() + ": " + Printable.quoted(element) + " is not one of "
                            + words.stream().collect(joining(", ")) + Nearest.hint(element, words));
        }
        if ((flag == RunFlag.VAR || flag == RunFlag.ENV) && element.startsWith("=")) {
            error(flag.flag(), flag.flag() + " needs a name before the =: " + flag.flag() + " " + flag.label());
        } else if (flag == RunFlag.VAR && element.indexOf('=') < 0) {
            error(flag.flag(), "--var needs NAME=VALUE, not " + Printable.quoted(element));
        }
    }

    private void tooMany() {
        String extra = positionals.subList(2, positionals.size()).stream()
                .map(ShellWord::quote)
                .collect(joining(" "));
        error(
                "",
                "one argument too many: " + Printable.escape(extra)
                        + "; the first is the profile list, the second the workspace, and a command"
                        + " comes after --: bulle "
                        + positionals.subList(0, 2).stream()
                                .map(ShellWord::quote)
                                .map(Printable::escape)
                                .collect(joining(" "))
                        + " -- " + Printable.escape(extra));
    }

    private List<String> flags() {
        return Arrays.stream(RunFlag.values())
                .filter(flag -> inspecting || !flag.onlyInspects())
                .map(RunFlag::flag)
                .toList();
    }

    private void error(String key, String message) {
        problems.add(new Problem(Problem.Severity.ERROR, Problem.Kind.TEXT, "", 0, 0, key, message, null));
    }
}
