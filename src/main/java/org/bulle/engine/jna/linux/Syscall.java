package org.bulle.engine.jna.linux;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The system calls that we make, watch or refuse, with their numbers (asm/unistd_64.h for x86-64, asm-generic/unistd.h for aarch64; -1 where an
 * architecture does not have the call). Not a list of all calls.
 */
public enum Syscall {
    ACCEPT(43, 202),
    ACCEPT4(288, 242),
    ACCESS(21, -1),
    ACCT(163, 89),
    ADD_KEY(248, 217),
    ADJTIMEX(159, 171),
    BIND(49, 200),
    BPF(321, 280),
    CAPGET(125, 90),
    CAPSET(126, 91),
    CHDIR(80, 49),
    CHMOD(90, -1),
    CHOWN(92, -1),
    CHROOT(161, 51),
    CLOCK_ADJTIME(305, 266),
    CLOCK_SETTIME(227, 112),
    CLONE(56, 220),
    CLONE3(435, 435),
    CLOSE(3, 57),
    CLOSE_RANGE(436, 436),
    CONNECT(42, 203),
    CREAT(85, -1),
    CREATE_MODULE(174, -1),
    DELETE_MODULE(176, 106),
    DUP(32, 23),
    DUP2(33, -1),
    DUP3(292, 24),
    EPOLL_CREATE1(291, 20),
    EPOLL_CTL(233, 21),
    EPOLL_PWAIT(281, 22),
    EVENTFD2(290, 19),
    EXECVE(59, 221),
    EXECVEAT(322, 281),
    EXIT_GROUP(231, 94),
    FACCESSAT(269, 48),
    FACCESSAT2(439, 439),
    FANOTIFY_INIT(300, 262),
    FANOTIFY_MARK(301, 263),
    FCHDIR(81, 50),
    FCHMOD(91, 52),
    FCHMODAT(268, 53),
    FCHMODAT2(452, 452),
    FCHOWN(93, 55),
    FCHOWNAT(260, 54),
    FCNTL(72, 25),
    FINIT_MODULE(313, 273),
    FORK(57, -1),
    FSCONFIG(431, 431),
    FSETXATTR(190, 7),
    FSMOUNT(432, 432),
    FSOPEN(430, 430),
    FSPICK(433, 433),
    FTRUNCATE(77, 46),
    FUTIMESAT(261, -1),
    GETDENTS64(217, 61),
    GETEUID(107, 175),
    GETGID(104, 176),
    GETGROUPS(115, 158),
    GETPEERNAME(52, 205),
    GETPGID(121, 155),
    GETPGRP(111, -1),
    GETPID(39, 172),
    GETPPID(110, 173),
    GETRLIMIT(97, 163),
    GETSID(124, 156),
    GETSOCKNAME(51, 204),
    GETSOCKOPT(55, 209),
    GETTID(186, 178),
    GETUID(102, 174),
    GET_KERNEL_SYMS(177, -1),
    GET_ROBUST_LIST(274, 100),
    INIT_MODULE(175, 105),
    INOTIFY_ADD_WATCH(254, 27),
    IOCTL(16, 29),
    IOPERM(173, -1),
    IOPL(172, -1),
    IO_URING_ENTER(426, 426),
    IO_URING_REGISTER(427, 427),
    IO_URING_SETUP(425, 425),
    KCMP(312, 272),
    KEXEC_FILE_LOAD(320, 294),
    KEXEC_LOAD(246, 104),
    KEYCTL(250, 219),
    KILL(62, 129),
    LANDLOCK_ADD_RULE(445, 445),
    LANDLOCK_CREATE_RULESET(444, 444),
    LANDLOCK_RESTRICT_SELF(446, 446),
    LCHOWN(94, -1),
    LINK(86, -1),
    LINKAT(265, 37),
    LISTEN(50, 201),
    LOOKUP_DCOOKIE(212, 18),
    LSEEK(8, 62),
    LSETXATTR(189, 6),
    LSTAT(6, -1),
    MEMFD_CREATE(319, 279),
    MEMFD_SECRET(447, 447),
    MIGRATE_PAGES(256, 238),
    MKDIR(83, -1),
    MKDIRAT(258, 34),
    MKNOD(133, -1),
    MKNODAT(259, 33),
    MMAP(9, 222),
    MODIFY_LDT(154, -1),
    MOUNT(165, 40),
    MOUNT_SETATTR(442, 442),
    MOVE_MOUNT(429, 429),
    MOVE_PAGES(279, 239),
    MPROTECT(10, 226),
    MQ_OPEN(240, 180),
    MSGGET(68, 186),
    MUNMAP(11, 215),
    NAME_TO_HANDLE_AT(303, 264),
    NEWFSTATAT(262, 79),
    NFSSERVCTL(180, 42),
    OPEN(2, -1),
    OPENAT(257, 56),
    OPENAT2(437, 437),
    OPEN_BY_HANDLE_AT(304, 265),
    OPEN_TREE(428, 428),
    OPEN_TREE_ATTR(467, 467),
    PERF_EVENT_OPEN(298, 241),
    PERSONALITY(135, 92),
    PIDFD_GETFD(438, 438),
    PIDFD_OPEN(434, 434),
    PIDFD_SEND_SIGNAL(424, 424),
    PIPE2(293, 59),
    PIVOT_ROOT(155, 41),
    POLL(7, -1),
    PPOLL(271, 73),
    PRCTL(157, 167),
    PREAD64(17, 67),
    PRLIMIT64(302, 261),
    PROCESS_MADVISE(440, 440),
    PROCESS_VM_READV(310, 270),
    PROCESS_VM_WRITEV(311, 271),
    PTRACE(101, 117),
    QUERY_MODULE(178, -1),
    QUOTACTL(179, 60),
    QUOTACTL_FD(443, 443),
    READ(0, 63),
    READLINK(89, -1),
    READLINKAT(267, 78),
    REBOOT(169, 142),
    RECVFROM(45, 207),
    RECVMSG(47, 212),
    RENAME(82, -1),
    RENAMEAT(264, 38),
    RENAMEAT2(316, 276),
    REQUEST_KEY(249, 218),
    RMDIR(84, -1),
    RT_SIGACTION(13, 134),
    RT_SIGPENDING(127, 136),
    RT_SIGPROCMASK(14, 135),
    RT_SIGQUEUEINFO(129, 138),
    RT_TGSIGQUEUEINFO(297, 240),
    SCHED_YIELD(24, 124),
    SECCOMP(317, 277),
    SEMGET(64, 190),
    SENDMMSG(307, 269),
    SENDMSG(46, 211),
    SENDTO(44, 206),
    SETDOMAINNAME(171, 162),
    SETFSGID(123, 152),
    SETFSUID(122, 151),
    SETGROUPS(116, 159),
    SETHOSTNAME(170, 161),
    SETNS(308, 268),
    SETPGID(109, 154),
    SETRLIMIT(160, 164),
    SETSID(112, 157),
    SETSOCKOPT(54, 208),
    SETTIMEOFDAY(164, 170),
    SETXATTR(188, 5),
    SHMAT(30, 196),
    SHMGET(29, 194),
    SHUTDOWN(48, 210),
    SIGNALFD4(289, 74),
    SOCKET(41, 198),
    SOCKETPAIR(53, 199),
    STAT(4, -1),
    STATX(332, 291),
    SWAPOFF(168, 225),
    SWAPON(167, 224),
    SYMLINK(88, -1),
    SYMLINKAT(266, 36),
    SYSFS(139, -1),
    SYSLOG(103, 116),
    TGKILL(234, 131),
    TIMERFD_CREATE(283, 85),
    TIMERFD_SETTIME(286, 86),
    TKILL(200, 130),
    TRUNCATE(76, 45),
    UMOUNT2(166, 39),
    UNLINK(87, -1),
    UNLINKAT(263, 35),
    UNSHARE(272, 97),
    USELIB(134, -1),
    USERFAULTFD(323, 282),
    UTIME(132, -1),
    UTIMENSAT(280, 88),
    UTIMES(235, -1),
    VFORK(58, -1),
    VHANGUP(153, 58),
    WAIT4(61, 260),
    WAITID(247, 95),
    WRITE(1, 64);

