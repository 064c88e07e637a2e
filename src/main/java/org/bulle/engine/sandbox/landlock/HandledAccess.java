package org.bulle.engine.sandbox.landlock;

import static org.bulle.engine.jna.linux.Landlock.*;

import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.AccessRight;
import org.bulle.engine.policy.Network;
import org.bulle.engine.policy.Ports;

/**
 * What a ruleset of one Landlock ABI handles: every right that the kernel and we know, so that all of it is denied but where a rule allows it.
 *
 * @param fs LANDLOCK_ACCESS_FS_*
 * @param net LANDLOCK_ACCESS_NET_*
 * @param scoped LANDLOCK_SCOPE_*
 * @param restrictFlags for landlock_restrict_self
 */
public record HandledAccess(int abi, long fs, long net, long scoped, int restrictFlags) {
    /** The newest ABI whose rights we know. A newer kernel is asked for these. */
    public static final int NEWEST = 9;

    private static final long ABI_1 = LANDLOCK_ACCESS_FS_EXECUTE
            | LANDLOCK_ACCESS_FS_WRITE_FILE
            | LANDLOCK_ACCESS_FS_READ_FILE
            | LANDLOCK_ACCESS_FS_READ_DIR
            | LANDLOCK_ACCESS_FS_REMOVE_DIR
            | LANDLOCK_ACCESS_FS_REMOVE_FILE
            | LANDLOCK_ACCESS_FS_MAKE_CHAR
            | LANDLOCK_ACCESS_FS_MAKE_DIR
            | LANDLOCK_ACCESS_FS_MAKE_REG
            | LANDLOCK_ACCESS_FS_MAKE_SOCK
            | LANDLOCK_ACCESS_FS_MAKE_FIFO
            | LANDLOCK_ACCESS_FS_MAKE_BLOCK
            | LANDLOCK_ACCESS_FS_MAKE_SYM;

    /** The kernel refuses any other right on what is not a directory (EINVAL). */
    private static final long LEGAL_ON_FILES = LANDLOCK_ACCESS_FS_EXECUTE
            | LANDLOCK_ACCESS_FS_WRITE_FILE
            | LANDLOCK_ACCESS_FS_READ_FILE
            | LANDLOCK_ACCESS_FS_TRUNCATE
            | LANDLOCK_ACCESS_FS_IOCTL_DEV
            | LANDLOCK_ACCESS_FS_RESOLVE_UNIX;

    /** Device nodes are never made; everything else that changes a tree is part of writing. Without REFER every move and link between directories fails. */
    private static final long WRITING = LANDLOCK_ACCESS_FS_WRITE_FILE
            | LANDLOCK_ACCESS_FS_TRUNCATE
            | LANDLOCK_ACCESS_FS_REMOVE_DIR
            | LANDLOCK_ACCESS_FS_REMOVE_FILE
            | LANDLOCK_ACCESS_FS_MAKE_DIR
            | LANDLOCK_ACCESS_FS_MAKE_REG
            | LANDLOCK_ACCESS_FS_MAKE_SOCK
            | LANDLOCK_ACCESS_FS_MAKE_FIFO
            | LANDLOCK_ACCESS_FS_MAKE_SYM
            | LANDLOCK_ACCESS_FS_REFER
            | LANDLOCK_ACCESS_FS_IOCTL_DEV
            | LANDLOCK_ACCESS_FS_RESOLVE_UNIX;

    /** One rule a port: more of them would cost too much. Then only the supervisor looks, when the socket is to listen. */
    private static final int MOST_PORTS = 1_000;

    /**
     * With every port of the machine, where ports matter.
     *
     * @param abi as the kernel reports it, 1 or more
     */
    public static HandledAccess forAbi(int abi, Network network) {
        return forAbi(abi, network, Ports.ANY);
    }

    /**
     * @param abi as the kernel reports it, 1 or more
     */
    public static HandledAccess forAbi(int abi, Network network, Ports ports) {
        if (abi < 1) {
            throw new IllegalArgumentException("no such Landlock ABI: " + abi);
        }
        long fs = ABI_1;
        fs |= abi >= 2 ? LANDLOCK_ACCESS_FS_REFER : 0;
        fs |= abi >= 3 ? LANDLOCK_ACCESS_FS_TRUNCATE : 0;
        fs |= abi >= 5 ? LANDLOCK_ACCESS_FS_IOCTL_DEV : 0;
        fs |= abi >= 9 ? LANDLOCK_ACCESS_FS_RESOLVE_UNIX : 0;
        long scoped = abi >= 6 ? LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | LANDLOCK_SCOPE_SIGNAL : 0;
        int flags = abi >= 7 ? LANDLOCK_RESTRICT_SELF_LOG_NEW_EXEC_ON : 0;
        return new HandledAccess(abi, fs, abi >= 4 ? tcp(network, ports) : 0, scoped, flags);
    }

    /** What is handled is refused, but for the ports of {@link Ruleset}. Under loopback the supervisor connects, outside of the domain. */
    private static long tcp(Network network, Ports ports) {
        return switch (network) {
            case NONE -> LANDLOCK_ACCESS_NET_BIND_TCP | LANDLOCK_ACCESS_NET_CONNECT_TCP;
            case LOOPBACK ->
                LANDLOCK_ACCESS_NET_CONNECT_TCP
                        | (ports.isAny() || ports.count() > MOST_PORTS ? 0 : LANDLOCK_ACCESS_NET_BIND_TCP);
            case FULL -> 0;
        };
    }

    /** The rights of a rule on a directory and all below it. */
    public long onDirectory(AccessList list) {
        long rights = 0;
        for (AccessRight right : list.rights()) {
            rights |= switch (right) {
                case READ -> LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
                case WRITE -> WRITING;
                case EXECUTE -> LANDLOCK_ACCESS_FS_EXECUTE;
            };
        }
        return rights & fs;
    }

    /** The rights of a rule on a file, device, FIFO or socket. */
    public long onFile(AccessList list) {
        return onDirectory(list) & LEGAL_ON_FILES;
    }

    public boolean handles(long right) {
        return (fs & right) != 0;
    }

    /** Landlock itself judges which ports a TCP socket is bound to. */
    public boolean judgesBinding() {
        return (net & LANDLOCK_ACCESS_NET_BIND_TCP) != 0;
    }

    /** Landlock itself judges who connects to a pathname unix socket. */
    public boolean judgesUnixPaths() {
        return handles(LANDLOCK_ACCESS_FS_RESOLVE_UNIX);
    }
}
