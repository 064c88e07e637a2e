package org.bulle.engine.profile;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.bulle.engine.policy.Layer;

/**
 * What an installation would do. Nothing has been written.
 *
 * @param source as it will be recorded
 * @param commit of a git repository, where it is known
 * @param items sorted by file name
 * @param before the catalog as it is
 * @param after the catalog as it would be, with every item that is not broken
 */
public record InstallPlan(
        InstallSource source, Optional<String> commit, List<Item> items, Catalog before, Catalog after) {
    public InstallPlan {
        items = List.copyOf(items);
    }

    /**
     * One file.
     *
     * @param name the profile's; for a refused name as the file has it
     * @param file what the source calls it
     * @param text empty when it could not be read
     * @param profile what it declares; empty when it is broken
     * @param current the user's file that it takes the place of
     * @param changedHere whether that one is no longer as it was installed
     */
    public record Item(
            String name,
            String file,
            String text,
            Status status,
            Optional<Profile> profile,
            List<Problem> problems,
            Optional<String> current,
            boolean changedHere) {
        public Item {
            problems = List.copyOf(problems);
        }

        public boolean isBroken() {
            return status == Status.BROKEN;
        }
    }

    /** What installing a file means. */
    public enum Status {
        NEW,
        /** A user file of that name goes; it stays as a version. */
        REPLACES,
        /** There is a built-in profile of that name: the file is merged over it, also for everything that inherits the name. */
        SHADOWS_BUILT_IN,
        /** The same for a profile of config.toml. */
        MERGES_OVER_CONFIGURATION,
        /** The user's file says the same already. */
        UNCHANGED,
        /** It cannot be installed. */
        BROKEN
    }

    static InstallPlan of(
            InstallSource source, SourceReader.Fetched fetched, Catalog before, InstalledProfiles installed) {
        List<Item> items = new ArrayList<>();
        for (SourceFile file : fetched.files()) {
            items.add(item(file, before, installed));
        }
        return new InstallPlan(source, fetched.commit(), items, before, before).checked();
    }

    /** Without some of the files, as a reviewer left them out. */
    public InstallPlan without(Collection<String> names) {
        return withItems(
                items.stream().filter(item -> !names.contains(item.name())).toList());
    }

    /** With these files alone. */
    public InstallPlan only(Collection<String> names) {
        return withItems(
                items.stream().filter(item -> names.contains(item.name())).toList());
    }

    /**
     * With one file under another name.
     *
     * @throws ProblemException when the name is not allowed, or another file of the plan has it
     */
    public InstallPlan renamed(String from, String to) throws ProblemException {
        Optional<String> refusal = ProfileNames.refusal(to)
                .or(() -> items.stream().anyMatch(item -> item.name().equals(to))
                        ? Optional.of("two files cannot have the name " + to)
                        : Optional.empty());
        if (refusal.isPresent()) {
            throw new ProblemException(problem("", refusal.get()));
        }
        return withItems(items.stream()
                .map(item -> item.name().equals(from)
                        ? item(to, item.file(), item.text(), List.of(), before, InstalledProfiles.NONE)
                        : item)
                .toList());
    }

    /** The names that would be written. */
    public List<String> written() {
        return items.stream()
                .filter(item -> !item.isBroken() && item.status() != Status.UNCHANGED)
                .map(Item::name)
                .toList();
    }

    /**
     * Why the plan as a whole cannot be carried out; empty when it can.
     *
     * @param force whether names that are profiles already may be taken
     */
    public List<Problem> refusals(boolean force) {
        List<Problem> problems = new ArrayList<>();
        for (Item item : items) {
            problems.addAll(item.problems().stream().filter(Problem::isError).toList());
            if (!force) {
                taken(item).ifPresent(why -> problems.add(problem(item.file(), why)));
            }
        }
        return problems;
    }

    private static Optional<String> taken(Item item) {
        return switch (item.status()) {
            case REPLACES ->
                Optional.of("there is a profile file " + item.name()
                        + " already; --force replaces it, and keeps it as a version");
            case SHADOWS_BUILT_IN ->
                Optional.of("there is a built-in profile " + item.name()
                        + "; --force merges the file over it, also for everything that inherits it");
            case MERGES_OVER_CONFIGURATION ->
                Optional.of("config.toml has a profile " + item.name()
                        + "; --force merges the file over it, also for everything that inherits it");
            case NEW, UNCHANGED, BROKEN -> Optional.empty();
        };
    }

    private InstallPlan withItems(List<Item> chosen) {
        return new InstallPlan(source, commit, chosen, before, before).checked();
    }

    private static Item item(SourceFile file, Catalog before, InstalledProfiles installed) {
        return switch (file.content()) {
            case TextFile.Text text -> item(file.name(), file.place(), text.text(), List.of(), before, installed);
            case TextFile.Unreadable bad ->
                item(
                        file.name(),
                        file.place(),
                        "",
                        file.content().problem(file.place()).stream().toList(),
                        before,
                        installed);
            case TextFile.Missing missing ->
                item(
                        file.name(),
                        file.place(),
                        "",
                        List.of(problem(file.place(), "the file is gone")),
                        before,
                        installed);
        };
    }

    private static Item item(
            String name, String file, String text, List<Problem> known, Catalog before, InstalledProfiles installed) {
        List<Problem> problems = new ArrayList<>(known);
        Parsed parsed = ProfileParser.parse(name, Layer.USER, file, text);
        if (known.isEmpty()) {
            problems.addAll(parsed.problems());
        }
        Optional<String> current = before.hasUserFile(name)
                ? Optional.of(before.sources(name).getLast().text())
                : Optional.empty();
        InstalledProfiles.Origin origin = installed.byName().get(name);
        boolean changedHere = current.isPresent()
                && !current.get().equals(text)
                && (origin == null || !origin.digest().equals(InstalledProfiles.digest(current.get())));
        Status status = problems.isEmpty() ? status(name, text, current, before) : Status.BROKEN;
        return new Item(
                name,
                file,
                text,
                status,
                problems.isEmpty() ? parsed.profile() : Optional.empty(),
                problems,
                current,
                changedHere);
    }

    private static Status status(String name, String text, Optional<String> current, Catalog before) {
        if (current.isPresent()) {
            return current.get().equals(text) ? Status.UNCHANGED : Status.REPLACES;
        }
        if (before.isBuiltIn(name)) {
            return Status.SHADOWS_BUILT_IN;
        }
        return before.contains(name) ? Status.MERGES_OVER_CONFIGURATION : Status.NEW;
    }

    /** Works out the catalog after, and breaks what would not work in it: missing parents and circles. */
    private InstallPlan checked() {
        List<Item> now = items;
        while (true) {
            Catalog after = before.with(texts(now));
            List<Item> next = now.stream()
                    .map(item -> item.isBroken() ? item : inContext(item, after))
                    .toList();
            if (next.equals(now)) {
                return new InstallPlan(source, commit, now, before, after);
            }
            now = next;
        }
    }

    private static Map<String, String> texts(List<Item> items) {
        Map<String, String> texts = new TreeMap<>();
        items.stream().filter(item -> !item.isBroken()).forEach(item -> texts.put(item.name(), item.text()));
        return texts;
    }

    private Item inContext(Item item, Catalog after) {
        Set<Problem> known =
                new HashSet<>(Inheritance.of(before, List.of(item.name())).problems());
        String inPlace = after.sources(item.name()).getLast().file();
        List<Problem> problems = Inheritance.of(after, List.of(item.name())).problems().stream()
                .filter(problem -> !known.contains(problem))
                .map(problem -> problem.file().equals(inPlace) ? in(item.file(), problem) : problem)
                .toList();
        return problems.isEmpty()
                ? item
                : new Item(
                        item.name(),
                        item.file(),
                        item.text(),
                        Status.BROKEN,
                        Optional.empty(),
                        problems,
                        item.current(),
                        item.changedHere());
    }

    private static Problem in(String file, Problem problem) {
        return new Problem(
                problem.severity(),
                problem.kind(),
                file,
                problem.line(),
                problem.column(),
                problem.key(),
                problem.message(),
                problem.fix());
    }

    private static Problem problem(String file, String message) {
        return new Problem(Problem.Severity.ERROR, Problem.Kind.TEXT, file, 0, 0, "", message, null);
    }
}
