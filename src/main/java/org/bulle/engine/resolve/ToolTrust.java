package org.bulle.engine.resolve;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.bulle.engine.profile.Printable;

/**
 * Whether a program's answer may decide what is granted: only when nobody but the system's administrator can have changed it. "Can I write it"
 * alone is the wrong question for root, who can write everything.
 */
final class ToolTrust {
    private static final int DEEPEST_INTERPRETER = 5;
    private static final int GROUP_WRITES = 0020;
    private static final int OTHERS_WRITE = 0002;

    private final MachineFiles files;
    private final int uid;

    ToolTrust(MachineFiles files, int uid) {
        this.files = files;
        this.uid = uid;
    }

    /** Why the file or a directory above it cannot be trusted; empty when all can. */
    Optional<String> whyNot(String realPath) {
        for (String path = realPath; ; path = Paths.parent(path)) {
            Optional<String> why = whyNotItself(path);
            if (why.isPresent() || path.equals("/")) {
                return why;
            }
        }
    }

    private Optional<String> whyNotItself(String path) {
        FileStatus status = files.owned(path);
        String shown = Printable.escape(path);
        if (!status.exists()) {
            return Optional.of(shown + " does not exist");
        }
        if (uid != 0) {
            return status.uid() == uid || files.mayWrite(path)
                    ? Optional.of("you can change " + shown + ", so it is not to be trusted")
                    : Optional.empty();
        }
        boolean byOthers = status.uid() != 0
                || (status.mode() & OTHERS_WRITE) != 0
                || (status.mode() & GROUP_WRITES) != 0 && status.gid() != 0;
        return byOthers
                ? Optional.of("other users than root can change " + shown + ", so it is not to be trusted")
                : Optional.empty();
    }

    /** The directories that hold only what the administrator put there. */
    List<String> trustedDirectories(List<String> directories) {
        return directories.stream()
                .filter(directory -> {
                    PathWalk walk = PathWalk.follow(files, directory);
                    return walk.status().isDirectory() && whyNot(walk.path()).isEmpty();
                })
                .toList();
    }

    /** The same for a program with every interpreter that it goes through. */
    Optional<String> whyNotProgram(PathWalk program, ExecutableSearch search) {
        PathWalk walk = program;
        for (int depth = 0; depth < DEEPEST_INTERPRETER; depth++) {
            Optional<String> why = whyNot(walk.path());
            if (why.isPresent()) {
                return why;
            }
            Optional<Shebang> shebang = shebang(walk.path());
            if (shebang.isEmpty()) {
                return Optional.empty();
            }
            walk = PathWalk.follow(files, shebang.get().interpreter());
            if (shebang.get().looksUp().isPresent()) {
                why = whyNot(walk.path());
                Optional<ExecutableSearch.Hit.Program> found =
                        search.program(shebang.get().looksUp().get());
                if (why.isPresent() || found.isEmpty()) {
                    return why.or(() -> Optional.of("its interpreter "
                            + Printable.escape(shebang.get().looksUp().get())
                            + " is not in a directory that only the administrator can change"));
                }
                walk = found.get().walk();
            }
        }
        return Optional.of("its interpreters are scripts, too many in a row");
    }

    private Optional<Shebang> shebang(String path) {
        if (!files.status(path).isFile()) {
            return Optional.empty();
        }
        try {
            return Shebang.of(files.head(path, Shebang.LONGEST));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
