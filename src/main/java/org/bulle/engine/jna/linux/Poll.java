package org.bulle.engine.jna.linux;

/** poll.h. */
public final class Poll {
    public static final int POLLIN = 1;
    public static final int POLLOUT = 4;
    public static final int POLLERR = 8;
    public static final int POLLHUP = 16;
    /** struct pollfd: fd (4), events (2), revents (2). */
    public static final int POLLFD_SIZE = 8;

    private Poll() {}
}
