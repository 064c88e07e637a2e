package org.bulle.cli;

import static java.util.stream.Collectors.toCollection;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.profile.CatalogEntry;
import org.bulle.engine.profile.ProblemException;
import org.bulle.engine.scratch.Scratch;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** What can stand at the end of an unfinished command line. The shells' scripts ask this and know nothing themselves. */
final class Completion {
    private final Session session;

    Completion(Session session) {
        this.session = session;
    }

    /** What the shell does. */
    enum Kind {
        /** Offers the candidates. */
        WORDS("words"),
        /** Completes a file name after the prefix. */
        FILES("files"),
        DIRECTORIES("directories"),
        /** Completes the command after the {@code --}, which begins at {@code start}. */
        COMMAND("command");

        private final String word;

        Kind(String word) {
            this.word = word;
        }
    }

    /**
     * @param text the whole word, with what was typed of it
     * @param summary what it means; empty for nothing to say
     */
    record Candidate(String text, String summary) {}

    /**
     * @param prefix what of the word stays as it is, before the part that is completed
     * @param start the index of the command's first word
     */
    record Answer(Kind kind, String prefix, int start, List<Candidate> candidates) {
        static Answer words(List<Candidate> candidates) {
            return new Answer(Kind.WORDS, "", 0, candidates);
        }

        static Answer of(Kind kind, String prefix) {
            return new Answer(kind, prefix, 0, List.of());
        }

        static final Answer NOTHING = words(List.of());

        /** One line that says what to do, then one for each candidate, its summary after a tab. */
        List<String> lines() {
            List<String> lines = new ArrayList<>();
            lines.add(kind.word + "\t" + (kind == Kind.COMMAND ? Integer.toString(start) : prefix));
            candidates.forEach(candidate -> lines.add(candidate.text + "\t" + candidate.summary));
            return lines;
        }
    }

    /**
     * @param words everything after {@code bulle} up to the cursor; the last one is being typed and may be empty
     */
    Answer complete(List<String> words) throws IOException {
        List<String> before = words.subList(0, Math.max(0, words.size() - 1));
        String current = words.isEmpty() ? "" : words.getLast();
        Optional<Integer> first = RunGrammar.firstPositional(before);
        Optional<Subcommand> subcommand = first.flatMap(at -> Subcommand.of(before.get(at)));
        if (subcommand.isEmpty()) {
            return run(before, current, false, 0);
        }
        List<String> rest = new ArrayList<>(before);
        rest.remove(first.orElseThrow().intValue());
        return switch (subcommand.get()) {
            case SHOW -> show(rest, current);
            case SCRATCH -> scratch(rest, current);
            case HELP -> help(rest, current);
            default -> picocli(subcommand.get().word(), rest, current);
        };
    }

    private Answer show(List<String> before, String current) throws IOException {
        Optional<Integer> first = RunGrammar.firstPositional(before);
        String word = first.map(before::get).orElse("");
        List<String> rest = new ArrayList<>(before);
        if (Subcommands.SHOWABLE.contains(word)) {
            rest.addFirst(rest.remove(first.orElseThrow().intValue()));
            return picocli(Subcommand.SHOW.word(), rest, current);
        }
        int removed = 1;
        if (word.equals("policy")) {
            rest.remove(first.orElseThrow().intValue());
            removed = 2;
        }
        return run(rest, current, true, removed);
    }

    private Answer scratch(List<String> before, String current) throws IOException {
        Optional<Integer> first = RunGrammar.firstPositional(before);
        List<String> rest = new ArrayList<>(before);
        if (first.isPresent() && ScratchCommand.verbs().contains(before.get(first.get()))) {
            rest.addFirst(rest.remove(first.get().intValue()));
            return picocli(Subcommand.SCRATCH.word(), rest, current);
        }
        Answer answer = run(before, current, false, 1);
        boolean afterFlag = !before.isEmpty()
                && RunFlag.of(before.getLast()).filter(RunFlag::takesValue).isPresent();
        if (first.isPresent() || before.contains("--") || afterFlag || current.startsWith("-")) {
            return answer;
        }
        List<Candidate> candidates = new ArrayList<>();
        for (ScratchCommand.Verb verb : ScratchCommand.Verb.values()) {
            if (verb.word().startsWith(current)) {
                candidates.add(new Candidate(verb.word(), verb.summary()));
            }
        }
        answer.candidates().stream()
                .filter(each -> Subcommand.of(each.text).isEmpty())
                .forEach(candidates::add);
        return Answer.words(candidates);
    }

    // ---- the run grammar

