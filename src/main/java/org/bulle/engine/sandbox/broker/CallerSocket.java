package org.bulle.engine.sandbox.broker;

import static org.bulle.engine.jna.linux.Errno.EACCES;
import static org.bulle.engine.jna.linux.Errno.EBADF;
import static org.bulle.engine.jna.linux.Errno.EINVAL;
import static org.bulle.engine.jna.linux.Errno.ENOTSOCK;

import com.sun.jna.Memory;
import org.bulle.engine.jna.linux.Kernel;
import org.bulle.engine.jna.linux.NativeArena;
import org.bulle.engine.jna.linux.Process;
import org.bulle.engine.jna.linux.Socket;
import org.bulle.engine.jna.linux.Syscall;
import org.bulle.engine.sandbox.seccomp.Notification;
import org.bulle.engine.sandbox.seccomp.NotificationHandler.Listener;

/** A socket of a caller that waits for an answer. */
public final class CallerSocket {
    private static final int FAMILY_SIZE = 2;
    private static final int PORT_OFFSET = 2;
    private static final int PORT_END = 4;

    private CallerSocket() {}

    /**
     * The descriptor that the call names first, for us: a later change of its number does not matter any more.
     *
     * @return to be closed by the caller; {@code -errno} when it cannot be had
     */
    public static long duplicate(Kernel kernel, Notification notification, Listener listener) {
        int tid = notification.tid();
        long process = kernel.call(Syscall.PIDFD_OPEN, tid, Process.PIDFD_THREAD);
        if (process == -EINVAL) {
            int group = CallerStatus.of(Integer.toString(tid))
                    .flatMap(CallerStatus::group)
                    .orElse(tid);
            process = kernel.call(Syscall.PIDFD_OPEN, group, 0);
        }
        if (process < 0) {
            return -EACCES;
        }
        try {
            if (!listener.isValid(notification.id())) {
                return -EACCES;
            }
            long socket = kernel.call(Syscall.PIDFD_GETFD, process, (int) notification.argument(0), 0);
            return socket < 0 && socket != -EBADF ? -EACCES : socket;
        } finally {
            kernel.call(Syscall.CLOSE, process);
        }
    }

    /** What can be told of the port that a socket is bound to. */
    public sealed interface LocalPort {
        /**
         * @param port of an internet socket; 0 for none yet
         */
        record Of(int port) implements LocalPort {}

        /** It is no internet socket. */
        record Without() implements LocalPort {}

        /** It may be an internet socket; nobody can tell its port. */
        record Unknown() implements LocalPort {}
    }

    /**
     * The port that a socket of ours is bound to.
     *
     * @param socket also one that {@link #duplicate} gave
     */
    public static LocalPort localPort(Kernel kernel, long socket) {
        try (NativeArena arena = new NativeArena()) {
            Memory address = arena.allocate(Socket.SOCKADDR_MOST);
            Memory size = arena.allocate(Integer.BYTES);
            size.setInt(0, Socket.SOCKADDR_MOST);
            long asked = kernel.call(Syscall.GETSOCKNAME, socket, Kernel.address(address), Kernel.address(size));
            if (asked == -ENOTSOCK || asked == -EBADF) {
                return new LocalPort.Without();
            }
            if (asked != 0 || size.getInt(0) < FAMILY_SIZE) {
                return new LocalPort.Unknown();
            }
            return switch (address.getShort(0) & 0xffff) {
                case Socket.AF_INET, Socket.AF_INET6 ->
                    size.getInt(0) >= PORT_END ? new LocalPort.Of(port(address)) : new LocalPort.Unknown();
                case Socket.AF_UNSPEC -> new LocalPort.Unknown();
                default -> new LocalPort.Without();
            };
        }
    }

    /** Of an internet address with at least four bytes: the port stands where it stands in both families, the higher byte first. */
    static int port(Memory address) {
        return (address.getByte(PORT_OFFSET) & 0xff) << 8 | address.getByte(PORT_OFFSET + 1) & 0xff;
    }
}
