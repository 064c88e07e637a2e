package org.bulle.engine.sandbox.seccomp;

import static org.bulle.engine.jna.linux.Errno.ENOSYS;
import static org.bulle.engine.jna.linux.Errno.EPERM;
import static org.bulle.engine.jna.linux.Syscall.*;

import java.util.List;

/** The calls that no sandboxed command may make, whatever its profiles say. One line a call, with the reason. */
public final class AlwaysRefused {
    private static final int TIOCSTI = 0x5412;
    private static final int TIOCLINUX = 0x541C;
    /** linux/sched.h: NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
    private static final int CLONE_NEW =
            0x00020000 | 0x02000000 | 0x04000000 | 0x08000000 | 0x10000000 | 0x20000000 | 0x40000000;
    /** Only for unshare: in clone these bits are the exit signal. */
    private static final int CLONE_NEWTIME = 0x80;

    private AlwaysRefused() {}

    public static List<CallRule> rules() {
        return List.of(
                CallRule.refuse(IO_URING_SETUP, ENOSYS, "works past the other filters and the observer"),
                CallRule.refuse(IO_URING_ENTER, ENOSYS, "works past the other filters and the observer"),
                CallRule.refuse(IO_URING_REGISTER, ENOSYS, "works past the other filters and the observer"),
                CallRule.of(IOCTL)
                        .when(refuse(EPERM), ArgumentTest.is(1, TIOCSTI))
                        .when(refuse(EPERM), ArgumentTest.is(1, TIOCLINUX))
                        .otherwise(Verdict.ALLOW, "types into the terminal that outlives the sandbox"),
                CallRule.refuse(
                        CLONE3,
                        ENOSYS,
                        "its flags are in memory, where a filter cannot see them; libraries fall back to clone"),
                CallRule.of(CLONE)
                        .when(Verdict.ALLOW, ArgumentTest.none(0, CLONE_NEW))
                        .otherwise(refuse(EPERM), "a namespace brings capabilities"),
                CallRule.of(UNSHARE)
                        .when(Verdict.ALLOW, ArgumentTest.none(0, CLONE_NEW | CLONE_NEWTIME))
                        .otherwise(refuse(EPERM), "a namespace brings capabilities"),
                CallRule.refuse(SETNS, EPERM, "enters somebody's namespace"),
                CallRule.of(PRLIMIT64)
                        .when(Verdict.ALLOW, ArgumentTest.is(0, 0))
                        .otherwise(
                                refuse(EPERM),
                                "a limit of processor time ends any process of the user's, which no signal could"),
                CallRule.refuse(KEYCTL, EPERM, "keyrings hold credentials and belong to no path"),
                CallRule.refuse(ADD_KEY, EPERM, "keyrings hold credentials and belong to no path"),
                CallRule.refuse(REQUEST_KEY, EPERM, "keyrings hold credentials and belong to no path"),
                CallRule.refuse(BPF, EPERM, "programs in the kernel"),
                CallRule.refuse(PERF_EVENT_OPEN, EPERM, "watches other processes and the kernel"),
                CallRule.refuse(USERFAULTFD, EPERM, "holds up the kernel at a chosen moment, which races need"),
                CallRule.refuse(MOUNT, EPERM, "changes what a path means"),
                CallRule.refuse(UMOUNT2, EPERM, "changes what a path means"),
                CallRule.refuse(FSOPEN, EPERM, "changes what a path means"),
                CallRule.refuse(FSCONFIG, EPERM, "changes what a path means"),
                CallRule.refuse(FSMOUNT, EPERM, "changes what a path means"),
                CallRule.refuse(FSPICK, EPERM, "changes what a path means"),
                CallRule.refuse(MOVE_MOUNT, EPERM, "changes what a path means"),
                CallRule.refuse(OPEN_TREE, EPERM, "changes what a path means"),
                CallRule.refuse(OPEN_TREE_ATTR, EPERM, "changes what a path means"),
                CallRule.refuse(MOUNT_SETATTR, EPERM, "changes what a path means"),
                CallRule.refuse(PIVOT_ROOT, EPERM, "changes what a path means"),
                CallRule.refuse(SWAPON, EPERM, "administration of the machine"),
                CallRule.refuse(SWAPOFF, EPERM, "administration of the machine"),
                CallRule.refuse(REBOOT, EPERM, "administration of the machine"),
                CallRule.refuse(KEXEC_LOAD, EPERM, "another kernel"),
                CallRule.refuse(KEXEC_FILE_LOAD, EPERM, "another kernel"),
                CallRule.refuse(INIT_MODULE, EPERM, "code in the kernel"),
                CallRule.refuse(FINIT_MODULE, EPERM, "code in the kernel"),
                CallRule.refuse(DELETE_MODULE, EPERM, "code in the kernel"),
                CallRule.refuse(CREATE_MODULE, EPERM, "code in the kernel"),
                CallRule.refuse(OPEN_BY_HANDLE_AT, EPERM, "opens a file without its path"),
                CallRule.refuse(
                        FANOTIFY_INIT, EPERM, "hands out descriptors of what others open, and can hold them up"),
                CallRule.refuse(ACCT, EPERM, "writes where the kernel is told to"),
                CallRule.refuse(QUOTACTL, EPERM, "administration of the machine"),
                CallRule.refuse(QUOTACTL_FD, EPERM, "administration of the machine"),
                CallRule.refuse(IOPL, EPERM, "hardware ports"),
                CallRule.refuse(IOPERM, EPERM, "hardware ports"),
                CallRule.refuse(CLOCK_SETTIME, EPERM, "the machine's clock"),
                CallRule.refuse(SETTIMEOFDAY, EPERM, "the machine's clock"),
                CallRule.refuse(SETHOSTNAME, EPERM, "the machine's name"),
                CallRule.refuse(SETDOMAINNAME, EPERM, "the machine's name"),
                CallRule.refuse(SYSLOG, EPERM, "the kernel's log"),
                CallRule.refuse(VHANGUP, EPERM, "hangs up the terminal of others"),
                CallRule.refuse(NFSSERVCTL, ENOSYS, "obsolete"),
                CallRule.refuse(USELIB, ENOSYS, "obsolete"));
    }

    private static Verdict refuse(int errno) {
        return new Verdict.Refuse(errno);
    }
}