    private Answer run(List<String> before, String current, boolean inspecting, int removed) throws IOException {
        int dashes = before.indexOf("--");
        if (dashes >= 0) {
            return new Answer(Kind.COMMAND, "", dashes + 1 + removed, List.of());
        }
        Optional<RunFlag> open = before.isEmpty()
                ? Optional.empty()
                : RunFlag.of(before.getLast()).filter(RunFlag::takesValue);
        if (open.isPresent()) {
            return value(open.get(), "", current);
        }
        int equals = current.indexOf('=');
        if (current.startsWith("--") && equals > 0) {
            Optional<RunFlag> flag = RunFlag.of(current.substring(0, equals)).filter(RunFlag::takesValue);
            return flag.isPresent()
                    ? value(flag.get(), current.substring(0, equals + 1), current.substring(equals + 1))
                    : Answer.NOTHING;
        }
        if (current.startsWith("-")) {
            return flags(before, current, inspecting);
        }
        return switch (positionals(before)) {
            case 0 -> first(before, current, inspecting);
            case 1 -> Answer.of(Kind.DIRECTORIES, "");
            default -> Answer.NOTHING;
        };
    }

    private static int positionals(List<String> before) {
        int count = 0;
        for (int i = 0; i < before.size(); i++) {
            if (RunFlag.of(before.get(i)).filter(RunFlag::takesValue).isPresent()) {
                i++;
            } else if (!before.get(i).startsWith("-")) {
                count++;
            }
        }
        return count;
    }

    private static Answer flags(List<String> before, String current, boolean inspecting) {
        List<Candidate> candidates = new ArrayList<>();
        for (RunFlag flag : RunFlag.values()) {
            boolean again =
                    flag.use() == RunFlag.Use.EACH || flag.use() == RunFlag.Use.LIST || !before.contains(flag.flag());
            if (again && (inspecting || !flag.onlyInspects()) && flag.flag().startsWith(current)) {
                candidates.add(new Candidate(flag.flag(), flag.summary()));
            }
        }
        if ("--help".startsWith(current)) {
            candidates.add(new Candidate("--help", "print help"));
        }
        return Answer.words(candidates);
    }

    /** The profile list, and in its place the subcommands. */
    private Answer first(List<String> before, String current, boolean inspecting) throws IOException {
        List<Candidate> candidates = new ArrayList<>();
        if (inspecting) {
            Subcommands.SHOWABLE.stream()
                    .filter(word -> word.startsWith(current))
                    .forEach(word -> candidates.add(new Candidate(word, "")));
        } else {
            Arrays.stream(Subcommand.values())
                    .filter(each -> !each.isHidden() && each.word().startsWith(current))
                    .forEach(each -> candidates.add(new Candidate(each.word(), each.summary())));
        }
        int comma = current.lastIndexOf(',');
        Set<String> chosen =
                Arrays.stream(current.substring(0, comma + 1).split(",")).collect(toCollection(LinkedHashSet::new));
        for (Candidate profile : profiles(before)) {
            if (profile.text.startsWith(current.substring(comma + 1)) && !chosen.contains(profile.text)) {
                candidates.add(new Candidate(current.substring(0, comma + 1) + profile.text, profile.summary));
            }
        }
        return Answer.words(candidates);
    }

    /**
     * @param stays {@code --flag=} when the value is part of the word
     */
    private Answer value(RunFlag flag, String stays, String value) {
        int comma = flag.use() == RunFlag.Use.LIST ? value.lastIndexOf(',') + 1 : 0;
        String prefix = stays + value.substring(0, comma);
        String part = value.substring(comma);
        return switch (flag.offer()) {
            case NOTHING -> Answer.NOTHING;
            case FILES -> Answer.of(Kind.FILES, prefix);
            case DIRECTORIES -> Answer.of(Kind.DIRECTORIES, prefix);
            case PATHS -> Answer.of(Kind.FILES, prefix + markers(part));
            case VARIABLES ->
                words(prefix, part, session.machine().environment().variables().keySet());
            case CAPABILITIES, PLATFORMS, DENIALS ->
                words(prefix, part, flag.offer().words());
        };
    }

    private static String markers(String path) {
        int at = 0;
        while (at < path.length() && (path.charAt(at) == '?' || path.charAt(at) == '+')) {
            at++;
        }
        return path.substring(0, at);
    }

    private static Answer words(String prefix, String part, Iterable<String> words) {
        List<Candidate> candidates = new ArrayList<>();
        for (String word : words) {
            if (word.startsWith(part)) {
                candidates.add(new Candidate(prefix + word, ""));
            }
        }
        return Answer.words(candidates);
    }

