package org.bulle.engine.profile;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bulle.engine.policy.Layer;

/**
 * One layer of a named profile, as written in one file (or in one table of config.toml).
 *
 * @param file the path as shown to the user ("built-in:git.toml" for a built-in one)
 * @param source the TOML text
 * @param platforms the {@code [linux]} and {@code [macos]} tables
 */
public record Profile(
        String name,
        Layer layer,
        String file,
        String source,
        Optional<Located<String>> title,
        Optional<Located<String>> description,
        List<Located<String>> inherits,
        Settings settings,
        Map<Platform, Settings> platforms) {
    public Profile {
        inherits = List.copyOf(inherits);
        platforms = Map.copyOf(platforms);
    }

    public Settings platform(Platform platform) {
        return platforms.getOrDefault(platform, Settings.NONE);
    }
}
