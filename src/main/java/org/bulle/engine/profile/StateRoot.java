package org.bulle.engine.profile;

import java.nio.file.Path;
import java.util.Map;

/** Where what is remembered of a user lies: {@code $STATE} of profiles. */
public final class StateRoot {
    private StateRoot() {}

    /**
     * {@code $XDG_STATE_HOME} when that is absolute, else {@code ~/.local/state}; on macOS {@code ~/Library/Application Support}.
     *
     * @param home absolute
     */
    public static Path of(Map<String, String> environment, String home, Platform platform) {
        return OsPath.of(
                switch (platform) {
                    case MACOS -> home + "/Library/Application Support";
                    case LINUX -> {
                        String xdg = environment.getOrDefault("XDG_STATE_HOME", "");
                        yield xdg.startsWith("/") ? xdg : home + "/.local/state";
                    }
                });
    }
}
