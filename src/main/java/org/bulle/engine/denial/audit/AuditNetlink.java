package org.bulle.engine.denial.audit;

import com.sun.jna.Memory;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.bulle.engine.denial.DenialSource;
import org.bulle.engine.denial.observe.DenialLog;
import org.bulle.engine.jna.linux.Errno;
import org.bulle.engine.jna.linux.Kernel;
import org.bulle.engine.jna.linux.NativeArena;
import org.bulle.engine.jna.linux.Netlink;
import org.bulle.engine.jna.linux.Poll;
import org.bulle.engine.jna.linux.Syscall;
import org.bulle.engine.sandbox.Uninterrupted;

/** The audit system's multicast group (netlink(7), NETLINK_AUDIT): for root, or with CAP_AUDIT_READ. */
final class AuditNetlink implements AuditSource {
    private static final int MESSAGE_SIZE = 1 << 16;
    private static final int RECEIVE_BUFFER = 8 << 20;
    private static final int POLL_MILLIS = 100;
    private static final int LAST_POLL_MILLIS = 150;
    private static final String HOW = "records need root, or CAP_AUDIT_READ, and audit switched on (auditctl -e 1)";

    private final Kernel kernel = Kernel.quick();
    private final AuditEvents events;
    private final int descriptor;
    private final Thread thread;
    private volatile boolean closing;
    private volatile boolean lost;

    private AuditNetlink(AuditEvents events, int descriptor) {
        this.events = events;
        this.descriptor = descriptor;
        this.thread = Thread.ofPlatform().daemon().name("audit").unstarted(this::read);
    }

    /** The source, or why there is none. */
    record Opened(Optional<AuditNetlink> source, String reason) {
        static Opened no(String reason) {
            return new Opened(Optional.empty(), reason);
        }
    }

    static Opened open(AuditEvents events) {
        Kernel kernel = Kernel.quick();
        long socket = kernel.call(Syscall.SOCKET, Netlink.AF_NETLINK, Netlink.SOCK_RAW_CLOEXEC, Netlink.NETLINK_AUDIT);
        if (socket < 0) {
            return Opened.no(
                    socket == -Errno.EPROTONOSUPPORT
                            ? "this kernel has no audit system"
                            : HOW + ": " + Errno.name(-socket));
        }
        Optional<String> problem = isEnabled(kernel)
                ? bind(kernel, socket)
                : Optional.of("the audit system is switched off (auditctl -e 1, as root)");
        if (problem.isPresent()) {
            kernel.call(Syscall.CLOSE, socket);
            return Opened.no(problem.get());
        }
        AuditNetlink source = new AuditNetlink(events, (int) socket);
        source.thread.start();
        return new Opened(Optional.of(source), "");
    }

    private static Optional<String> bind(Kernel kernel, long socket) {
        try (NativeArena arena = new NativeArena()) {
            Memory address = arena.allocate(Netlink.SOCKADDR_NL_SIZE);
            address.setShort(0, (short) Netlink.AF_NETLINK);
            address.setInt(8, Netlink.AUDIT_NLGRP_READLOG_MASK);
            long bound = kernel.call(Syscall.BIND, socket, Kernel.address(address), Netlink.SOCKADDR_NL_SIZE);
            if (bound < 0) {
                return Optional.of(HOW + ": " + Errno.name(-bound));
            }
            Memory size = arena.allocate(Integer.BYTES);
            size.setInt(0, RECEIVE_BUFFER);
            kernel.call(
                    Syscall.SETSOCKOPT,
                    socket,
                    Netlink.SOL_SOCKET,
                    Netlink.SO_RCVBUFFORCE,
                    Kernel.address(size),
                    Integer.BYTES,
                    0);
            return Optional.empty();
        }
    }

    /** AUDIT_GET: without it a silent system would look like one where nothing is denied. */
    private static boolean isEnabled(Kernel kernel) {
        long socket = kernel.call(Syscall.SOCKET, Netlink.AF_NETLINK, Netlink.SOCK_RAW_CLOEXEC, Netlink.NETLINK_AUDIT);
        if (socket < 0) {
            return false;
        }
        try (NativeArena arena = new NativeArena()) {
            Memory message = arena.allocate(MESSAGE_SIZE);
            message.setInt(0, Netlink.NLMSGHDR_SIZE);
            message.setShort(4, (short) Netlink.AUDIT_GET);
            message.setShort(6, (short) Netlink.NLM_F_REQUEST);
            message.setInt(8, 1);
            kernel.call(Syscall.SENDTO, socket, Kernel.address(message), Netlink.NLMSGHDR_SIZE, 0, 0, 0);
            if (!readable(kernel, socket, LAST_POLL_MILLIS, arena)) {
                return false;
            }
            long got = kernel.call(Syscall.RECVFROM, socket, Kernel.address(message), MESSAGE_SIZE, 0, 0, 0);
            boolean status = got >= Netlink.NLMSGHDR_SIZE + 8 && (message.getShort(4) & 0xffff) == Netlink.AUDIT_GET;
            return status && message.getInt(Netlink.NLMSGHDR_SIZE + 4L) != 0;
        } finally {
            kernel.call(Syscall.CLOSE, socket);
        }
    }

    private static boolean readable(Kernel kernel, long socket, int millis, NativeArena arena) {
        Memory poll = arena.allocate(Poll.POLLFD_SIZE);
        poll.setInt(0, (int) socket);
        poll.setShort(4, (short) Poll.POLLIN);
        Memory timeout = arena.allocate(2L * Long.BYTES);
        timeout.setLong(8, millis * 1_000_000L);
        return kernel.call(Syscall.PPOLL, Kernel.address(poll), 1, Kernel.address(timeout), 0, 0, 0) > 0;
    }

    private void read() {
        try (NativeArena arena = new NativeArena()) {
            Memory message = arena.allocate(MESSAGE_SIZE);
            while (true) {
                boolean last = closing;
                if (readable(kernel, descriptor, last ? LAST_POLL_MILLIS : POLL_MILLIS, arena)) {
                    receive(message);
                } else if (last) {
                    return;
                }
            }
        } finally {
            events.flush();
        }
    }

    private void receive(Memory message) {
        long got = kernel.call(Syscall.RECVFROM, descriptor, Kernel.address(message), MESSAGE_SIZE, 0, 0, 0);
        if (got == -Errno.ENOBUFS) {
            lost = true;
        }
        if (got > Netlink.NLMSGHDR_SIZE) {
            int type = message.getShort(4) & 0xffff;
            // The length in the header of a multicast record does not count the header itself on all kernels.
            byte[] text = message.getByteArray(Netlink.NLMSGHDR_SIZE, (int) got - Netlink.NLMSGHDR_SIZE);
            int end = text.length;
            while (end > 0 && text[end - 1] == 0) {
                end--;
            }
            AuditRecord.parse(type, new String(text, 0, end, StandardCharsets.ISO_8859_1))
                    .ifPresent(events::accept);
        }
    }

    @Override
    public void close() {
        closing = true;
        Uninterrupted.join(thread);
        kernel.call(Syscall.CLOSE, descriptor);
    }

    @Override
    public DenialSource state(DenialLog log) {
        log.gap(
                "audit does not tell of what the system call filter refuses: the network, mounting and other services of the kernel");
        if (lost) {
            log.gap("the kernel sent audit records faster than they could be read, and dropped some");
        }
        return log.source(DenialSource.Kind.AUDIT);
    }
}
