package org.bulle.desktop.run;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.bulle.engine.policy.OsString;
import org.bulle.engine.profile.OsPath;

/** Programs of the user's desktop, found on the caller's PATH. */
final class Programs {
    /** Standard input of a helper. */
    static final File NOTHING = new File("/dev/null");

    private final Map<String, String> environment;

    Programs(Map<String, String> environment) {
        this.environment = environment;
    }

    /** The absolute path of the first of these that there is. */
    Optional<String> first(String... names) {
        for (String name : names) {
            Optional<String> found = find(name);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private Optional<String> find(String name) {
        for (String directory : environment.getOrDefault("PATH", "").split(":")) {
            if (directory.startsWith("/")) {
                try {
                    Path file = OsPath.of(directory).resolve(name);
                    if (Files.isRegularFile(file) && Files.isExecutable(file)) {
                        return Optional.of(file.toString());
                    }
                } catch (InvalidPathException unusable) {
                    continue;
                }
            }
        }
        return Optional.empty();
    }

    /** A child sees the caller's environment. What is the same is not touched, and so keeps its bytes. */
    static void adopt(Map<String, String> environment, Map<String, String> callers) {
        environment.keySet().removeIf(name -> OsString.isText(name) && !callers.containsKey(name));
        callers.forEach((name, value) -> {
            if (!value.equals(environment.get(name)) && OsString.isText(name) && OsString.isText(value)) {
                environment.put(name, value);
            }
        });
    }
}
