package org.bulle.engine.resolve;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.bulle.engine.merge.MergedProfile.Contribution;
import org.bulle.engine.merge.MergedProfile.PathValue;
import org.bulle.engine.policy.Layer;
import org.bulle.engine.policy.PathTree;
import org.bulle.engine.policy.Statement;
import org.bulle.engine.profile.Printable;

/** Turns path entries into places on this machine. */
final class EntryResolver {
    private final MachineFiles files;
    private final Variables variables;
    private final ProtectedPlaces protectedPlaces;
    private final ExecutableSearch programs;
    private final Map<String, ToolAnswer> answers;
    private final String workspace;
    private final String cwd;
    private final PrivateDirectories directories;
    private final ProblemLog problems;
    private final SystemRoots systemRoots;
    private final Map<String, String> shims = new LinkedHashMap<>();

    EntryResolver(Ground ground, Map<String, ToolAnswer> answers) {
        this.files = ground.files();
        this.variables = ground.variables();
        this.protectedPlaces = ground.protectedPlaces();
        this.programs = ground.programs();
        this.systemRoots = ground.systemRoots();
        this.workspace = ground.workspace();
        this.cwd = ground.machine().cwd();
        this.directories = ground.directories();
        this.problems = ground.problems();
        this.answers = answers;
    }

    /** Names found by {@code which:} and {@code pkg:}, with the path that each was found at. */
    Map<String, String> shims() {
        return shims;
    }

    /** More than one only when a flag and a profile wrote the same relative text, which means two places. */
    List<Draft> resolve(PathValue value) {
        return switch (EntryKind.of(value.text())) {
            case EntryKind.Literal literal -> paths(value);
            case EntryKind.Program program -> List.of(program(value, program));
            case EntryKind.Tool tool -> List.of(tool(value, tool));
        };
    }

    /**
     * What a relative path is relative to.
     *
     * @param byProfile somebody wrote it who cannot have known which directory that would be
     */
    private record Base(String directory, boolean byProfile) {
        static final Base NONE = new Base("/", false);
    }

    private List<Draft> paths(PathValue value) {
        EntrySyntax.Expansion expansion;
        try {
            expansion = EntrySyntax.path(value.text()).expand(variables);
        } catch (EntrySyntax.Malformed malformed) {
            Draft.Written written = Draft.Written.of(value.text(), value.contributions());
            problems.machine(ProblemLog.At.of(written.decisive()), entry(value.text()) + " " + malformed.getMessage());
            return List.of();
        }
        if (expansion.text().startsWith("/") || expansion.unset().isPresent()) {
            return List.of(path(value.text(), value.contributions(), expansion, Base.NONE));
        }
        List<Draft> drafts = new ArrayList<>();
        Predicate<Contribution> byFlag = contribution -> contribution.origin().layer() == Layer.FLAG;
        relative(value, byFlag, expansion, new Base(cwd, false), drafts);
        relative(value, byFlag.negate(), expansion, new Base(workspace, true), drafts);
        return drafts;
    }

    private void relative(
            PathValue value,
            Predicate<Contribution> which,
            EntrySyntax.Expansion expansion,
            Base base,
            List<Draft> drafts) {
        List<Contribution> contributions =
                value.contributions().stream().filter(which).toList();
        if (!contributions.isEmpty()) {
            drafts.add(path(value.text(), contributions, expansion, base));
        }
    }