    private List<Candidate> profiles(List<String> before) throws IOException {
        int config = before.lastIndexOf(RunFlag.CONFIG.flag());
        Optional<String> named =
                config >= 0 && config + 1 < before.size() ? Optional.of(before.get(config + 1)) : Optional.empty();
        try {
            Catalog catalog = session.catalog(named);
            return catalog.entries().stream().map(Completion::candidate).toList();
        } catch (ProblemException noConfiguration) {
            return List.of();
        }
    }

    private static Candidate candidate(CatalogEntry entry) {
        return new Candidate(entry.name(), entry.title().or(entry::description).orElse(""));
    }

    // ---- the subcommands that picocli parses

    private Answer help(List<String> before, String current) {
        CommandLine command = HelpText.commandLine(session);
        for (String word : before) {
            CommandLine next = command.getSubcommands().get(word);
            if (next == null) {
                return Answer.NOTHING;
            }
            command = next;
        }
        return Answer.words(subcommands(command, current));
    }

    private Answer picocli(String subcommand, List<String> before, String current) throws IOException {
        CommandLine command = Objects.requireNonNull(
                HelpText.commandLine(session).getSubcommands().get(subcommand));
        int positional = 0;
        for (int i = 0; i < before.size(); i++) {
            String word = before.get(i);
            OptionSpec option = command.getCommandSpec().optionsMap().get(word);
            CommandLine next = command.getSubcommands().get(word);
            if (option != null && option.arity().max() > 0) {
                if (i == before.size() - 1) {
                    return labelled(option.paramLabel(), current, before);
                }
                i++;
            } else if (next != null && positional == 0) {
                command = next;
            } else if (!word.startsWith("-")) {
                positional++;
            }
        }
        if (current.startsWith("-")) {
            return options(command.getCommandSpec(), before, current);
        }
        List<Candidate> candidates = positional == 0 ? subcommands(command, current) : List.of();
        List<PositionalParamSpec> parameters = command.getCommandSpec().positionalParameters();
        if (!candidates.isEmpty() || parameters.isEmpty()) {
            return Answer.words(candidates);
        }
        int index = Math.min(positional, parameters.size() - 1);
        return parameters.get(index).index().contains(positional)
                ? labelled(parameters.get(index).paramLabel(), current, before)
                : Answer.NOTHING;
    }

    private static List<Candidate> subcommands(CommandLine command, String current) {
        List<Candidate> candidates = new ArrayList<>();
        for (Map.Entry<String, CommandLine> each : command.getSubcommands().entrySet()) {
            if (each.getKey().startsWith(current)) {
                String[] description =
                        each.getValue().getCommandSpec().usageMessage().description();
                candidates.add(new Candidate(each.getKey(), description.length == 0 ? "" : description[0]));
            }
        }
        return candidates;
    }

    private static Answer options(CommandSpec spec, List<String> before, String current) {
        List<Candidate> candidates = new ArrayList<>();
        for (OptionSpec option : spec.options()) {
            String name = option.longestName();
            if (name.startsWith(current) && (option.isMultiValue() || !before.contains(name))) {
                candidates.add(new Candidate(
                        name, option.description().length == 0 ? "" : option.description()[0].replace("%%", "%")));
            }
        }
        return Answer.words(candidates);
    }

    /** What a parameter is called says what it is. */
    private Answer labelled(String label, String current, List<String> before) throws IOException {
        return switch (label) {
            case "DIR" -> Answer.of(Kind.DIRECTORIES, "");
            case "FILE", "PATH", "SOURCE" -> Answer.of(Kind.FILES, "");
            case "CAPABILITY" -> words("", current, RunFlag.Offer.CAPABILITIES.words());
            case "ID" -> words("", current, ids());
            case "SCRATCH" -> words("", current, scratches(before));
            case "SHELL" -> words("", current, CompletionScript.SHELLS);
            case "NAME", "NAME|FILE" ->
                Answer.words(profiles(before).stream()
                        .filter(each -> each.text.startsWith(current))
                        .toList());
            default -> Answer.NOTHING;
        };
    }

    private List<String> scratches(List<String> before) throws IOException {
        int config = before.lastIndexOf(RunFlag.CONFIG.flag());
        Optional<String> named =
                config >= 0 && config + 1 < before.size() ? Optional.of(before.get(config + 1)) : Optional.empty();
        try {
            return session.scratches(session.catalog(named)).list().stream()
                    .map(Scratch::name)
                    .toList();
        } catch (ProblemException noConfiguration) {
            return List.of();
        }
    }

    private List<String> ids() throws IOException {
        List<String> ids = new ArrayList<>(session.history().ids());
        ids.addFirst("last");
        return ids;
    }
}
