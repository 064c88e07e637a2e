package org.bulle.engine.profile;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * config.toml.
 *
 * @param file the path as shown to the user; empty when there is no such file
 * @param base the settings at top level, a base under every run; its {@code deny} is the guardrail
 * @param profiles {@code [profiles.NAME]}
 * @param vars {@code [vars]}
 * @param scratchDirectory {@code [scratch] dir}
 * @param runs {@code [runs]}
 */
public record Configuration(
        String file,
        String source,
        Settings base,
        Map<Platform, Settings> platforms,
        Map<String, Profile> profiles,
        Map<String, Located<String>> vars,
        Optional<Located<String>> scratchDirectory,
        Defaults defaults,
        Runs runs) {
    public static final Configuration EMPTY = new Configuration(
            "", "", Settings.NONE, Map.of(), Map.of(), Map.of(), Optional.empty(), Defaults.NONE, Runs.NONE);

    public Configuration {
        platforms = Map.copyOf(platforms);
        profiles = Map.copyOf(profiles);
        vars = Map.copyOf(vars);
    }

    /**
     * {@code [runs]}: what is kept of runs.
     *
     * @param keep so many records at most
     * @param days none that is older
     * @param keepOutput whether the app keeps what its runs said
     */
    public record Runs(
            Optional<Located<Integer>> keep, Optional<Located<Integer>> days, Optional<Located<Boolean>> keepOutput) {
        public static final Runs NONE = new Runs(Optional.empty(), Optional.empty(), Optional.empty());
    }

    /**
     * {@code [defaults]}: what a run gets when the command line is silent.
     *
     * @param settings {@code env ro rox rw rwx}; the other settings are always empty
     * @param limits {@code [defaults.limits]} by name
     * @param platformLimits {@code [defaults.linux.limits]}, {@code [defaults.macos.limits]}
     */
    public record Defaults(
            List<Located<String>> profiles,
            Optional<Located<String>> timeout,
            Settings settings,
            Optional<Located<Boolean>> strictLimits,
            Optional<Located<Boolean>> detect,
            Map<String, Located<String>> limits,
            Map<Platform, Map<String, Located<String>>> platformLimits) {
        public static final Defaults NONE = new Defaults(
                List.of(), Optional.empty(), Settings.NONE, Optional.empty(), Optional.empty(), Map.of(), Map.of());

        public Defaults {
            profiles = List.copyOf(profiles);
            limits = Map.copyOf(limits);
            platformLimits = Map.copyOf(platformLimits);
        }
    }
}
