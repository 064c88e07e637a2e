package org.bulle.engine.jna.macos;

/** sys/fcntl.h, sys/termios.h, sys/proc_info.h. */
public final class Fcntl {
    public static final int O_RDWR = 0x0002;
    public static final int O_NONBLOCK = 0x0004;
    public static final int O_NOCTTY = 0x00020000;
    public static final int O_CLOEXEC = 0x01000000;
    public static final int F_GETFD = 1;
    public static final int F_SETFD = 2;
    public static final int F_SETFL = 4;
    public static final int F_DUPFD_CLOEXEC = 67;
    public static final int FD_CLOEXEC = 1;

    public static final int TCSADRAIN = 1;
    /** struct termios: four 64-bit words of flags, 20 control characters, two 64-bit speeds. */
    public static final int TERMIOS_SIZE = 72;

    /** MAXPATHLEN. */
    public static final int PATH_MAX = 1024;

    public static final int PROC_PGRP_ONLY = 2;

    private Fcntl() {}
}