    private Draft path(String text, List<Contribution> contributions, EntrySyntax.Expansion expansion, Base base) {
        Draft.Written written = Draft.Written.of(text, contributions);
        if (expansion.unset().isPresent()) {
            return absent(
                    written,
                    contributions,
                    EntryPhrase.UNSET.with("$" + expansion.unset().get()),
                    entry(text) + " needs $" + expansion.unset().get() + ", which is not set");
        }
        if (expansion.text().isEmpty()) {
            problems.machine(ProblemLog.At.of(written.decisive()), "an entry is empty");
            return Draft.skipped(written, EntryPhrase.EMPTY.with());
        }
        if (GlobExpander.hasDoubleStar(expansion.stars())) {
            problems.machine(
                    ProblemLog.At.of(written.decisive()),
                    entry(text) + " has \"**\"; a * matches within one name, so write one level for each \"/\"");
            return Draft.skipped(written, EntryPhrase.DOUBLE_STAR.with());
        }
        String prefix = expansion.text().startsWith("/") ? "" : base.directory() + "/";
        if (expansion.hasGlob()) {
            java.util.BitSet stars = new java.util.BitSet();
            expansion.stars().stream().forEach(at -> stars.set(at + prefix.length()));
            return glob(written, prefix + expansion.text(), stars);
        }
        return single(written, contributions, prefix + expansion.text(), expansion.byVariable() || base.byProfile());
    }

    private Draft glob(Draft.Written written, String absolute, java.util.BitSet stars) {
        GlobExpander expander = new GlobExpander(files);
        Optional<List<String>> matches = expander.expand(absolute, stars);
        if (matches.isEmpty()) {
            problems.machine(
                    ProblemLog.At.of(written.decisive()),
                    entry(written.text()) + " would have to look at too many names; write more of the path out");
            return Draft.skipped(written, EntryPhrase.TOO_MANY_NAMES.with());
        }
        List<Draft.Target> targets = new ArrayList<>();
        List<Statement> unknown = new ArrayList<>(expander.unknown().stream().toList());
        for (String match : matches.get()) {
            PathWalk walk = PathWalk.follow(files, match);
            files.unknown(walk.path()).ifPresent(unknown::add);
            if (walk.exists() && accept(written, walk, true)) {
                targets.add(Draft.Target.existing(walk));
            }
        }
        return targets.isEmpty()
                ? Draft.skipped(
                        written,
                        files.elsewhere()
                                .or(() -> unknown.stream().findFirst())
                                .orElseGet(() -> EntryPhrase.NO_MATCH.with()))
                : Draft.of(written, true, targets);
    }

    private Draft single(
            Draft.Written written, List<Contribution> contributions, String absolute, boolean byExpansion) {
        PathWalk walk = PathWalk.follow(files, absolute);
        if (walk.crossed().contains("/proc/self") || walk.crossed().contains("/proc/thread-self")) {
            return absent(
                    written,
                    contributions,
                    EntryPhrase.OWN_PROC.with(),
                    entry(written.text())
                            + " would grant bulle's own directory in /proc, not the command's; grant /proc");
        }
        if (!accept(written, walk, byExpansion)) {
            return Draft.skipped(written, EntryPhrase.REFUSED.with());
        }
        if (walk.exists()) {
            return Draft.of(written, false, List.of(Draft.Target.existing(walk)));
        }
        boolean own = PathTree.isWithin(directories.temp(), walk.path());
        if (walk.reachable() && walk.status().kind() == FileStatus.Kind.MISSING && (written.create() || own)) {
            // What has to be there is made by the run, and refused by the system in its own words.
            Optional<String> closed = own || !written.optional() ? Optional.empty() : closedAbove(walk.path());
            if (closed.isPresent()) {
                return Draft.skipped(written, EntryPhrase.CANNOT_BE_CREATED.with(closed.get()));
            }
            boolean directory = own || written.text().endsWith("/");
            return Draft.of(written, false, List.of(new Draft.Target(walk, true, directory)));
        }
        return missing(written, contributions, walk);
    }

    /** The directory in which a missing path would have to be made, when the user may not; nobody knows that of another system. */
    private Optional<String> closedAbove(String missing) {
        if (files.elsewhere().isPresent()) {
            return Optional.empty();
        }
        String above = Paths.parent(missing);
        while (!files.status(above).exists() && !above.equals("/")) {
            above = Paths.parent(above);
        }
        return files.mayWrite(above) ? Optional.empty() : Optional.of(shown(above));
    }

