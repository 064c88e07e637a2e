package org.bulle.engine.sandbox.broker;

import static org.bulle.engine.jna.linux.Errno.EACCES;
import static org.bulle.engine.jna.linux.Errno.EBADF;
import static org.bulle.engine.jna.linux.Errno.EINVAL;

import com.sun.jna.Memory;
import java.util.OptionalInt;
import org.bulle.engine.jna.linux.Kernel;
import org.bulle.engine.jna.linux.NativeArena;
import org.bulle.engine.jna.linux.Process;
import org.bulle.engine.jna.linux.Socket;
import org.bulle.engine.jna.linux.Syscall;
import org.bulle.engine.sandbox.seccomp.Notification;
import org.bulle.engine.sandbox.seccomp.NotificationHandler.Listener;

/** A socket of a caller that waits for an answer. */
public final class CallerSocket {
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

    /**
     * The port that an internet socket of ours is bound to, 0 for none yet; empty for other sockets.
     *
     * @param socket also one that {@link #duplicate} gave
     */
    public static OptionalInt localPort(Kernel kernel, long socket) {
        try (NativeArena arena = new NativeArena()) {
            Memory address = arena.allocate(Socket.SOCKADDR_MOST);
            Memory size = arena.allocate(Integer.BYTES);
            size.setInt(0, Socket.SOCKADDR_MOST);
            long asked = kernel.call(Syscall.GETSOCKNAME, socket, Kernel.address(address), Kernel.address(size));
            int family = address.getShort(0) & 0xffff;
            return asked == 0 && size.getInt(0) >= PORT_END && (family == Socket.AF_INET || family == Socket.AF_INET6)
                    ? OptionalInt.of(port(address))
                    : OptionalInt.empty();
        }
    }

    /** Of an internet address with at least four bytes: the port stands where it stands in both families, the higher byte first. */
    static int port(Memory address) {
        return (address.getByte(PORT_OFFSET) & 0xff) << 8 | address.getByte(PORT_OFFSET + 1) & 0xff;
    }
}
