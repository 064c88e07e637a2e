package org.bulle.cli;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.bulle.engine.resolve.Machine;

/** Paths as people know them: {@code $WORKSPACE}, {@code $TMP} and {@code ~} for what they stand for, the longest first. */
final class ShortPath {
    private final List<Prefix> prefixes = new ArrayList<>();

    private record Prefix(String path, String name) {}

    ShortPath(String workspace, String privateRoot, Machine machine) {
        add(workspace, "$WORKSPACE");
        add(privateRoot, "$TMP");
        add(machine.home(), "~");
        prefixes.sort(
                Comparator.comparingInt((Prefix prefix) -> prefix.path.length()).reversed());
    }

    private void add(String path, String name) {
        if (path.length() > 1) {
            prefixes.add(new Prefix(path.endsWith("/") ? path.substring(0, path.length() - 1) : path, name));
        }
    }

    String of(String path) {
        for (Prefix prefix : prefixes) {
            if (path.equals(prefix.path)) {
                return prefix.name;
            }
            if (path.startsWith(prefix.path + "/")) {
                return prefix.name + path.substring(prefix.path.length());
            }
        }
        return path;
    }
}
