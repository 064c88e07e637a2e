package org.bulle.engine.run;

/** The calls of POSIX that supervising a job needs, as this system makes them. Failures are {@code -errno}; both systems number ESRCH 3 and ECHILD 10. */
interface HostCalls {
    int ESRCH = 3;
    int ECHILD = 10;

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

    /** What the last {@link #news} were. */
    WaitStatus status();
}
