package org.bulle.engine.denial;

/** The mechanism that refused. */
public enum Enforcer {
    LANDLOCK("landlock"),
    SECCOMP("seccomp"),
    /** The supervisor, which performs socket calls in the command's place. */
    BROKER("broker"),
    SEATBELT("seatbelt");

    private final String key;

    Enforcer(String key) {
        this.key = key;
    }

    public String key() {
        return key;
    }
}