    private Draft missing(Draft.Written written, List<Contribution> contributions, PathWalk walk) {
        Optional<Statement> unknown = files.unknown(walk.path());
        if (unknown.isPresent()) {
            return Draft.skipped(written, unknown.get());
        }
        if (!walk.reachable()) {
            FileStatus end = files.status(walk.path());
            Statement why = end.exists() && !end.isDirectory()
                    ? EntryPhrase.NOT_A_DIRECTORY.with(shown(walk.path()))
                    : EntryPhrase.LEADS_NOWHERE.with();
            return absent(written, contributions, why, entry(written.text()) + " leads nowhere: " + why);
        }
        if (walk.status().kind() == FileStatus.Kind.DENIED) {
            return absent(
                    written,
                    contributions,
                    EntryPhrase.UNSEARCHABLE.with(),
                    entry(written.text()) + " may not be looked at: " + shown(walk.path())
                            + " lies in a directory that you may not search");
        }
        String dangling = walk.links().isEmpty() ? "" : " (the link leads to " + shown(walk.path()) + ")";
        String path = shown(walk.links().isEmpty() ? walk.path() : walk.links().getFirst());
        return absent(
                written,
                contributions,
                walk.links().isEmpty() ? EntryPhrase.MISSING.with() : EntryPhrase.DANGLING.with(shown(walk.path())),
                path + " does not exist" + dangling + "; write ?" + shown(written.text())
                        + " to skip it when it is missing, or +" + shown(written.text())
                        + " to create it (with a / at the end: as a directory)");
    }

    /** Skips what may be missing: everything optional and everything that is only read. */
    private Draft absent(Draft.Written written, List<Contribution> contributions, Statement why, String error) {
        for (Contribution contribution : contributions) {
            if (contribution.list().writes() && !contribution.optional()) {
                problems.machine(ProblemLog.At.of(contribution.origin()), error, "?" + written.text());
                break;
            }
        }
        return Draft.skipped(written, why);
    }

    /** Refuses what reaches a protected place without saying so. */
    private boolean accept(Draft.Written written, PathWalk walk, boolean byExpansion) {
        Optional<ProtectedPlaces.Place> place = protectedPlaces.at(walk);
        if (place.isEmpty() || !byExpansion && walk.crossed().isEmpty()) {
            return true;
        }
        String how = walk.crossed().isEmpty() ? "expands to " : "leads by a link to ";
        problems.machine(
                ProblemLog.At.of(written.decisive()),
                entry(written.text()) + " " + how + place.get().words() + ", " + shown(walk.path())
                        + "; name the directories in it that are needed");
        return false;
    }

    private Draft program(PathValue value, EntryKind.Program program) {
        Draft.Written written = Draft.Written.of(value.text(), value.contributions());
        for (Contribution contribution : value.contributions()) {
            if (!contribution.list().executes()) {
                problems.machine(
                        ProblemLog.At.of(contribution.origin()),
                        entry(value.text()) + " stands in "
                                + contribution.list().key() + "; " + program.kind() + ": is for rox and rwx only");
                return Draft.skipped(written, EntryPhrase.NOT_IN_THIS_LIST.with());
            }
        }
        String name = program.name();
        if (name.isEmpty()
                || name.equals(".")
                || name.equals("..")
                || name.indexOf('/') >= 0
                || name.indexOf('\0') >= 0) {
            problems.machine(
                    ProblemLog.At.of(written.decisive()),
                    entry(value.text()) + " needs the bare name of a program after " + program.kind() + ":");
            return Draft.skipped(written, EntryPhrase.NO_BARE_NAME.with());
        }
        if (files.elsewhere().isPresent()) {
            return Draft.skipped(written, files.elsewhere().get());
        }
        return switch (programs.find(name)) {
            case ExecutableSearch.Hit.Program hit -> found(written, program, hit);
            case ExecutableSearch.Hit.Unusable hit ->
                failed(written, EntryPhrase.UNUSABLE.with(new Statement.Verbatim(shown(hit.path())), hit.why()));
            case ExecutableSearch.Hit.Nothing none ->
                failed(written, EntryPhrase.NO_PROGRAM.with(Printable.quoted(name)));
        };
    }

