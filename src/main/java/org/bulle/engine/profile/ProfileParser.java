package org.bulle.engine.profile;

import java.util.List;
import java.util.Optional;
import org.bulle.engine.policy.Layer;

/** TOML text to values, strictly: unknown keys, wrong types and bad values are problems, and all of them are collected. Never throws on any text. */
public final class ProfileParser {
    private ProfileParser() {}

    /**
     * One profile file.
     *
     * @param name the profile's name; checked by {@link ProfileNames}
     * @param file the path as shown in problems and origins
     */
    public static Parsed parse(String name, Layer layer, String file, String text) {
        return new Parsed(Optional.empty(), List.of());
    }

    /** config.toml. */
    public static ParsedConfiguration parseConfiguration(String file, String text) {
        return new ParsedConfiguration(Optional.empty(), List.of());
    }
}
