package org.bulle.engine.scratch;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;

/** Copies and removes files without ever following a link. */
final class Trees {
    private Trees() {}

    /** Whether something is there that can be copied: a file or a link. */
    static boolean isCopied(Path path) {
        return Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS) || Files.isSymbolicLink(path);
    }

    /** False for what is neither a file nor a link, which is not copied. */
    static boolean copy(Path from, Path to) throws IOException {
        BasicFileAttributes attributes =
                Files.readAttributes(from, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!attributes.isRegularFile() && !attributes.isSymbolicLink()) {
            return false;
        }
        Files.createDirectories(to.getParent());
        Files.copy(from, to, LinkOption.NOFOLLOW_LINKS, StandardCopyOption.COPY_ATTRIBUTES);
        return true;
    }

    /** Removes a tree, also where it took its owner's rights away. */
    static void remove(Path root) throws IOException {
        if (!Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                    throws IOException {
                if (!Files.isWritable(directory) || !Files.isExecutable(directory) || !Files.isReadable(directory)) {
                    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                // A directory that could not be opened: give its owner the rights back and try once more.
                if (!Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)
                        || Files.isReadable(file) && Files.isExecutable(file)) {
                    throw failure;
                }
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
                remove(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(
                    Path directory, java.io.@org.jspecify.annotations.Nullable IOException failure) throws IOException {
                if (failure != null) {
                    throw failure;
                }
                Files.delete(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
