package org.bulle.engine.policy;

/** How far the command's internet sockets reach. */
public enum Network {
    NONE("none"),
    /** TCP within this machine only. */
    LOOPBACK("loopback"),
    FULL("full");

    private final String key;

    Network(String key) {
        this.key = key;
    }

    public String key() {
        return key;
    }
}
