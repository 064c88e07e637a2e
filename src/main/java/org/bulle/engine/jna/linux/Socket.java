package org.bulle.engine.jna.linux;

/** sys/socket.h, sys/un.h, netinet/in.h and linux/netlink.h: what is the same on x86-64 and aarch64. */
public final class Socket {
    public static final int AF_UNSPEC = 0;
    public static final int AF_UNIX = 1;
    public static final int AF_INET = 2;
    public static final int AF_INET6 = 10;
    public static final int AF_NETLINK = 16;

    public static final int SOCK_STREAM = 1;
    public static final int SOCK_DGRAM = 2;
    public static final int SOCK_SEQPACKET = 5;
    /** The type proper, without SOCK_CLOEXEC and SOCK_NONBLOCK. */
    public static final int SOCK_TYPE_MASK = 0xf;

    public static final int SOCK_NONBLOCK = 0x800;
    public static final int SOCK_CLOEXEC = 0x80000;

    public static final int IPPROTO_IP = 0;
    public static final int IPPROTO_TCP = 6;
    public static final int IPPROTO_IPV6 = 41;
    public static final int NETLINK_ROUTE = 0;

    public static final int MSG_FASTOPEN = 0x20000000;

    public static final int SOL_SOCKET = 1;
    public static final int SO_BINDTODEVICE = 25;
    public static final int SO_DOMAIN = 39;
    public static final int SO_BINDTOIFINDEX = 62;
    public static final int IP_OPTIONS = 4;
    public static final int IPV6_2292RTHDR = 5;
    public static final int IPV6_2292PKTOPTIONS = 6;
    public static final int IPV6_RTHDR = 57;

    /** struct sockaddr_un: family (2), path (108). */
    public static final int SOCKADDR_UN_SIZE = 110;
    /** For shutdown(2): neither receiving nor sending; a socket that listens does so no more. */
    public static final int SHUT_RDWR = 2;

    /** The kernel takes no longer address (struct sockaddr_storage). */
    public static final int SOCKADDR_MOST = 128;

    private Socket() {}
}
