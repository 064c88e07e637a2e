package org.bulle.engine.jna.linux;

/** linux/seccomp.h and linux/filter.h. */
public final class Seccomp {
    public static final int SECCOMP_SET_MODE_FILTER = 1;
    public static final int SECCOMP_GET_ACTION_AVAIL = 2;
    public static final int SECCOMP_FILTER_FLAG_NEW_LISTENER = 1 << 3;
    /** Since Linux 5.19: a caller whose notification was received can only be killed, not interrupted by other signals. */
    public static final int SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV = 1 << 5;

    public static final int SECCOMP_RET_KILL_PROCESS = 0x80000000;
    public static final int SECCOMP_RET_ERRNO = 0x00050000;
    public static final int SECCOMP_RET_USER_NOTIF = 0x7fc00000;
    public static final int SECCOMP_RET_ALLOW = 0x7fff0000;

    /** struct seccomp_data: nr, arch, instruction_pointer, args[6] of 8 bytes. */
    public static final int DATA_NR = 0;

    public static final int DATA_ARCH = 4;
    public static final int DATA_ARGS = 16;

    /** struct seccomp_notif: id (8), pid (4), flags (4), data (64). */
    public static final int NOTIF_SIZE = 80;

    public static final int NOTIF_ID = 0;
    public static final int NOTIF_PID = 8;
    public static final int NOTIF_DATA = 16;

    /** struct seccomp_notif_resp: id (8), val (8), error (4), flags (4). */
    public static final int RESP_SIZE = 24;

    public static final int RESP_ID = 0;
    public static final int RESP_VAL = 8;
    public static final int RESP_ERROR = 16;
    public static final int RESP_FLAGS = 20;
    public static final int SECCOMP_USER_NOTIF_FLAG_CONTINUE = 1;

    /** struct seccomp_notif_addfd: id (8), flags (4), srcfd (4), newfd (4), newfd_flags (4). */
    public static final int ADDFD_SIZE = 24;

    public static final int ADDFD_ID = 0;
    public static final int ADDFD_FLAGS = 8;
    public static final int ADDFD_SRCFD = 12;
    public static final int ADDFD_NEWFD = 16;
    public static final int ADDFD_NEWFD_FLAGS = 20;
    public static final int SECCOMP_ADDFD_FLAG_SEND = 1 << 1;

    public static final long SECCOMP_IOCTL_NOTIF_RECV = 0xC0502100L;
    public static final long SECCOMP_IOCTL_NOTIF_SEND = 0xC0182101L;
    public static final long SECCOMP_IOCTL_NOTIF_ID_VALID = 0x40082102L;
    public static final long SECCOMP_IOCTL_NOTIF_ADDFD = 0x40182103L;
    /** Since Linux 6.6. */
    public static final long SECCOMP_IOCTL_NOTIF_SET_FLAGS = 0x40082104L;

    public static final long SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP = 1;

    /** struct sock_filter: code (2), jt (1), jf (1), k (4). */
    public static final int SOCK_FILTER_SIZE = 8;
    /** struct sock_fprog: len (2), padding, filter pointer at 8. */
    public static final int SOCK_FPROG_SIZE = 16;

    private Seccomp() {}
}
