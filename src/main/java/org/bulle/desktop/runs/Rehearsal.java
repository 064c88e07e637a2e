package org.bulle.desktop.runs;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import org.bulle.desktop.shared.Engine;
import org.bulle.engine.policy.OsString;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.ProblemException;
import org.bulle.engine.scratch.Scratch;
import org.bulle.engine.scratch.ScratchException;
import org.bulle.engine.scratch.ScratchStore;

/**
 * A workspace in which a command can be tried again and again without changing the real one: a scratch of a repository, else a copy. It is gone when it is
 * closed.
 */
final class Rehearsal implements AutoCloseable {
    private static final long MOST_FILES = 50_000;
    private static final long MOST_BYTES = 2L << 30;
    private final Path original;
    private final Path workspace;
    private final boolean scratch;
    private final Undoing undoing;

    private interface Undoing {
        void undo() throws IOException;
    }

    private Rehearsal(Path original, Path workspace, boolean scratch, Undoing undoing) {
        this.original = original;
        this.workspace = workspace;
        this.scratch = scratch;
        this.undoing = undoing;
    }

    /**
     * @throws IOException when it could not be made, or the folder is too large to copy
     * @throws ProblemException when the configuration names no place where scratches can be kept
     */
    static Rehearsal of(Engine engine, Path workspace, List<String> invocation) throws IOException, ProblemException {
        Path original = workspace.toRealPath();
        ScratchStore store = engine.scratches();
        try {
            Scratch made = store.create(original, invocation).scratch();
            return new Rehearsal(original, made.workspace(), true, () -> store.wipe(made));
        } catch (ScratchException noRepository) {
            return copy(original);
        }
    }

    private static Rehearsal copy(Path original) throws IOException {
        Path place = Files.createTempDirectory("bulle-repeat-").toRealPath();
        Path name = original.getFileName();
        Path target = place.resolve(name == null ? Path.of("workspace") : name);
        try {
            Files.walkFileTree(original, new Copy(original, target));
        } catch (IOException | RuntimeException failed) {
            delete(place);
            throw failed;
        }
        return new Rehearsal(original, target, false, () -> delete(place));
    }

    Path workspace() {
        return workspace;
    }

    /** A scratch of a repository; else a copy. */
    boolean isScratch() {
        return scratch;
    }

    /** A path of the real workspace, where it is here; other words stay. */
    String here(String word) {
        return moved(word, OsPath.text(original), OsPath.text(workspace));
    }

    /** A path of this workspace, where it is in the real one. */
    String there(String word) {
        return moved(word, OsPath.text(workspace), OsPath.text(original));
    }

    private static String moved(String word, String from, String to) {
        return word.equals(from) || word.startsWith(from + "/") ? to + word.substring(from.length()) : word;
    }

    /** Also when its work was cancelled: an interrupted thread could lock no file. */
    @Override
    public void close() throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            undoing.undo();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void delete(Path tree) throws IOException {
        Files.walkFileTree(tree, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(
                    Path folder, java.io.@org.jspecify.annotations.Nullable IOException problem) throws IOException {
                Files.delete(folder);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** Links stay links; sockets and pipes are left out. */
    private static final class Copy extends SimpleFileVisitor<Path> {
        private final Path from;
        private final Path to;
        private long files;
        private long bytes;

        private Copy(Path from, Path to) {
            this.from = from;
            this.to = to;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
            Files.createDirectories(to.resolve(from.relativize(folder)));
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            files++;
            bytes += attributes.size();
            if (files > MOST_FILES || bytes > MOST_BYTES) {
                throw new IOException(
                        OsString.isText(OsPath.text(from)) ? from + ": too large to copy" : "too large to copy");
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new java.io.InterruptedIOException();
            }
            if (attributes.isRegularFile() || attributes.isSymbolicLink()) {
                Files.copy(
                        file,
                        to.resolve(from.relativize(file)),
                        StandardCopyOption.COPY_ATTRIBUTES,
                        LinkOption.NOFOLLOW_LINKS);
            }
            return FileVisitResult.CONTINUE;
        }
    }
}
