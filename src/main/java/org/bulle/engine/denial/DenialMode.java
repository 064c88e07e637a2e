package org.bulle.engine.denial;

import java.util.Optional;

/** {@code --denials}: where the report is to come from. */
public enum DenialMode {
    AUTO("auto"),
    OBSERVE("observe"),
    AUDIT("audit"),
    OFF("off");

    private final String key;

    DenialMode(String key) {
        this.key = key;
    }

    public String key() {
        return key;
    }

    public static Optional<DenialMode> of(String key) {
        for (DenialMode mode : values()) {
            if (mode.key.equals(key)) {
                return Optional.of(mode);
            }
        }
        return Optional.empty();
    }
}
