package org.bulle.kernel;

import java.util.List;

/** Who runs a sandbox in a test. */
public enum Account {
    /** Whoever runs the tests. */
    CURRENT,
    /** An unprivileged user; only root can become it. */
    NOBODY;

    static final int ID = 65534;

    /** Both where root runs the tests. */
    public static List<Account> all() {
        return isRoot() ? List.of(CURRENT, NOBODY) : List.of(CURRENT);
    }

    public static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    /** The user that runs the tests. */
    static int currentId() throws java.io.IOException {
        return (Integer) java.nio.file.Files.getAttribute(java.nio.file.Path.of("/proc/self"), "unix:uid");
    }

    /** What a command line has to start with. */
    public List<String> prefix() {
        return switch (this) {
            case CURRENT -> List.of();
            case NOBODY -> List.of("setpriv", "--reuid", "" + ID, "--regid", "" + ID, "--clear-groups");
        };
    }
}
