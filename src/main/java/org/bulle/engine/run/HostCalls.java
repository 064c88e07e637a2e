package org.bulle.engine.run;

import org.bulle.engine.profile.Platform;

/** The calls of POSIX that supervising a job needs, as this system makes them. Failures are {@code -errno}; both systems number ESRCH 3, EINTR 4 and ECHILD 10. */
interface HostCalls extends AutoCloseable {
    int ESRCH = 3;
    int EINTR = 4;
    int ECHILD = 10;

    /** Those of the system that this runs on. */
    static HostCalls here() {
        return switch (Platform.current()) {
            case LINUX -> new LinuxCalls();
            case MACOS -> new MacCalls();
        };
    }

    int self();

    int parent();

    /** The process group; of this process for 0. */
    int group(int pid);

    /** The session; of this process for 0. */
    int session(int pid);

    /** Sends a signal; to a whole group when {@code pid} is negative. {@code signal} 0 only asks. */
    int kill(int pid, int signal);

    /** Returns when somebody has sent CONT. */
    void stopOurselves();

    int number(JobSignal signal);

    /**
     * Asks for news of a child, without waiting.
     *
     * @return its process id when there are any, 0 when not, or {@code -errno}
     */
    int news(int pid);

    /**
     * Waits for the end of a child.
     *
     * @return its process id, or {@code -errno}
     */
    int end(int pid);

    /** What the last {@link #news} or {@link #end} were. */
    WaitStatus status();

    @Override
    void close();
}
