package org.bulle.engine.profile;

import java.util.ArrayList;
import java.util.List;

/**
 * A key of a profile or of config.toml.
 *
 * @param table the table's path; empty for the top level
 */
public record Place(List<String> table, String key) {
    public Place {
        table = List.copyOf(table);
    }

    /** A key at top level. */
    public static Place of(String key) {
        return new Place(List.of(), key);
    }

    /** A key of {@code [linux]} or {@code [macos]}. */
    public static Place in(Platform platform, String key) {
        return new Place(List.of(platform.key()), key);
    }

    /** A key of {@code [profiles.NAME]} in config.toml. */
    public static Place inConfiguration(String profile, String key) {
        return new Place(List.of("profiles", profile), key);
    }

    List<String> path() {
        List<String> path = new ArrayList<>(table);
        path.add(key);
        return path;
    }
}
