package org.bulle.engine.check;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.bulle.engine.merge.MergedProfile;
import org.bulle.engine.merge.MergedProfile.Contribution;
import org.bulle.engine.merge.MergedProfile.EnvValue;
import org.bulle.engine.merge.MergedProfile.PathValue;
import org.bulle.engine.merge.Merger;
import org.bulle.engine.merge.Overrides;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Layer;
import org.bulle.engine.policy.Origin;
import org.bulle.engine.policy.PolicyEntry;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.profile.CatalogEntry;
import org.bulle.engine.profile.EnvEntry;
import org.bulle.engine.profile.FileTrouble;
import org.bulle.engine.profile.Inheritance;
import org.bulle.engine.profile.Located;
import org.bulle.engine.profile.MarkedPath;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.Printable;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.profile.ProblemException;
import org.bulle.engine.profile.Profile;
import org.bulle.engine.profile.Settings;
import org.bulle.engine.resolve.EntryReading;
import org.bulle.engine.resolve.EntryReading.Meaning;
import org.bulle.engine.resolve.Machine;
import org.bulle.engine.resolve.PolicyResolver;
import org.bulle.engine.resolve.ResolveRequest;
import org.bulle.engine.resolve.ToolRunner;

/**
 * Finds what is wrong, dangerous, useless or unwise in profiles. Errors are what a run would refuse; warnings what a careful reader would ask about;
 * notes what is good to know. Creates nothing and runs nothing but the tool resolvers, each question once.
 */
public final class ProfileLinter {
    /** A profile is judged for any workspace, not for the directory in which the linter happens to run. */
    private static final String SOME_WORKSPACE = "/workspace/project";

    private final Machine machine;
    private final ToolRunner tools;
    private final String workspace;

    /** @param tools how tool resolvers are asked; {@link ToolRunner#refusing} to ask none */
    public ProfileLinter(Machine machine, ToolRunner tools) {
        this.machine = machine;
        this.tools = new AskedOnce(tools);
        this.workspace = Files.isDirectory(OsPath.of(machine.cwd())) ? machine.cwd() : "/";
    }

    /** Everything that the user wrote: config.toml and each of its profiles, each profile file; in the order of files and lines. */
    public List<Problem> checkAll(Catalog catalog) {
        Set<Problem> problems = new LinkedHashSet<>(catalog.problems());
        for (CatalogEntry entry : catalog.entries()) {
            if (entry.source() != CatalogEntry.Source.BUILT_IN) {
                problems.addAll(check(catalog, entry.name()));
            }
        }
        return sorted(problems);
    }

    /**
     * One profile: its user layers, or the built-in one where there are none.
     *
     * @return also what is wrong in config.toml, since that fails a run of this profile too; empty for a name that does not exist
     */
    public List<Problem> check(Catalog catalog, String name) {
        Set<Problem> problems = new LinkedHashSet<>(catalog.problems(name));
        problems.addAll(catalog.configurationProblems());
        problems.addAll(Inheritance.of(catalog, List.of(name)).problems());
        List<Profile> layers = catalog.layers(name);
        List<Profile> users =
                layers.stream().filter(layer -> layer.layer() != Layer.BUILT_IN).toList();
        for (Profile layer : users.isEmpty() ? layers : users) {
            problems.addAll(new OneLayer(catalog, layer).check());
        }
        return sorted(problems);
    }

    /** A text as it would be with it in {@code profiles/NAME.toml}; problems name {@code file}. The name must be allowed. */
    public List<Problem> checkText(Catalog catalog, String name, String file, String text) {
        Catalog changed = catalog.with(name, text);
        String inPlace = changed.sources(name).getLast().file();
        return check(changed, name).stream()
                .map(problem -> problem.file().equals(inPlace) ? in(file, problem) : problem)
                .toList();
    }

