package org.bulle.engine.jna.linux;

/** fcntl.h, linux/openat2.h, linux/stat.h, sys/uio.h. O_DIRECTORY, O_NOFOLLOW and their like differ between architectures and are methods. */
public final class Fcntl {
    public static final int AT_FDCWD = -100;
    public static final int AT_EMPTY_PATH = 0x1000;
    public static final int AT_SYMLINK_NOFOLLOW = 0x100;
    /** faccessat2: by the effective identity; AT_REMOVEDIR of unlinkat and AT_SYMLINK_FOLLOW of linkat share numbers with other flags. */
    public static final int AT_EACCESS = 0x200;

    public static final int AT_REMOVEDIR = 0x200;
    public static final int AT_SYMLINK_FOLLOW = 0x400;
    /** Since Linux 6.14: execveat only asks whether the file could be executed. */
    public static final int AT_EXECVE_CHECK = 0x10000;

    public static final int O_RDONLY = 0;
    public static final int O_WRONLY = 1;
    public static final int O_RDWR = 2;
    public static final int O_ACCMODE = 3;
    public static final int O_CREAT = 0x40;
    public static final int O_EXCL = 0x80;
    public static final int O_NOCTTY = 0x100;
    public static final int O_TRUNC = 0x200;
    public static final int O_APPEND = 0x400;
    public static final int O_NONBLOCK = 0x800;
    public static final int O_CLOEXEC = 0x80000;
    public static final int O_PATH = 0x200000;
    /** The bit of O_TMPFILE that is not O_DIRECTORY. */
    public static final int O_TMPFILE_BIT = 0x400000;

    public static final int F_DUPFD_CLOEXEC = 1030;
    public static final int F_GETFL = 3;
    public static final int F_SETFL = 4;

    /** struct open_how: flags (8), mode (8), resolve (8). */
    public static final int OPEN_HOW_SIZE = 24;

    public static final long RESOLVE_NO_MAGICLINKS = 0x02;
    public static final long RESOLVE_NO_SYMLINKS = 0x04;

    public static final int S_IFMT = 0xF000;
    public static final int S_IFSOCK = 0xC000;
    public static final int S_IFLNK = 0xA000;
    public static final int S_IFREG = 0x8000;
    public static final int S_IFBLK = 0x6000;
    public static final int S_IFDIR = 0x4000;
    public static final int S_IFCHR = 0x2000;
    public static final int S_IFIFO = 0x1000;

    /** struct statx; stx_mode is a 16-bit field at 28, stx_ino 64 bits at 32, device numbers 32 bits each at 136 and 140. */
    public static final int STATX_SIZE = 256;

    public static final int STATX_NLINK_OFFSET = 16;
    public static final int STATX_UID_OFFSET = 20;
    public static final int STATX_GID_OFFSET = 24;
    public static final int STATX_MODE_OFFSET = 28;
    public static final int STATX_INO_OFFSET = 32;
    public static final int STATX_SIZE_OFFSET = 40;
    /** struct statx_timestamp: seconds (8), nanoseconds (4). */
    public static final int STATX_CTIME_OFFSET = 96;

    public static final int STATX_MTIME_OFFSET = 112;
    public static final int STATX_RDEV_MAJOR_OFFSET = 128;
    public static final int STATX_RDEV_MINOR_OFFSET = 132;
    public static final int STATX_DEV_MAJOR_OFFSET = 136;
    public static final int STATX_DEV_MINOR_OFFSET = 140;
    public static final int STATX_BASIC_STATS = 0x7ff;

    /** struct iovec: base (8), length (8). */
    public static final int IOVEC_SIZE = 16;

    private Fcntl() {}

    public static int oDirectory() {
        return switch (Architecture.current()) {
            case X86_64 -> 0x10000;
            case AARCH64 -> 0x4000;
        };
    }

    public static int oNofollow() {
        return switch (Architecture.current()) {
            case X86_64 -> 0x20000;
            case AARCH64 -> 0x8000;
        };
    }
}
