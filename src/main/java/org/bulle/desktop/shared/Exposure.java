package org.bulle.desktop.shared;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bulle.engine.profile.OsPath;
import org.jspecify.annotations.Nullable;

/**
 * The files that lie under some paths now.
 *
 * @param bytes their sizes added up
 * @param complete false when the time was up or a folder could not be read: there are at least so many
 * @param examples the first few, relative to the path they lie under
 */
public record Exposure(long files, long bytes, boolean complete, List<String> examples) {
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final int EXAMPLES = 3;

    public Exposure {
        examples = List.copyOf(examples);
    }

    /** Walks the trees; links are not followed, because a grant does not reach what they point at. Stops when the thread is interrupted. */
    public static Exposure of(List<String> paths) throws IOException {
        return of(paths, EXAMPLES);
    }

    /**
     * @param examples how many are named at most
     */
    public static Exposure of(List<String> paths, int examples) throws IOException {
        Walk walk = new Walk(examples);
        for (String path : paths) {
            Path start = OsPath.of(path);
            walk.start = start;
            if (Files.exists(start)) {
                Files.walkFileTree(start, walk);
            }
        }
        return new Exposure(walk.files, walk.bytes, walk.complete, walk.examples);
    }

    private static final class Walk extends SimpleFileVisitor<Path> {
        private final long end = System.nanoTime() + PATIENCE.toNanos();
        private final List<String> examples = new ArrayList<>();
        private final int wanted;
        private Path start = Path.of("/");
        private long files;
        private long bytes;
        private boolean complete = true;

        private Walk(int wanted) {
            this.wanted = wanted;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            files++;
            bytes += attributes.isRegularFile() ? attributes.size() : 0;
            if (examples.size() < wanted && !file.equals(start)) {
                examples.add(OsPath.text(file).substring(OsPath.text(start).length() + 1));
            }
            if ((files & 0x3f) == 0
                    && (System.nanoTime() > end || Thread.currentThread().isInterrupted())) {
                complete = false;
                return FileVisitResult.TERMINATE;
            }
            return FileVisitResult.CONTINUE;
        }

        /** A folder may stop in the middle: those of /proc go with their process. */
        @Override
        public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException unreadable) {
            complete &= unreadable == null;
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
            complete = false;
            return FileVisitResult.CONTINUE;
        }
    }
}