    /** A text as it would be with it in config.toml: what is wrong there, and in the profiles that it defines. */
    public List<Problem> checkConfiguration(Catalog catalog, String text) {
        Catalog changed = catalog.withConfiguration(text);
        Set<Problem> problems = new LinkedHashSet<>(changed.configurationProblems());
        String file = OsPath.text(catalog.root().resolve("config.toml"));
        for (String name : changed.configuration().profiles().keySet()) {
            check(changed, name).stream()
                    .filter(problem -> problem.file().equals(file))
                    .forEach(problems::add);
        }
        return sorted(problems);
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

    private static List<Problem> sorted(Set<Problem> problems) {
        return problems.stream().sorted(Problem.ORDER).toList();
    }

    /** The rules for one file or one table of config.toml. */
    private final class OneLayer {
        private final Catalog catalog;
        private final Profile layer;
        private final Findings findings;
        private final EntryReading reading;
        private final Dangers dangers;

        OneLayer(Catalog catalog, Profile layer) {
            this.catalog = catalog;
            this.layer = layer;
            this.findings = Findings.in(layer.file());
            this.reading = EntryReading.of(machine, catalog.configuration(), SOME_WORKSPACE);
            this.dangers = Dangers.of(machine, reading, SOME_WORKSPACE);
        }

        List<Problem> check() {
            shadowing();
            boolean isApp = catalog.entry(layer.name())
                    .filter(entry -> entry.kind() == CatalogEntry.Kind.APP)
                    .isPresent();
            HouseRules.check(layer, isApp, findings);
            List<OwnEntry> entries = OwnEntry.of(layer);
            entries.forEach(this::entry);
            variables();
            merged(List.of(layer.name())).ifPresent(merged -> {
                Map<String, PathValue> granted = new HashMap<>();
                merged.paths()
                        .forEach(path -> granted.put(MarkedPath.of(path.text()).mergeKey(), path));
                entries.stream()
                        .filter(entry -> entry.countsOn(machine.platform()))
                        .forEach(entry -> redundant(entry, granted));
                resolved(merged, entries);
            });
            redundantVariables();
            return findings.problems();
        }

        private void shadowing() {
            if (layer.layer() != Layer.BUILT_IN && catalog.isBuiltIn(layer.name())) {
                Set<String> heirs = catalog.dependents(layer.name());
                String reach = heirs.isEmpty() ? "" : ", also for " + String.join(", ", heirs);
                findings.note("merged over the built-in profile " + layer.name() + reach);
            }
        }

        private void entry(OwnEntry entry) {
            String text = entry.path().text();
            Meaning meaning = reading.read(text);
            if (meaning instanceof Meaning.Wrong wrong) {
                findings.error(
                        entry.written(), entry.list().key(), "the entry " + Printable.quoted(text) + " " + wrong.why());
            }
            if (meaning instanceof Meaning.Program program && !entry.list().executes()) {
                String kind = program.withPackage() ? "pkg" : "which";
                findings.error(
                        entry.written(),
                        entry.list().key(),
                        "the entry " + Printable.quoted(text) + " stands in "
                                + entry.list().key() + "; " + kind + ": is for rox and rwx only");
            }
            if (text.codePoints().anyMatch(Printable::isHidden)) {
                findings.warn(
                        entry.written(),
                        entry.list().key(),
                        "the entry " + Printable.quoted(text) + " has characters that are not seen",
                        null);
            }
            HouseRules.missingMarker(entry, meaning, findings);
            dangers.of(text, entry.list())
                    .ifPresent(danger -> findings.warn(
                            entry.written(),
                            entry.list().key(),
                            Printable.escape(text) + " " + danger.why() + " ("
                                    + danger.risk().key() + ")",
                            null));
        }

        private void variables() {
            List<Settings> all = new ArrayList<>(List.of(layer.settings()));
            all.addAll(layer.platforms().values());
            for (Settings settings : all) {
                for (Located<String> written : settings.env()) {
                    EnvEntry entry = EnvEntry.of(written.value());
                    Dangers.ofVariable(entry.name(), entry.value().isPresent())
                            .ifPresent(danger -> findings.warn(
                                    written,
                                    "env",
                                    entry.name() + " " + danger.why() + " ("
                                            + danger.risk().key() + ")",
                                    null));
                }
            }
        }

        private void redundant(OwnEntry entry, Map<String, PathValue> granted) {
            PathValue same = granted.get(entry.path().mergeKey());
            Optional<Origin> by = same == null ? Optional.empty() : earlier(entry, same);
            by.or(() -> above(entry, granted))
                    .ifPresent(origin -> findings.note(
                            entry.written(),
                            entry.list().key(),
                            "already granted by " + origin.label() + " (" + origin.list() + ")",
                            ""));
        }

        /** Contributions before it to the same path that together give all that it gives, and make what is missing where it does. */
        private Optional<Origin> earlier(OwnEntry entry, PathValue path) {
            AccessList given = null;
            boolean makes = false;
            for (Contribution contribution : path.contributions()) {
                if (entry.isThis(contribution.origin())) {
                    return Optional.empty();
                }
                given = given == null ? contribution.list() : given.union(contribution.list());
                makes |= contribution.create();
                if (given.covers(entry.list()) && (makes || !entry.path().create())) {
                    return Optional.of(contribution.origin());
                }
            }
            return Optional.empty();
        }

        /** A directory above it, granted by another profile. */
        private Optional<Origin> above(OwnEntry entry, Map<String, PathValue> granted) {
            String key = entry.path().mergeKey();
            for (int slash = key.lastIndexOf('/');
                    slash > 0 && !entry.path().create();
                    slash = key.lastIndexOf('/', slash - 1)) {
                PathValue directory = granted.get(key.substring(0, slash));
                if (directory != null && directory.text().indexOf('*') < 0) {
                    for (Contribution contribution : directory.contributions()) {
                        boolean another = !contribution.origin().profile().equals(layer.name());
                        if (another && contribution.list().covers(entry.list())) {
                            return Optional.of(contribution.origin());
                        }
                    }
                }
            }
            return Optional.empty();
        }

        private void redundantVariables() {
            List<String> parents = layer.inherits().stream()
                    .map(Located::value)
                    .filter(catalog::contains)
                    .toList();
            Optional<MergedProfile> inherited = merged(parents.isEmpty() ? List.of(Merger.FLOOR) : parents);
            for (Located<String> written : layer.settings().env()) {
                EnvEntry entry = EnvEntry.of(written.value());
                inherited.stream()
                        .flatMap(merged -> merged.env().stream())
                        .filter(value -> value.name().equals(entry.name())
                                && value.value().equals(entry.value()))
                        .map(EnvValue::origins)
                        .findFirst()
                        .ifPresent(origins -> findings.note(
                                written,
                                "env",
                                "already passed by " + origins.getLast().label(),
                                ""));
            }
        }

        private Optional<MergedProfile> merged(List<String> stack) {
            try {
                return Optional.of(Merger.merge(
                        catalog,
                        stack,
                        new Overrides(Map.of(), List.of(), List.of(), List.of(), true),
                        machine.platform()));
            } catch (ProblemException alreadyReported) {
                return Optional.empty();
            }
        }

        /** What becomes of the entries on this machine. */
        private void resolved(MergedProfile merged, List<OwnEntry> entries) {
            try {
                Map<String, OwnEntry> byPlace = new HashMap<>();
                entries.forEach(entry -> byPlace.put(
                        entry.written().line() + ":" + entry.written().column(), entry));
                for (PolicyEntry row : new PolicyResolver(machine, tools)
                        .resolve(request(merged))
                        .policy()
                        .entries()) {
                    if (row.outcome() instanceof PolicyEntry.Outcome.Skipped skipped) {
                        row.origins().stream()
                                .filter(origin -> origin.file().equals(layer.file()))
                                .map(origin -> byPlace.get(origin.line() + ":" + origin.column()))
                                .filter(Objects::nonNull)
                                .forEach(entry -> findings.note(
                                        entry.written(),
                                        entry.list().key(),
                                        "grants nothing on this system: "
                                                + Printable.escape(skipped.why().english()),
                                        null));
                    }
                }
            } catch (ProblemException e) {
                e.problems().stream()
                        .filter(problem -> problem.file().equals(layer.file()) && !isReported(problem))
                        .forEach(problem -> findings.problems().add(asWarning(problem)));
            }
        }

        private boolean isReported(Problem problem) {
            return findings.problems().stream()
                    .filter(known -> known.line() == problem.line() && known.column() == problem.column())
                    .anyMatch(known -> known.isError()
                            || known.fix() != null && known.fix().equals(problem.fix()));
        }

        /** It fails a run here, but the text may be right for another machine. */
        private static Problem asWarning(Problem problem) {
            return new Problem(
                    Problem.Severity.WARNING,
                    problem.kind(),
                    problem.file(),
                    problem.line(),
                    problem.column(),
                    problem.key(),
                    problem.message(),
                    problem.fix());
        }

        private ResolveRequest request(MergedProfile merged) {
            return new ResolveRequest(
                    merged,
                    true,
                    Optional.of(workspace),
                    false,
                    List.of(),
                    catalog.configuration(),
                    false,
                    Map.of(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Map.of());
        }
    }

    /** Many profiles ask the same tools. */
    private static final class AskedOnce implements ToolRunner {
        private final ToolRunner tools;
        private final Map<Question, Answer> answers = new ConcurrentHashMap<>();

        private sealed interface Answer {
            record Said(Output output) implements Answer {}

            record Failed(String why) implements Answer {}
        }

        AskedOnce(ToolRunner tools) {
            this.tools = tools;
        }

        @Override
        public Output run(Question question) throws IOException {
            return switch (answers.computeIfAbsent(question, this::ask)) {
                case Answer.Said said -> said.output();
                case Answer.Failed failed -> throw new IOException(failed.why());
            };
        }

        private Answer ask(Question question) {
            try {
                return new Answer.Said(tools.run(question));
            } catch (IOException e) {
                return new Answer.Failed(FileTrouble.sentence(e));
            }
        }
    }
}
