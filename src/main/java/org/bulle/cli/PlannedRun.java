package org.bulle.cli;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bulle.engine.merge.Merger;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.profile.Nearest;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.Printable;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.profile.ProblemException;
import org.bulle.engine.profile.SearchPath;
import org.bulle.engine.resolve.FutureClone;
import org.bulle.engine.resolve.Machine;
import org.bulle.engine.run.CachingPlanner;
import org.bulle.engine.run.NativeStart;
import org.bulle.engine.run.Plan;
import org.bulle.engine.run.Planner;
import org.bulle.engine.run.RunRequest;

/** Plans what was typed, and says more where a profile name looks like something else. */
final class PlannedRun {
    private final Session session;

    PlannedRun(Session session) {
        this.session = session;
    }

    /**
     * Plans a run.
     *
     * @param again whether it may come again, so that the plan is worth keeping
     * @param natives waited for before anything is planned
     */
    CachingPlanner.Planned toRun(RunArguments arguments, Path configRoot, boolean again, NativeStart natives)
            throws ProblemException {
        return plan(arguments, configRoot, session.machine(), again, natives);
    }

    /** Plans what is only looked at: nothing is kept. */
    CachingPlanner.Planned toShow(RunArguments arguments, Path configRoot, Machine machine) throws ProblemException {
        return plan(arguments, configRoot, machine, false, NativeStart.none());
    }

    /**
     * @throws ProblemException with everything that is wrong, and what was perhaps meant
     */
    private CachingPlanner.Planned plan(
            RunArguments arguments, Path configRoot, Machine machine, boolean keep, NativeStart natives)
            throws ProblemException {
        CachingPlanner planner = session.planner(configRoot);
        RunRequest request = arguments.request(machine.cwd());
        natives.await();
        // Not before: to explain what is wrong the catalog is loaded.
        try {
            return planner.plan(request, machine, keep);
        } catch (ProblemException failed) {
            throw explained(failed, arguments, Catalog.load(configRoot));
        }
    }

    /** Plans what is only looked at, in a clone as if it had been made. */
    Plan inClone(RunArguments arguments, Catalog catalog, FutureClone clone) throws ProblemException {
        Machine machine = session.machine();
        try {
            return new Planner(session.tools()).planInClone(arguments.request(machine.cwd()), catalog, machine, clone);
        } catch (ProblemException failed) {
            throw explained(failed, arguments, catalog);
        }
    }

    /** Finds what is wrong in the text alone, before anything is done that takes its time. */
    void check(RunArguments arguments, Catalog catalog) throws ProblemException {
        RunRequest request = arguments.request(session.machine().cwd());
        try {
            Merger.merge(
                    catalog,
                    request.profiles(),
                    request.overrides(),
                    session.machine().platform());
        } catch (ProblemException failed) {
            throw explained(failed, arguments, catalog);
        }
    }

    private ProblemException explained(ProblemException failed, RunArguments arguments, Catalog catalog) {
        List<Problem> problems = new ArrayList<>(failed.problems());
        problems.addAll(hints(arguments.profiles(), catalog));
        return new ProblemException(problems);
    }

    /** For each unknown profile that is the name of a directory or a command: how those are given. */
    private List<Problem> hints(List<String> profiles, Catalog catalog) {
        List<Problem> hints = new ArrayList<>();
        for (String name : profiles) {
            if (!catalog.names().contains(name)) {
                Optional<String> subcommand =
                        profiles.size() > 1 ? Optional.empty() : Nearest.suggest(name, Subcommand.words());
                if (subcommand.isPresent()) {
                    hints.add(note(
                            name, "is close to the subcommand " + subcommand.get() + ": bulle " + subcommand.get()));
                }
                if (isDirectory(name)) {
                    hints.add(note(
                            name, "is a directory: the workspace comes second, as in bulle PROFILE " + quoted(name)));
                } else if (isCommand(name)) {
                    hints.add(note(
                            name, "is a command: to run it under the default profile, type bulle -- " + quoted(name)));
                }
            }
        }
        return hints;
    }

    private static String quoted(String name) {
        return Printable.escape(ShellWord.quote(name));
    }

    private static Problem note(String name, String what) {
        return new Problem(
                Problem.Severity.NOTE, Problem.Kind.TEXT, "", 0, 0, "", Printable.quoted(name) + " " + what, null);
    }

    private boolean isDirectory(String name) {
        try {
            return Files.isDirectory(session.path(name, ""));
        } catch (ProblemException noPath) {
            return false;
        }
    }

    private boolean isCommand(String name) {
        String path = session.machine().environment().get("PATH").orElse("");
        for (String directory : SearchPath.directories(path)) {
            if (!name.contains("/")) {
                try {
                    Path file = OsPath.of(directory + "/" + name);
                    if (Files.isRegularFile(file) && Files.isExecutable(file)) {
                        return true;
                    }
                } catch (InvalidPathException notAName) {
                    return false;
                }
            }
        }
        return false;
    }
}
