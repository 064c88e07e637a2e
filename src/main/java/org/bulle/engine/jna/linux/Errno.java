package org.bulle.engine.jna.linux;

import java.util.Map;

/** asm-generic/errno-base.h and errno.h: the numbers, which are the same on x86-64 and aarch64. */
public final class Errno {
    public static final int EPERM = 1;
    public static final int ENOENT = 2;
    public static final int ESRCH = 3;
    public static final int EINTR = 4;
    public static final int EIO = 5;
    public static final int ENXIO = 6;
    public static final int E2BIG = 7;
    public static final int ENOEXEC = 8;
    public static final int EBADF = 9;
    public static final int ECHILD = 10;
    public static final int EAGAIN = 11;
    public static final int ENOMEM = 12;
    public static final int EACCES = 13;
    public static final int EFAULT = 14;
    public static final int EBUSY = 16;
    public static final int EEXIST = 17;
    public static final int EXDEV = 18;
    public static final int ENODEV = 19;
    public static final int ENOTDIR = 20;
    public static final int EISDIR = 21;
    public static final int EINVAL = 22;
    public static final int ENFILE = 23;
    public static final int EMFILE = 24;
    public static final int ENOTTY = 25;
    public static final int ETXTBSY = 26;
    public static final int EFBIG = 27;
    public static final int ENOSPC = 28;
    public static final int ESPIPE = 29;
    public static final int EROFS = 30;
    public static final int EMLINK = 31;
    public static final int EPIPE = 32;
    public static final int ERANGE = 34;
    public static final int ENAMETOOLONG = 36;
    public static final int ENOSYS = 38;
    public static final int ENOTEMPTY = 39;
    public static final int ELOOP = 40;
    public static final int ENOMSG = 42;
    public static final int ENODATA = 61;
    public static final int EPROTO = 71;
    public static final int EOVERFLOW = 75;
    public static final int ENOTSOCK = 88;
    public static final int EDESTADDRREQ = 89;
    public static final int EMSGSIZE = 90;
    public static final int EPROTOTYPE = 91;
    public static final int ENOPROTOOPT = 92;
    public static final int EPROTONOSUPPORT = 93;
    public static final int ESOCKTNOSUPPORT = 94;
    public static final int EOPNOTSUPP = 95;
    public static final int EPFNOSUPPORT = 96;
    public static final int EAFNOSUPPORT = 97;
    public static final int EADDRINUSE = 98;
    public static final int EADDRNOTAVAIL = 99;
    public static final int ENETDOWN = 100;
    public static final int ENETUNREACH = 101;
    public static final int ECONNABORTED = 103;
    public static final int ECONNRESET = 104;
    public static final int ENOBUFS = 105;
    public static final int EISCONN = 106;
    public static final int ENOTCONN = 107;
    public static final int ETIMEDOUT = 110;
    public static final int ECONNREFUSED = 111;
    public static final int EHOSTUNREACH = 113;
    public static final int EALREADY = 114;
    public static final int EINPROGRESS = 115;
    public static final int ECANCELED = 125;
    public static final int EDQUOT = 122;
    /** Kernel-internal (linux/errno.h): restart the interrupted call, unless a handler without SA_RESTART ran. Legal as a notification's answer. */
    public static final int ERESTARTSYS = 512;

