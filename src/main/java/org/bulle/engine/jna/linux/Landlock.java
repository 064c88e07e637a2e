package org.bulle.engine.jna.linux;

/** linux/landlock.h. */
public final class Landlock {
    public static final int LANDLOCK_CREATE_RULESET_VERSION = 1;
    public static final int LANDLOCK_RULE_PATH_BENEATH = 1;
    public static final int LANDLOCK_RULE_NET_PORT = 2;
    public static final int LANDLOCK_RESTRICT_SELF_LOG_NEW_EXEC_ON = 1 << 1;

    public static final long LANDLOCK_ACCESS_FS_EXECUTE = 1L;
    public static final long LANDLOCK_ACCESS_FS_WRITE_FILE = 1L << 1;
    public static final long LANDLOCK_ACCESS_FS_READ_FILE = 1L << 2;
    public static final long LANDLOCK_ACCESS_FS_READ_DIR = 1L << 3;
    public static final long LANDLOCK_ACCESS_FS_REMOVE_DIR = 1L << 4;
    public static final long LANDLOCK_ACCESS_FS_REMOVE_FILE = 1L << 5;
    public static final long LANDLOCK_ACCESS_FS_MAKE_CHAR = 1L << 6;
    public static final long LANDLOCK_ACCESS_FS_MAKE_DIR = 1L << 7;
    public static final long LANDLOCK_ACCESS_FS_MAKE_REG = 1L << 8;
    public static final long LANDLOCK_ACCESS_FS_MAKE_SOCK = 1L << 9;
    public static final long LANDLOCK_ACCESS_FS_MAKE_FIFO = 1L << 10;
    public static final long LANDLOCK_ACCESS_FS_MAKE_BLOCK = 1L << 11;
    public static final long LANDLOCK_ACCESS_FS_MAKE_SYM = 1L << 12;
    public static final long LANDLOCK_ACCESS_FS_REFER = 1L << 13;
    public static final long LANDLOCK_ACCESS_FS_TRUNCATE = 1L << 14;
    public static final long LANDLOCK_ACCESS_FS_IOCTL_DEV = 1L << 15;
    public static final long LANDLOCK_ACCESS_FS_RESOLVE_UNIX = 1L << 16;

    public static final long LANDLOCK_ACCESS_NET_BIND_TCP = 1L;
    public static final long LANDLOCK_ACCESS_NET_CONNECT_TCP = 1L << 1;

    public static final long LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET = 1L;
    public static final long LANDLOCK_SCOPE_SIGNAL = 1L << 1;

    /** struct landlock_ruleset_attr: handled_access_fs, handled_access_net, scoped. */
    public static final int RULESET_ATTR_SIZE = 24;
    /** struct landlock_path_beneath_attr, packed: allowed_access (8), parent_fd (4). */
    public static final int PATH_BENEATH_ATTR_SIZE = 12;
    /** struct landlock_net_port_attr: allowed_access (8), port (8). */
    public static final int NET_PORT_ATTR_SIZE = 16;

    private Landlock() {}
}
