package org.bulle.engine.jna.linux;

/** linux/netlink.h and linux/audit.h. */
public final class Netlink {
    public static final int AF_NETLINK = 16;
    /** SOCK_RAW with SOCK_CLOEXEC. */
    public static final int SOCK_RAW_CLOEXEC = 3 | 0x80000;

    public static final int NETLINK_AUDIT = 9;
    /** The bit of the group AUDIT_NLGRP_READLOG. */
    public static final int AUDIT_NLGRP_READLOG_MASK = 1;

    public static final int AUDIT_GET = 1000;
    public static final int NLM_F_REQUEST = 1;
    /** struct nlmsghdr: length (4), type (2), flags (2), sequence (4), port (4). */
    public static final int NLMSGHDR_SIZE = 16;
    /** struct sockaddr_nl: family (2), padding (2), port (4), groups (4). */
    public static final int SOCKADDR_NL_SIZE = 12;

    public static final int SOL_SOCKET = 1;
    public static final int SO_RCVBUFFORCE = 33;

    private Netlink() {}
}