    private static final Map<Integer, String> NAMES = Map.ofEntries(
            Map.entry(EPERM, "EPERM"),
            Map.entry(ENOENT, "ENOENT"),
            Map.entry(ESRCH, "ESRCH"),
            Map.entry(EINTR, "EINTR"),
            Map.entry(EIO, "EIO"),
            Map.entry(ENXIO, "ENXIO"),
            Map.entry(E2BIG, "E2BIG"),
            Map.entry(ENOEXEC, "ENOEXEC"),
            Map.entry(EBADF, "EBADF"),
            Map.entry(ECHILD, "ECHILD"),
            Map.entry(EAGAIN, "EAGAIN"),
            Map.entry(ENOMEM, "ENOMEM"),
            Map.entry(EACCES, "EACCES"),
            Map.entry(EFAULT, "EFAULT"),
            Map.entry(EBUSY, "EBUSY"),
            Map.entry(EEXIST, "EEXIST"),
            Map.entry(EXDEV, "EXDEV"),
            Map.entry(ENODEV, "ENODEV"),
            Map.entry(ENOTDIR, "ENOTDIR"),
            Map.entry(EISDIR, "EISDIR"),
            Map.entry(EINVAL, "EINVAL"),
            Map.entry(ENFILE, "ENFILE"),
            Map.entry(EMFILE, "EMFILE"),
            Map.entry(ENOTTY, "ENOTTY"),
            Map.entry(ETXTBSY, "ETXTBSY"),
            Map.entry(EFBIG, "EFBIG"),
            Map.entry(ENOSPC, "ENOSPC"),
            Map.entry(ESPIPE, "ESPIPE"),
            Map.entry(EROFS, "EROFS"),
            Map.entry(EMLINK, "EMLINK"),
            Map.entry(EPIPE, "EPIPE"),
            Map.entry(ERANGE, "ERANGE"),
            Map.entry(ENAMETOOLONG, "ENAMETOOLONG"),
            Map.entry(ENOSYS, "ENOSYS"),
            Map.entry(ENOTEMPTY, "ENOTEMPTY"),
            Map.entry(ELOOP, "ELOOP"),
            Map.entry(ENOMSG, "ENOMSG"),
            Map.entry(ENODATA, "ENODATA"),
            Map.entry(EPROTO, "EPROTO"),
            Map.entry(EOVERFLOW, "EOVERFLOW"),
            Map.entry(ENOTSOCK, "ENOTSOCK"),
            Map.entry(EDESTADDRREQ, "EDESTADDRREQ"),
            Map.entry(EMSGSIZE, "EMSGSIZE"),
            Map.entry(EPROTOTYPE, "EPROTOTYPE"),
            Map.entry(ENOPROTOOPT, "ENOPROTOOPT"),
            Map.entry(EPROTONOSUPPORT, "EPROTONOSUPPORT"),
            Map.entry(ESOCKTNOSUPPORT, "ESOCKTNOSUPPORT"),
            Map.entry(EOPNOTSUPP, "EOPNOTSUPP"),
            Map.entry(EPFNOSUPPORT, "EPFNOSUPPORT"),
            Map.entry(EAFNOSUPPORT, "EAFNOSUPPORT"),
            Map.entry(EADDRINUSE, "EADDRINUSE"),
            Map.entry(EADDRNOTAVAIL, "EADDRNOTAVAIL"),
            Map.entry(ENETDOWN, "ENETDOWN"),
            Map.entry(ENETUNREACH, "ENETUNREACH"),
            Map.entry(ECONNABORTED, "ECONNABORTED"),
            Map.entry(ECONNRESET, "ECONNRESET"),
            Map.entry(ENOBUFS, "ENOBUFS"),
            Map.entry(EISCONN, "EISCONN"),
            Map.entry(ENOTCONN, "ENOTCONN"),
            Map.entry(ETIMEDOUT, "ETIMEDOUT"),
            Map.entry(ECONNREFUSED, "ECONNREFUSED"),
            Map.entry(EHOSTUNREACH, "EHOSTUNREACH"),
            Map.entry(EALREADY, "EALREADY"),
            Map.entry(EINPROGRESS, "EINPROGRESS"),
            Map.entry(ECANCELED, "ECANCELED"),
            Map.entry(EDQUOT, "EDQUOT"));

    private Errno() {}

    /** {@code EACCES}, or the number where we have no name for it. */
    public static String name(long errno) {
        return NAMES.getOrDefault((int) errno, "error " + errno);
    }
}