    /** Made when they are first asked; every run makes system calls, and few ask for one by its name. */
    private static final class Table {
        static final Map<String, Syscall> BY_NAME = byName();
        static final Map<Integer, Syscall> BY_NUMBER = byNumber();
    }

    private final int x86;
    private final int arm;

    Syscall(int x86, int arm) {
        this.x86 = x86;
        this.arm = arm;
    }

    /** The number on this architecture, or -1. */
    public int number() {
        return number(Architecture.current());
    }

    public int number(Architecture architecture) {
        return switch (architecture) {
            case X86_64 -> x86;
            case AARCH64 -> arm;
        };
    }

    public boolean exists(Architecture architecture) {
        return number(architecture) >= 0;
    }

    /** The C name: {@code openat}. */
    public String cName() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Syscall> named(String name) {
        return Optional.ofNullable(Table.BY_NAME.get(name));
    }

    /** The call with that number on this architecture, when it is one of ours. */
    public static Optional<Syscall> numbered(int number) {
        return Optional.ofNullable(Table.BY_NUMBER.get(number));
    }

    private static Map<String, Syscall> byName() {
        Map<String, Syscall> all = new HashMap<>();
        for (Syscall call : values()) {
            all.put(call.cName(), call);
        }
        return Map.copyOf(all);
    }

    private static Map<Integer, Syscall> byNumber() {
        Map<Integer, Syscall> all = new HashMap<>();
        for (Syscall call : values()) {
            if (call.number() >= 0) {
                all.put(call.number(), call);
            }
        }
        return Map.copyOf(all);
    }
}