    private Draft found(Draft.Written written, EntryKind.Program program, ExecutableSearch.Hit.Program hit) {
        List<Draft.Target> targets = new ArrayList<>();
        targets.add(Draft.Target.existing(hit.walk()));
        if (program.withPackage()) {
            String tree = Paths.parent(Paths.parent(hit.walk().path()));
            PathWalk walk = PathWalk.follow(files, tree);
            Optional<Statement> why = systemRoots.whyTooBroad(walk);
            if (why.isEmpty()) {
                targets.add(Draft.Target.existing(walk));
            } else if (written.optional()) {
                problems.note(
                        ProblemLog.At.of(written.decisive()),
                        entry(written.text()) + " grants the file alone: its package directory would be " + shown(tree)
                                + ", " + why.get());
            } else {
                problems.machine(
                        ProblemLog.At.of(written.decisive()),
                        entry(written.text()) + " would grant " + shown(tree) + ", " + why.get() + "; use which:"
                                + program.name(),
                        "which:" + program.name());
                return Draft.skipped(written, EntryPhrase.PACKAGE_TOO_BROAD.with(why.get()));
            }
        }
        shims.putIfAbsent(program.name(), hit.path());
        return Draft.of(written, true, targets);
    }

    private Draft tool(PathValue value, EntryKind.Tool tool) {
        Draft.Written written = Draft.Written.of(value.text(), value.contributions());
        Optional<String> unknown = ToolRegistry.unknown(tool.tool(), tool.aspect());
        if (unknown.isPresent()) {
            problems.machine(ProblemLog.At.of(written.decisive()), entry(value.text()) + " " + unknown.get());
            return Draft.skipped(written, EntryPhrase.UNKNOWN_RESOLVER.with());
        }
        if (files.elsewhere().isPresent()) {
            return Draft.skipped(written, files.elsewhere().get());
        }
        return switch (answers.getOrDefault(value.text(), new ToolAnswer.Failed(EntryPhrase.TOOL_NOT_ASKED.with()))) {
            case ToolAnswer.Failed failed -> failed(written, failed.reason());
            case ToolAnswer.Paths paths -> answered(written, value.contributions(), paths.paths());
        };
    }

    private Draft answered(Draft.Written written, List<Contribution> contributions, List<String> paths) {
        if (paths.isEmpty()) {
            return Draft.skipped(written, EntryPhrase.ONLY_SYSTEM.with());
        }
        List<Draft.Target> targets = new ArrayList<>();
        String missing = "";
        for (String path : paths) {
            PathWalk walk = PathWalk.follow(files, path);
            if (walk.exists()) {
                if (accept(written, walk, true)) {
                    targets.add(Draft.Target.existing(walk));
                }
            } else if (written.create() && walk.reachable() && walk.status().kind() == FileStatus.Kind.MISSING) {
                targets.add(new Draft.Target(walk, true, true));
            } else {
                missing = path;
            }
        }
        if (targets.isEmpty()) {
            return absent(
                    written,
                    contributions,
                    EntryPhrase.MISSING_THERE.with(shown(missing)),
                    shown(missing) + ", which " + shown(written.text()) + " reports, does not exist; write ?"
                            + shown(written.text()) + " to skip it when it is missing, or +" + shown(written.text())
                            + " to create it");
        }
        return Draft.of(written, true, targets);
    }

    /** What a resolver cannot say is an error unless every contribution is optional. */
    private Draft failed(Draft.Written written, Statement why) {
        if (!written.optional()) {
            problems.machine(
                    ProblemLog.At.of(written.decisive()),
                    entry(written.text()) + ": " + why + "; write ?" + shown(written.text()) + " to skip it then",
                    "?" + written.text());
        }
        return Draft.skipped(written, why);
    }

    private static String entry(String text) {
        return "the entry " + Printable.quoted(text);
    }

    private static String shown(String path) {
        return Printable.escape(path);
    }
}
