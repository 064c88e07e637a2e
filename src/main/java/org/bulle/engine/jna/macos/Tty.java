package org.bulle.engine.jna.macos;

/** sys/ttycom.h, sys/poll.h, sys/errno.h. */
public final class Tty {
    /** {@code _IOW('t', 103, struct winsize)}. */
    public static final long TIOCSWINSZ = 0x80087467L;
    /** struct winsize: rows (2), columns (2), pixels (2 + 2). */
    public static final int WINSIZE_SIZE = 8;

    public static final int POLLIN = 0x0001;
    public static final int POLLOUT = 0x0004;
    /** struct pollfd: fd (4), events (2), revents (2). */
    public static final int POLLFD_SIZE = 8;

    public static final int EAGAIN = 35;

    private Tty() {}
}
