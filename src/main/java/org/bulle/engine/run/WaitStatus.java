package org.bulle.engine.run;

/**
 * What wait(2) says of a child, as sys/wait.h of Linux and of macOS lay it out alike.
 *
 * @param bits as they come
 */
record WaitStatus(int bits) {
    private static final int STOPPED = 0x7f;

    /** Of a process that has ended nobody knows how: as if it had failed. */
    static WaitStatus unknown() {
        return new WaitStatus(1 << 8);
    }

    boolean exited() {
        return (bits & STOPPED) == 0;
    }

    int exitStatus() {
        return bits >> 8 & 0xff;
    }

    boolean stopped() {
        return (bits & 0xff) == STOPPED;
    }

    int stopSignal() {
        return bits >> 8 & 0xff;
    }

    /** The signal that ended a process which neither exited nor stopped. */
    int termSignal() {
        return bits & 0x7f;
    }
}
