package org.bulle.engine.scratch;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.bulle.engine.profile.OsPath;

/**
 * Folders of a work tree that Git would take for repositories of their own.
 *
 * @param folders relative to the work tree, sorted
 * @param unreadable folders that could not be looked into, relative likewise
 */
record NestedRepositories(List<String> folders, List<String> unreadable) {

    static NestedRepositories in(Path top) throws IOException {
        List<String> folders = new ArrayList<>();
        List<String> unreadable = new ArrayList<>();
        Files.walkFileTree(top, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                if (directory.equals(top)) {
                    return FileVisitResult.CONTINUE;
                }
                if (directory.equals(top.resolve(".git"))) {
                    return FileVisitResult.SKIP_SUBTREE;
                }
                if (Files.exists(directory.resolve(".git"), LinkOption.NOFOLLOW_LINKS)) {
                    folders.add(relative(directory));
                    return FileVisitResult.SKIP_SUBTREE;
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) {
                unreadable.add(relative(file));
                return FileVisitResult.CONTINUE;
            }

            private String relative(Path path) {
                return OsPath.text(path).substring(OsPath.text(top).length() + 1);
            }
        });
        Collections.sort(folders);
        return new NestedRepositories(folders, unreadable);
    }
}
