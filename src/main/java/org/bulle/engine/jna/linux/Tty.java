package org.bulle.engine.jna.linux;

/** asm-generic/ioctls.h and asm-generic/termbits.h. */
public final class Tty {
    public static final long TCGETS = 0x5401;
    public static final long TCSETSW = 0x5403;
    public static final long TIOCGPGRP = 0x540F;
    public static final long TIOCSPGRP = 0x5410;
    public static final long TIOCGWINSZ = 0x5413;
    public static final long TIOCSWINSZ = 0x5414;
    public static final long TIOCGPTN = 0x80045430L;
    public static final long TIOCSPTLCK = 0x40045431L;

    /** The kernel's struct termios is 36 bytes. */
    public static final int TERMIOS_SIZE = 64;
    /** struct winsize: rows (2), columns (2), pixels (2 + 2). */
    public static final int WINSIZE_SIZE = 8;

    private Tty() {}
}
