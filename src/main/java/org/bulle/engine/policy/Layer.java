package org.bulle.engine.policy;

/** Where a value stands in merge order, low to high. */
public enum Layer {
    /** The floor and the built-in profile files. */
    BUILT_IN("built-in"),
    /** The top level of config.toml. */
    CONFIG("config"),
    /** {@code [profiles.NAME]} in config.toml. */
    CONFIG_PROFILE("config profile"),
    /** {@code profiles/NAME.toml}. */
    USER("user"),
    /** {@code [defaults]} in config.toml. */
    DEFAULTS("defaults"),
    /** A flag on the command line, or the same choice in the app. */
    FLAG("flag"),
    /** What a run always gets: the workspace, its private temp directory, the command and its libraries. */
    RUN("run");

    private final String label;

    Layer(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }
}
