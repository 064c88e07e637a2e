package org.bulle.engine.denial.observe;

import static org.bulle.engine.jna.linux.Fcntl.*;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.regex.Pattern;
import org.bulle.engine.jna.linux.Errno;

/**
 * Where a path leads for a caller: through its root directory, links, {@code ..}, and {@code /proc/self}, which is another place for each process. The
 * kernel resolves it for us where it can; where it would answer for us instead of for the caller, we walk.
 */
final class PathResolver {
    private static final int MOST_LINKS = 40;

    private static final class MagicLink {
        static final Pattern PATH =
                Pattern.compile("/proc/\\d+(?:/task/\\d+)?/(?:cwd|root|exe|fd/\\d+|map_files/[^/]+)");
    }

    private final KernelFiles files;

    PathResolver(KernelFiles files) {
        this.files = files;
    }

    /** Where a path leads. Paths are real: absolute, without links. */
    sealed interface Place {
        record Found(String path, FileStatus status) implements Place {
            String parent() {
                return parentOf(path);
            }
        }

        /** Its directory exists, the last component does not. */
        record Missing(String parent, String name) implements Place {
            String path() {
                return parent.equals("/") ? "/" + name : parent + "/" + name;
            }
        }

        /** A pipe, socket, memory file: it has no path, and Landlock lets it be. */
        record Nameless() implements Place {}

        /** The call fails by itself, whatever the sandbox says. */
        record Nowhere() implements Place {}
    }

    /**
     * @param absolute may hold links, dots, empty components
     * @param root the caller's root directory
     * @param followLast whether a link in the last place is followed
     */
    Place resolve(int thread, String absolute, String root, boolean followLast) {
        if (root.equals("/")) {
            boolean follows = followLast || absolute.endsWith("/");
            long opened = files.open(absolute, O_PATH | O_CLOEXEC | (follows ? 0 : oNofollow()), RESOLVE_NO_MAGICLINKS);
            if (opened >= 0) {
                Optional<Place> found = found(opened);
                if (found.isPresent()) {
                    return found.get();
                }
            } else if (opened != -Errno.ENOENT && opened != -Errno.ELOOP) {
                return new Place.Nowhere();
            }
        }
        return walk(thread, absolute, root, followLast);
    }

    /** Closes the descriptor. Empty when the way went through our own {@code /proc/self}. */
    private Optional<Place> found(long descriptor) {
        try {
            Optional<String> path = files.pathOf(descriptor);
            Optional<FileStatus> status = files.status(descriptor);
            if (path.isEmpty() || status.isEmpty()) {
                return Optional.of(new Place.Nowhere());
            }
            if (isOurs(path.get())) {
                return Optional.empty();
            }
            return Optional.of(
                    path.get().startsWith("/") ? new Place.Found(path.get(), status.get()) : new Place.Nameless());
        } finally {
            files.close(descriptor);
        }
    }

    private boolean isOurs(String path) {
        String own = files.ownProcess();
        return path.startsWith(own) && (path.length() == own.length() || path.charAt(own.length()) == '/');
    }

    private Place walk(int thread, String absolute, String root, boolean followLast) {
        Deque<String> todo = new ArrayDeque<>();
        push(todo, absolute);
        boolean mustBeDirectory = endsAsDirectory(absolute);
        String base = root.equals("/") ? "" : root;
        String at = base;
        int links = 0;
        while (!todo.isEmpty()) {
            String name = todo.pop();
            if (name.equals("..")) {
                at = at.equals(base) ? base : at.substring(0, at.lastIndexOf('/'));
                continue;
            }
            String next = self(thread, at + "/" + name);
            boolean last = todo.isEmpty();
            Optional<FileStatus> status = files.status(next);
            if (status.isEmpty()) {
                boolean missing = last && files.statusError(next) == -Errno.ENOENT;
                return missing ? new Place.Missing(at.isEmpty() ? "/" : at, name) : new Place.Nowhere();
            }
            if (status.get().isLink() && (!last || followLast || mustBeDirectory)) {
                Optional<String> target = files.readLink(next);
                if (target.isEmpty() || ++links > MOST_LINKS) {
                    return new Place.Nowhere();
                }
                if (next.startsWith("/proc/") && MagicLink.PATH.matcher(next).matches()) {
                    if (!target.get().startsWith("/")) {
                        return last ? new Place.Nameless() : new Place.Nowhere();
                    }
                    at = target.get().equals("/") ? "" : target.get();
                } else {
                    if (target.get().startsWith("/")) {
                        at = base;
                    }
                    mustBeDirectory |= last && endsAsDirectory(target.get());
                    push(todo, target.get());
                }
            } else if (!last && !status.get().isDirectory()) {
                return new Place.Nowhere();
            } else {
                at = next;
            }
        }
        String path = at.isEmpty() ? "/" : at;
        Optional<FileStatus> status = files.status(path);
        if (status.isEmpty() || mustBeDirectory && !status.get().isDirectory()) {
            return new Place.Nowhere();
        }
        return new Place.Found(path, status.get());
    }

    private static boolean endsAsDirectory(String path) {
        return path.endsWith("/") || path.endsWith("/.") || path.endsWith("/..");
    }

    private static void push(Deque<String> todo, String path) {
        int to = path.length();
        while (to > 0) {
            int slash = path.lastIndexOf('/', to - 1);
            String name = path.substring(slash + 1, to);
            if (!name.isEmpty() && !name.equals(".")) {
                todo.push(name);
            }
            to = slash;
        }
    }

    private static String self(int thread, String path) {
        if (!path.equals("/proc/self") && !path.equals("/proc/thread-self")) {
            return path;
        }
        int process = Caller.of(thread).map(Caller::process).orElse(thread);
        return path.equals("/proc/self") ? "/proc/" + process : "/proc/" + process + "/task/" + thread;
    }

    static String parentOf(String path) {
        int slash = path.lastIndexOf('/');
        return slash <= 0 ? "/" : path.substring(0, slash);
    }
}
