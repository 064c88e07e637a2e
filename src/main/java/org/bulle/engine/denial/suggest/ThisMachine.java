package org.bulle.engine.denial.suggest;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bulle.engine.profile.OsPath;
import org.jspecify.annotations.Nullable;

/** The machine that we run on. For one thread. */
public final class ThisMachine implements MachineView {
    private final List<String> searchPath;
    private final Map<String, Boolean> directories = new HashMap<>();
    private @Nullable Map<String, String> linked;

    /**
     * @param searchPath the directories of the caller's PATH
     */
    public ThisMachine(List<String> searchPath) {
        this.searchPath = List.copyOf(searchPath);
    }

    @Override
    public boolean isDirectory(String path) {
        return directories.computeIfAbsent(
                path, asked -> path(asked).filter(Files::isDirectory).isPresent());
    }

    @Override
    public Optional<LinkedWorkTree> workTree(String workspace) {
        return LinkedWorkTree.of(workspace);
    }

    @Override
    public Optional<String> programAt(String path) {
        String name = Paths.name(path);
        if (leadsTo(name, path)) {
            return Optional.of(name);
        }
        return Optional.ofNullable(links().get(path)).filter(link -> leadsTo(link, path));
    }

    /** Whether the first program of that name on the PATH is the one at the real path. */
    private boolean leadsTo(String name, String path) {
        for (String directory : searchPath) {
            Optional<Path> candidate = path(directory + "/" + name);
            if (candidate.isPresent() && Files.isExecutable(candidate.get()) && !Files.isDirectory(candidate.get())) {
                return real(candidate.get()).filter(path::equals).isPresent();
            }
        }
        return false;
    }

    /** The links in the directories of the PATH, by where they lead; read once, and only when a program has another name there. */
    private Map<String, String> links() {
        Map<String, String> known = linked;
        if (known == null) {
            known = new HashMap<>();
            for (String directory : searchPath) {
                readLinks(directory, known);
            }
            linked = known;
        }
        return known;
    }

    private static void readLinks(String directory, Map<String, String> into) {
        Optional<Path> folder = path(directory);
        if (folder.isEmpty()) {
            return;
        }
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder.get(), Files::isSymbolicLink)) {
            for (Path entry : entries) {
                real(entry).ifPresent(target -> into.putIfAbsent(target, OsPath.text(entry.getFileName())));
            }
        } catch (IOException | RuntimeException unreadable) {
            return;
        }
    }

    private static Optional<String> real(Path path) {
        try {
            return Optional.of(OsPath.text(path.toRealPath()));
        } catch (IOException gone) {
            return Optional.empty();
        }
    }

    private static Optional<Path> path(String text) {
        try {
            return Optional.of(OsPath.of(text));
        } catch (InvalidPathException unusable) {
            return Optional.empty();
        }
    }
}
