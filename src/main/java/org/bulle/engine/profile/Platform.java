package org.bulle.engine.profile;

/** The systems that a profile has tables for. */
public enum Platform {
    LINUX("linux"),
    MACOS("macos");

    private final String key;

    Platform(String key) {
        this.key = key;
    }

    public String key() {
        return key;
    }

    public static Platform current() {
        return System.getProperty("os.name", "").startsWith("Mac") ? MACOS : LINUX;
    }
}
