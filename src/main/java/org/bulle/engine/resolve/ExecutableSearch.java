package org.bulle.engine.resolve;

import java.util.List;
import java.util.Optional;
import org.bulle.engine.policy.Statement;
import org.bulle.engine.profile.SearchPath;

/** Finds programs on a PATH, as execvp(3) does. Only absolute directories count. */
final class ExecutableSearch {
    /** What the C library searches when there is no PATH. */
    private static final String WITHOUT_PATH = "/bin:/usr/bin";

    private final MachineFiles files;
    private final List<String> directories;

    ExecutableSearch(MachineFiles files, Optional<String> path) {
        this.files = files;
        this.directories = directories(path.orElse(WITHOUT_PATH));
    }

    /** The absolute directories of a PATH value, in order, each once. */
    static List<String> directories(String path) {
        return SearchPath.directories(path);
    }

    List<String> directories() {
        return directories;
    }

    /** What a name led to. */
    sealed interface Hit {
        /**
         * @param path as found: a directory of the PATH and the name
         */
        record Program(String path, PathWalk walk) implements Hit {}

        /** There is something, but it cannot be executed. */
        record Unusable(String path, Statement why) implements Hit {}

        record Nothing() implements Hit {}
    }

    /** The first program of that name; else the first file that has the name but cannot be executed. */
    Hit find(String name) {
        Hit best = new Hit.Nothing();
        for (String directory : directories) {
            Hit hit = at(Paths.child(Paths.tidy(directory), name));
            if (hit instanceof Hit.Program) {
                return hit;
            }
            if (best instanceof Hit.Nothing) {
                best = hit;
            }
        }
        return best;
    }

    Optional<Hit.Program> program(String name) {
        return find(name) instanceof Hit.Program program ? Optional.of(program) : Optional.empty();
    }

    Hit at(String path) {
        PathWalk walk = PathWalk.follow(files, path);
        return switch (walk.status().kind()) {
            case MISSING -> new Hit.Nothing();
            case DENIED -> new Hit.Unusable(path, EntryPhrase.HIDDEN_PROGRAM.with());
            case DIRECTORY -> new Hit.Unusable(path, EntryPhrase.PROGRAM_IS_DIRECTORY.with());
            case OTHER, LINK -> new Hit.Unusable(path, EntryPhrase.PROGRAM_IS_NO_FILE.with());
            case FILE ->
                files.mayExecute(walk.path())
                        ? new Hit.Program(path, walk)
                        : new Hit.Unusable(path, EntryPhrase.PROGRAM_NOT_EXECUTABLE.with());
        };
    }
}
