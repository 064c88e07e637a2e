package org.bulle.desktop.shared;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The files of the configuration as they look from outside: two that are the same need not be read again. */
record FileStamps(Map<Path, Stamp> files) {
    /** Nothing is like this. */
    static final FileStamps UNKNOWN = new FileStamps(Map.of(Path.of(""), new Stamp(FileTime.fromMillis(0), -1, "")));

    /**
     * What a file looks like.
     *
     * @param key of the file system; the one of a file that was put in another's place is another
     */
    record Stamp(FileTime changed, long size, Object key) {}

    FileStamps {
        files = Map.copyOf(files);
    }

    /** config.toml, and what lies in {@code profiles/}. Links are followed: what they lead to is read as well. */
    static FileStamps of(Path configRoot) {
        Map<Path, Stamp> found = new HashMap<>();
        look(configRoot.resolve("config.toml"), found);
        Path profiles = configRoot.resolve("profiles");
        try (DirectoryStream<Path> files = Files.newDirectoryStream(profiles)) {
            files.forEach(file -> look(file, found));
        } catch (IOException | DirectoryIteratorException none) {
            // A folder that is not there or cannot be listed has no profiles either.
            return new FileStamps(found);
        }
        return new FileStamps(found);
    }

    private static void look(Path file, Map<Path, Stamp> found) {
        try {
            BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
            found.put(
                    file,
                    new Stamp(
                            now.lastModifiedTime(),
                            now.size(),
                            Optional.ofNullable(now.fileKey()).orElse("")));
        } catch (IOException gone) {
            // As if it were not there: it cannot be read either.
            found.remove(file);
        }
    }
}
