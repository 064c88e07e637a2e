package org.bulle.engine.jna.macos;

/** sys/signal.h, sys/wait.h. */
public final class Signals {
    public static final int SIGHUP = 1;
    public static final int SIGINT = 2;
    public static final int SIGQUIT = 3;
    public static final int SIGKILL = 9;
    public static final int SIGPIPE = 13;
    public static final int SIGTERM = 15;
    public static final int SIGSTOP = 17;
    public static final int SIGTSTP = 18;
    public static final int SIGCONT = 19;
    public static final int SIGCHLD = 20;
    public static final int SIGTTOU = 22;
    public static final int SIGUSR1 = 30;
    public static final int SIGUSR2 = 31;
    /** NSIG - 1. */
    public static final int LAST = 31;

    public static final long SIG_DFL = 0;
    public static final long SIG_IGN = 1;
    public static final int SIG_BLOCK = 1;
    public static final int SIG_SETMASK = 3;
    /** sigset_t is a 32-bit integer, bit N - 1 for signal N. */
    public static final int SIGSET_SIZE = 4;

    /** struct sigaction: handler (8), mask (4), flags (4). */
    public static final int SIGACTION_SIZE = 16;

    public static final int WNOHANG = 1;
    public static final int WUNTRACED = 2;

    private Signals() {}
}
