package org.bulle.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import org.bulle.engine.history.RunHistory;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.profile.ConfigRoot;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.Printable;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.profile.ProblemException;
import org.bulle.engine.profile.ProfileStore;
import org.bulle.engine.profile.StateRoot;
import org.bulle.engine.resolve.Machine;
import org.bulle.engine.resolve.PolicyResolver;
import org.bulle.engine.resolve.ToolRunner;
import org.bulle.engine.run.CachingPlanner;
import org.bulle.engine.run.ProcessEnd;
import org.bulle.engine.run.SandboxedToolRunner;
import org.bulle.engine.sandbox.Backend;
import org.bulle.engine.sandbox.HostBackend;
import org.bulle.engine.scratch.ScratchStore;

/**
 * What one invocation works with.
 *
 * @param printer the way out
 * @param machine who called us, from where
 * @param backend what enforces policies here
 * @param tools how tool resolvers ask their tools
 * @param end of this process, told when it is to look like the command's
 */
record Session(Printer printer, Machine machine, Backend backend, ToolRunner tools, ProcessEnd end) {

    /** Opened when it is needed: help and usage errors ask nothing of the machine. */
    interface Source {
        Session open() throws IOException;
    }

    static Session current(Printer printer, ProcessEnd end) throws IOException {
        Backend backend = HostBackend.current();
        return new Session(printer, Machine.current(), backend, new SandboxedToolRunner(backend), end);
    }

    /**
     * The configuration root: the caller's, or the one that was named.
     *
     * @throws ProblemException when the named one is no directory: a slip there would silently drop the user's guardrails
     */
    Path configRoot(Optional<String> named) throws ProblemException {
        if (named.isEmpty()) {
            return recovered(ConfigRoot.of(machine.environment().variables(), machine.platform()));
        }
        Path root = path(named.get(), "--config");
        if (!Files.isDirectory(root)) {
            throw problem(
                    Problem.Kind.MACHINE,
                    "--config",
                    "--config: " + (Files.exists(root) ? "not a directory: " : "no such directory: ")
                            + Printable.quoted(named.get()));
        }
        return recovered(root);
    }

    /** Whether it is the configuration root that the caller has without {@code --config}, under whatever name. */
    boolean isOwn(Path root) {
        Path own = ConfigRoot.of(machine.environment().variables(), machine.platform());
        try {
            return root.equals(own) || Files.isSameFile(root, own);
        } catch (IOException missing) {
            return false;
        }
    }

    /** Finishes a change of several files that a process left when it died; where that cannot be done, the catalog warns of it. */
    private static Path recovered(Path root) {
        try {
            ProfileStore.at(root).recover();
        } catch (IOException unable) {
            return root;
        }
        return root;
    }

    /** The same for writing: a directory that is not there yet is made with the first file. */
    Path configRootToWrite(Optional<String> named) throws ProblemException {
        if (named.isPresent()) {
            Path root = path(named.get(), "--config");
            if (!Files.exists(root)) {
                return root;
            }
        }
        return configRoot(named);
    }

    /** Plans with the profiles of that root, and with what was kept of earlier plans. */
    CachingPlanner planner(Path configRoot) {
        return new CachingPlanner(tools, configRoot, machine.uid());
    }

    Catalog catalog(Optional<String> config) throws ProblemException {
        return Catalog.load(configRoot(config));
    }

    /** An argument as a path; relative to the current directory. */
    Path path(String argument, String key) throws ProblemException {
        try {
            return OsPath.of(argument.startsWith("/") ? argument : machine.cwd() + "/" + argument)
                    .normalize();
        } catch (InvalidPathException nul) {
            throw problem(Problem.Kind.TEXT, key, Printable.quoted(argument) + " is not a path");
        }
    }

    static ProblemException problem(Problem.Kind kind, String key, String message) {
        return new ProblemException(new Problem(Problem.Severity.ERROR, kind, "", 0, 0, key, message, null));
    }

    /** Where this user's scratches are kept, and what is done with them. */
    ScratchStore scratches(Catalog catalog) throws ProblemException {
        String root = new PolicyResolver(machine, tools).scratchRoot(catalog.configuration());
        return new ScratchStore(OsPath.of(root), machine.environment().variables());
    }

    /** The recorded runs of this user. */
    RunHistory history() {
        return RunHistory.under(StateRoot.of(machine.environment().variables(), machine.home(), machine.platform()));
    }
}
