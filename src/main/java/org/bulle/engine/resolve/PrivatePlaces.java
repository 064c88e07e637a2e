package org.bulle.engine.resolve;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bulle.engine.policy.PathTree;
import org.bulle.engine.profile.Printable;

/** Chooses the directories that are ours alone. Makes none. */
final class PrivatePlaces {
    private static final String FALLBACK = "/tmp";

    private final Machine machine;
    private final MachineFiles files;
    private final ProblemLog problems;

    PrivatePlaces(Machine machine, MachineFiles files, ProblemLog problems) {
        this.machine = machine;
        this.files = files;
        this.problems = problems;
    }

    /** The private root, in the system's temp directory unless that is missing or inside the workspace, where the command may write. */
    PrivateDirectories choose(String workspace) {
        PathWalk system = PathWalk.follow(files, machine.systemTemp());
        boolean usable = system.status().isDirectory() && !PathTree.isWithin(system.path(), workspace);
        String parent =
                usable ? system.path() : PathWalk.follow(files, FALLBACK).path();
        String root = Paths.child(parent, "bulle-" + Integer.toUnsignedString(machine.uid()));
        check(root);
        return new PrivateDirectories(root, root + "/bulle/tmp", Optional.empty());
    }

    private void check(String root) {
        FileStatus status = files.owned(root);
        if (!status.exists()) {
            return;
        }
        String why = status.isLink()
                ? "is a link"
                : !status.isDirectory()
                        ? "is not a directory"
                        : status.uid() != machine.uid() ? "belongs to another user" : "";
        if (!why.isEmpty()) {
            problems.machine(
                    ProblemLog.At.NOWHERE,
                    "the private temp directory " + Printable.escape(root) + " " + why
                            + "; remove it, or set TMPDIR to a directory of your own");
        }
    }

    /** With a place for this run's shims that no grant lets the command write. */
    PrivateDirectories withShims(
            PrivateDirectories directories, Variables variables, Optional<String> runtimeDirectory, GrantTable table) {
        List<String> candidates = new ArrayList<>();
        candidates.add(directories.root() + "/shims");
        runtimeDirectory.ifPresent(path -> candidates.add(path + "/bulle/shims"));
        variables.value("STATE").ifPresent(path -> candidates.add(path + "/bulle/shims"));
        variables.value("CACHE").ifPresent(path -> candidates.add(path + "/bulle/shims"));
        for (String parent : List.of("/var/tmp", "/dev/shm")) {
            candidates.add(parent + "/bulle-" + Integer.toUnsignedString(machine.uid()) + "/shims");
        }
        for (String candidate : candidates) {
            PathWalk walk = PathWalk.follow(files, candidate);
            if (!table.mayWrite(walk.path()) && canBeMade(walk) && isOurs(walk.path())) {
                return new PrivateDirectories(
                        directories.root(), directories.temp(), Optional.of(Paths.child(walk.path(), machine.token())));
            }
        }
        problems.machine(
                ProblemLog.At.NOWHERE,
                "there is no place for the links to the granted programs: every private directory lies where the command may write ("
                        + Printable.escape(String.join(", ", candidates)) + ")");
        return directories;
    }

    /** It is ours, or the nearest directory above it that exists lets us make it. */
    private boolean canBeMade(PathWalk walk) {
        if (!walk.reachable() || walk.status().kind() == FileStatus.Kind.DENIED) {
            return false;
        }
        if (walk.exists()) {
            return walk.status().isDirectory() && files.owned(walk.path()).uid() == machine.uid();
        }
        String above = Paths.parent(walk.path());
        while (!files.status(above).exists() && !above.equals("/")) {
            above = Paths.parent(above);
        }
        return files.status(above).isDirectory() && files.mayWrite(above);
    }

    /** Whoever owns a directory above could put another in its place; the owner of the root of the file system is the administrator. */
    private boolean isOurs(String path) {
        int administrator = files.owned("/").uid();
        for (String at = path; !at.equals("/"); at = Paths.parent(at)) {
            FileStatus status = files.owned(at);
            if (status.exists()
                    && status.uid() != machine.uid()
                    && status.uid() != administrator
                    && status.uid() != 0) {
                return false;
            }
        }
        return true;
    }
}
