package org.bulle.desktop.shared;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bulle.engine.policy.OsString;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.SearchPath;

/** Programs of the user's desktop, found on the caller's PATH. */
public final class Programs {
    /** Standard input of a helper. */
    public static final File NOTHING = new File("/dev/null");

    private final Map<String, String> environment;

    public Programs(Map<String, String> environment) {
        this.environment = environment;
    }

    /** The absolute path of the first of these that there is. */
    public Optional<String> first(String... names) {
        for (String name : names) {
            Optional<String> found = find(name);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private Optional<String> find(String name) {
        for (String directory : SearchPath.directories(environment.getOrDefault("PATH", ""))) {
            try {
                Path file = OsPath.of(directory).resolve(name);
                if (Files.isRegularFile(file) && Files.isExecutable(file)) {
                    return Optional.of(file.toString());
                }
            } catch (InvalidPathException unusable) {
                continue;
            }
        }
        return Optional.empty();
    }

    /**
     * Starts one that lives on without us and says nothing to anybody.
     *
     * @param directory where it starts; absent for where we are
     */
    public void start(List<String> command, Optional<Path> directory) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectInput(NOTHING)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        directory.ifPresent(place -> builder.directory(place.toFile()));
        adopt(builder.environment(), environment);
        builder.start();
    }

    /**
     * Shows a directory in the desktop's file manager.
     *
     * @return false when nothing opens directories here
     */
    public boolean openFolder(Path folder) throws IOException {
        Optional<String> opener = first("xdg-open", "open");
        if (opener.isPresent()) {
            start(List.of(opener.get(), OsPath.text(folder)), Optional.empty());
        }
        return opener.isPresent();
    }

    /** A child sees the caller's environment. What is the same is not touched, and so keeps its bytes. */
    public static void adopt(Map<String, String> environment, Map<String, String> callers) {
        environment.keySet().removeIf(name -> OsString.isText(name) && !callers.containsKey(name));
        callers.forEach((name, value) -> {
            if (!value.equals(environment.get(name)) && OsString.isText(name) && OsString.isText(value)) {
                environment.put(name, value);
            }
        });
    }
}
