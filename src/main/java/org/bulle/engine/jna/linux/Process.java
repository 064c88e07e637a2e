package org.bulle.engine.jna.linux;

/** sys/wait.h, signal.h, linux/prctl.h, linux/capability.h, linux/pidfd.h, sys/resource.h. */
public final class Process {
    public static final int WNOHANG = 1;
    public static final int WUNTRACED = 2;
    public static final int WEXITED = 4;
    public static final int WNOWAIT = 0x01000000;
    /** __WALL */
    public static final int WALL = 0x40000000;

    public static final int P_ALL = 0;
    /** siginfo_t: si_signo at 0, si_errno at 4, si_code at 8, si_pid at 16. */
    public static final int SIGINFO_SIZE = 128;

    public static final int SIGINFO_CODE = 8;
    public static final int SIGINFO_PID = 16;

    public static final int SIGHUP = 1;
    public static final int SIGINT = 2;
    public static final int SIGQUIT = 3;
    public static final int SIGKILL = 9;
    public static final int SIGUSR1 = 10;
    public static final int SIGUSR2 = 12;
    public static final int SIGPIPE = 13;
    public static final int SIGTERM = 15;
    public static final int SIGCHLD = 17;
    public static final int SIGCONT = 18;
    public static final int SIGSTOP = 19;
    public static final int SIGTSTP = 20;
    public static final int SIGTTOU = 22;

    public static final int PR_SET_NO_NEW_PRIVS = 38;
    public static final int PR_SET_CHILD_SUBREAPER = 36;
    public static final int PR_CAPBSET_DROP = 24;

    public static final int CAPABILITY_VERSION_3 = 0x20080522;

    /** pidfd_open: a thread, not a thread group; since Linux 6.9. */
    public static final int PIDFD_THREAD = 0x80;

    public static final int RLIMIT_CPU = 0;
    public static final int RLIMIT_FSIZE = 1;
    public static final int RLIMIT_NOFILE = 7;
    /** struct rlimit64: current (8), maximum (8). */
    public static final int RLIMIT64_SIZE = 16;

    private Process() {}

    public static boolean exited(int status) {
        return (status & 0x7f) == 0;
    }

    public static int exitStatus(int status) {
        return status >> 8 & 0xff;
    }

    public static boolean stopped(int status) {
        return (status & 0xff) == 0x7f;
    }

    public static int stopSignal(int status) {
        return status >> 8 & 0xff;
    }

    /** The signal that ended a process which neither exited nor stopped. */
    public static int termSignal(int status) {
        return status & 0x7f;
    }
}
