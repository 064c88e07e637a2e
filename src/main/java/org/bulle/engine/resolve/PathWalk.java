package org.bulle.engine.resolve;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Follows a path as the kernel would (path_resolution(7)), and remembers what it went through. The missing tail of a path is kept as written.
 *
 * @param path where it ends: no links, no dots; of a missing path the part that exists is real
 * @param status of {@code path}
 * @param links every link that stood at the last place, first to last, each with a real directory part; empty unless the path itself was a link
 * @param crossed every link that was followed, at any place
 * @param reachable false when nothing can ever be at that path as things are: it goes through a file, out of a missing directory, or in circles
 */
record PathWalk(String path, FileStatus status, List<String> links, List<String> crossed, boolean reachable) {
    /** As in the kernel. */
    private static final int MOST_LINKS = 40;

    PathWalk {
        links = List.copyOf(links);
        crossed = List.copyOf(crossed);
    }

    static PathWalk follow(MachineFiles files, String absolute) {
        return new Walker(files).follow(absolute);
    }

    boolean exists() {
        return status.exists();
    }

    /** The links and the end: what an entry for this path stands for. */
    List<String> linksAndEnd() {
        List<String> all = new ArrayList<>(links);
        all.add(path);
        return all;
    }

    private static final class Walker {
        private final MachineFiles files;
        private final Deque<String> rest = new ArrayDeque<>();
        private final List<String> links = new ArrayList<>();
        private final List<String> crossed = new ArrayList<>();
        private String at = "/";
        private FileStatus status;
        private boolean reachable = true;

        Walker(MachineFiles files) {
            this.files = files;
            this.status = files.status("/");
        }

        PathWalk follow(String absolute) {
            push(absolute);
            while (!rest.isEmpty() && reachable) {
                step(rest.removeFirst());
            }
            return new PathWalk(at, reachable ? status : FileStatus.MISSING, links, crossed, reachable);
        }

        /** Puts the components in front of what is left, and drops those that say nothing. */
        private void push(String path) {
            List<String> parts = Paths.components(path);
            for (int i = parts.size() - 1; i >= 0; i--) {
                rest.addFirst(parts.get(i));
            }
        }

        private void step(String part) {
            if (part.equals("..")) {
                up();
                return;
            }
            if (status.exists() && !status.isDirectory()) {
                reachable = false;
                return;
            }
            String child = Paths.child(at, part);
            if (!status.exists()) {
                at = child;
                return;
            }
            FileStatus found = files.status(child);
            if (found.exists()) {
                child = files.spelled(at, part);
            }
            if (found.isLink()) {
                through(child);
            } else {
                at = child;
                status = found;
            }
        }

        private void up() {
            if (!status.isDirectory()) {
                reachable = false;
                return;
            }
            at = Paths.parent(at);
            status = files.status(at);
        }

        private void through(String link) {
            String target = files.target(link);
            if (crossed.size() == MOST_LINKS || target.isEmpty()) {
                reachable = false;
                return;
            }
            crossed.add(link);
            if (rest.isEmpty()) {
                links.add(link);
            }
            if (target.startsWith("/")) {
                at = "/";
                status = files.status(at);
            }
            push(target);
        }
    }
}
