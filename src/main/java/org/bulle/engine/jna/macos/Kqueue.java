package org.bulle.engine.jna.macos;

/** sys/event.h. struct kevent: ident (8), filter (2), flags (2), fflags (4), data (8), udata (8). */
public final class Kqueue {
    public static final int KEVENT_SIZE = 32;
    public static final int IDENT = 0;
    public static final int FILTER = 8;
    public static final int FLAGS = 10;
    public static final int FFLAGS = 12;

    public static final short EVFILT_PROC = -5;
    public static final short EVFILT_SIGNAL = -6;
    public static final int EV_ADD = 0x1;
    public static final int EV_CLEAR = 0x20;
    public static final int NOTE_EXIT = 0x80000000;
    public static final int NOTE_EXEC = 0x20000000;

    /** struct timespec: seconds (8), nanoseconds (8). */
    public static final int TIMESPEC_SIZE = 16;

    private Kqueue() {}
}
