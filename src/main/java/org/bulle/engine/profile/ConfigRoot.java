package org.bulle.engine.profile;

import java.nio.file.Path;
import java.util.Map;

/** The configuration root that a user has without {@code --config}. */
public final class ConfigRoot {
    private ConfigRoot() {}

    /**
     * {@code $XDG_CONFIG_HOME/bulle} when that is absolute, else {@code ~/.config/bulle}; on macOS {@code ~/Library/Application Support/bulle}.
     *
     * @param environment the caller's, in the spelling of {@link org.bulle.engine.policy.OsString}
     */
    public static Path of(Map<String, String> environment, Platform platform) {
        String home = environment.getOrDefault("HOME", "");
        if (!home.startsWith("/")) {
            home = System.getProperty("user.home", "/");
        }
        String parent = switch (platform) {
            case MACOS -> home + "/Library/Application Support";
            case LINUX -> {
                String xdg = environment.getOrDefault("XDG_CONFIG_HOME", "");
                yield xdg.startsWith("/") ? xdg : home + "/.config";
            }
        };
        return OsPath.of(parent + "/bulle");
    }
}
