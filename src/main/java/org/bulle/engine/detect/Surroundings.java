package org.bulle.engine.detect;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.Platform;

/** The directory that is looked at, and what of the user's environment decides where caches lie. */
record Surroundings(String root, Path directory, String home, Map<String, String> environment, Platform platform) {
    /** Build files are small; what is longer is not read to its end. */
    private static final int MOST = 1 << 20;

    boolean has(String name) {
        return Files.isRegularFile(directory.resolve(name));
    }

    /** The text of a file of the project, or nothing when it cannot be read. */
    Optional<String> text(String name) {
        return read(directory.resolve(name));
    }

    static Optional<String> read(Path file) {
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try (InputStream in = Files.newInputStream(file)) {
            return Optional.of(new String(in.readNBytes(MOST), StandardCharsets.UTF_8));
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    /** A directory that a variable names, when it is absolute and neither the root, home, nor above home; else {@code otherwise}. */
    String directory(String variable, String otherwise) {
        String value = environment.getOrDefault(variable, "");
        return isOwnDirectory(value) ? strip(value) : otherwise;
    }

    boolean isOwnDirectory(String path) {
        if (!path.startsWith("/")) {
            return false;
        }
        Path clean = OsPath.of(path).normalize();
        return clean.getNameCount() > 0 && !OsPath.of(home).normalize().startsWith(clean);
    }

    /** Where caches of the user lie on this system. */
    String cache() {
        return platform == Platform.MACOS ? home + "/Library/Caches" : directory("XDG_CACHE_HOME", home + "/.cache");
    }

    static DetectedPath cache(String path) {
        return new DetectedPath(AccessList.RW, path, true);
    }

    /** A cache that also holds programs. */
    static DetectedPath programs(String path) {
        return new DetectedPath(AccessList.RWX, path, true);
    }

    /** A directory of the project that programs are built into and run from. */
    DetectedPath output(String name) {
        return new DetectedPath(AccessList.RWX, inside(name), true);
    }

    /** Something of the project that is run when it is there. */
    DetectedPath program(String name) {
        return new DetectedPath(AccessList.ROX, inside(name), false);
    }

    private String inside(String name) {
        return root.equals("/") ? "/" + name : root + "/" + name;
    }

    private static String strip(String path) {
        return path.length() > 1 && path.endsWith("/") ? strip(path.substring(0, path.length() - 1)) : path;
    }
}
