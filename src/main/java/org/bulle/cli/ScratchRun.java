package org.bulle.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.bulle.engine.history.SecretMask;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.profile.FileTrouble;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.Printable;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.profile.ProblemException;
import org.bulle.engine.resolve.FutureClone;
import org.bulle.engine.run.CommandException;
import org.bulle.engine.run.Plan;
import org.bulle.engine.sandbox.SandboxException;
import org.bulle.engine.scratch.Scratch;
import org.bulle.engine.scratch.ScratchException;
import org.bulle.engine.scratch.ScratchPlan;
import org.bulle.engine.scratch.ScratchStore;

/** A run in a disposable clone of the workspace, and what becomes of the clone afterwards. */
final class ScratchRun {
    private static final int SHORT_HASH = 10;

    private final Session session;
    private final Catalog catalog;
    private final ScratchStore store;

    ScratchRun(Session session, Catalog catalog) throws ProblemException {
        this.session = session;
        this.catalog = catalog;
        this.store = session.scratches(catalog);
    }

    /** A scratch as the place of a run. */
    final class Place {
        private final Scratch scratch;

        private Place(Scratch scratch) {
            this.scratch = scratch;
        }

        Scratch scratch() {
            return scratch;
        }

        String workspace() {
            return OsPath.text(scratch.workspace());
        }

        /** Says what is worth a word, and refuses what must not be; see {@link ScratchStore#check}. */
        void check(Policy policy) throws ProblemException, IOException {
            store.check(policy, scratch).forEach(session.printer()::warning);
        }
    }

    /** Runs it. The result of the run is the result, whatever is answered afterwards. */
    int run(RunArguments typed) throws ProblemException, SandboxException, CommandException, IOException {
        RunArguments arguments = placed(typed);
        new PlannedRun(session).check(arguments, catalog);
        Scratch scratch = make(arguments);
        boolean finished = false;
        try {
            int code = new RunCommand(session).run(arguments, catalog.root(), Optional.of(new Place(scratch)));
            finished = true;
            return code;
        } finally {
            review(arguments).after(scratch, finished);
        }
    }

    /** With paths of flags that are relative to a directory of the repository meaning the clone: it is what the command sees. */
    private RunArguments placed(RunArguments arguments) throws ProblemException {
        String named = arguments.workspace().orElse(session.machine().cwd());
        try {
            Path workspace = session.path(named, "").toRealPath();
            Path cwd = OsPath.of(session.machine().cwd()).toRealPath();
            Optional<Path> repository = Stream.iterate(workspace, Objects::nonNull, Path::getParent)
                    .filter(each -> Files.exists(each.resolve(".git")))
                    .findFirst();
            return repository
                    .map(top -> arguments.withPaths(path -> FlagPath.inClone(path, cwd, workspace, top)))
                    .orElse(arguments);
        } catch (IOException missing) {
            // Said where the workspace is looked for.
            return arguments;
        }
    }

    private ScratchReview review(RunArguments arguments) {
        return new ScratchReview(
                session,
                store,
                arguments.last(RunFlag.CONFIG),
                arguments.has(RunFlag.SCRATCH_KEEP),
                arguments.has(RunFlag.KEEP_CHILDREN));
    }

    /** A plan in the clone that it would be carried out in, and the catalog that it was made from. */
    record Shown(ScratchPlan scratch, Catalog catalog) {
        Plan plan() {
            return scratch.plan();
        }

        FutureClone future() {
            return scratch.future();
        }
    }

    /**
     * The plan of a run in the scratch that it would make, without making it; with the warnings of making it.
     *
     * @throws ProblemException with everything that is wrong, as a run would say it
     */
    Shown toShow(RunArguments typed) throws ProblemException, IOException {
        RunArguments arguments = placed(typed);
        PlannedRun run = new PlannedRun(session);
        run.check(arguments, catalog);
        ScratchPlan plan = asked(
                arguments,
                directory -> ScratchPlan.of(
                        store, directory, (workspace, clone) -> run.inClone(arguments.in(workspace), catalog, clone)));
        plan.warnings().forEach(session.printer()::warning);
        return new Shown(plan, catalog);
    }

    /** What the store is asked about a directory. */
    private interface Question<T> {
        T of(Path directory) throws IOException, ScratchException, ProblemException;
    }

    private Scratch make(RunArguments arguments) throws ProblemException {
        ScratchStore.Created created = asked(
                arguments,
                directory -> store.create(
                        directory, invocation(arguments, session.machine().cwd())));
        Scratch scratch = created.scratch();
        session.printer()
                .remark("bulle: scratch " + scratch.name() + " in " + scratch.directory() + ", from "
                        + scratch.base().substring(0, SHORT_HASH)
                        + scratch.branch().map(branch -> " (" + branch + ")").orElse(" (detached)") + ", with "
                        + created.modified() + " modified and " + created.untracked() + " untracked");
        created.warnings().forEach(session.printer()::warning);
        return scratch;
    }

    private <T> T asked(RunArguments arguments, Question<T> question) throws ProblemException {
        String workspace = arguments.workspace().orElse(session.machine().cwd());
        try {
            return question.of(session.path(workspace, "").toRealPath());
        } catch (ScratchException refused) {
            throw Session.problem(Problem.Kind.MACHINE, "", refused.getMessage());
        } catch (NoSuchFileException missing) {
            throw Session.problem(
                    Problem.Kind.TEXT, "", "the workspace " + Printable.quoted(workspace) + " does not exist");
        } catch (IOException refused) {
            throw Session.problem(
                    Problem.Kind.MACHINE,
                    "",
                    "no scratch could be made: " + FileTrouble.sentence(refused) + "; nothing is left");
        }
    }

    private static List<String> invocation(RunArguments arguments, String cwd) {
        List<String> words = new ArrayList<>();
        if (!arguments.profiles().isEmpty()) {
            words.add(String.join(
                    ",", arguments.profiles().stream().map(CommaList::escape).toList()));
        }
        words.addAll(SecretMask.flags(RecordedFlags.of(arguments, cwd)));
        if (!arguments.command().isEmpty()) {
            words.add("--");
            words.addAll(SecretMask.command(arguments.command()));
        }
        return words;
    }
}
