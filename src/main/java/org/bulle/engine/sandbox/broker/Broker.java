package org.bulle.engine.sandbox.broker;

import static org.bulle.engine.jna.linux.Errno.EACCES;
import static org.bulle.engine.jna.linux.Errno.EAGAIN;

import com.sun.jna.Memory;
import java.util.Set;
import org.bulle.engine.jna.linux.Errno;
import org.bulle.engine.jna.linux.Kernel;
import org.bulle.engine.jna.linux.NativeArena;
import org.bulle.engine.jna.linux.Seccomp;
import org.bulle.engine.jna.linux.Socket;
import org.bulle.engine.jna.linux.Syscall;
import org.bulle.engine.policy.Network;
import org.bulle.engine.sandbox.DroppedCapabilities;
import org.bulle.engine.sandbox.broker.CallerSocket.LocalPort;
import org.bulle.engine.sandbox.seccomp.Answer;
import org.bulle.engine.sandbox.seccomp.Notification;
import org.bulle.engine.sandbox.seccomp.NotificationHandler;

/**
 * Connects for the command. The address lies in the command's memory and can change after any look at it, so a connection that was looked at is never
 * continued: it is made here, from a copy of the address, on a duplicate of the command's descriptor. Whatever cannot be looked at is refused.
 */
public final class Broker implements NotificationHandler, AutoCloseable {
    private static final int MOST_CONNECTS = 256;

    private final Reach reach;
    private final DomainWorkers domain;
    private final Kernel kernel = Kernel.quick();
    private final Identity identity = Identity.ofThisProcess();
    private final Workers workers = new Workers(MOST_CONNECTS, Thread::start);
    private final Watch watch = new Watch();

    public Broker(Reach reach, DomainWorkers domain) {
        this.reach = reach;
        this.domain = domain;
        Connection.warmUp(kernel);
    }

    /**
     * Who a command is that has not changed its identity. As root, one that has must not use ours.
     *
     * @param checked false for an ordinary user: no_new_privs leaves it nobody to become
     */
    record Identity(CallerStatus ours, boolean checked) {
        static Identity ofThisProcess() {
            CallerStatus ours = CallerStatus.of("self").orElse(new CallerStatus(java.util.Map.of()));
            return new Identity(ours, ours.capabilities() != 0 || ours.fields().isEmpty());
        }

        boolean isThatOf(CallerStatus caller) {
            return !checked || caller.hasIdentity(ours, ours.capabilities() & ~DroppedCapabilities.mask());
        }
    }

    /** Lets its threads end: there are no callers any more. */
    @Override
    public void close() {
        watch.stop();
        domain.stop();
    }

    @Override
    public Set<String> calls() {
        return reach.choosesPorts()
                ? Set.of(Syscall.CONNECT.cName(), Syscall.SOCKET.cName(), Syscall.LISTEN.cName())
                : Set.of(Syscall.CONNECT.cName(), Syscall.SOCKET.cName());
    }

    @Override
    public Answer handle(Notification notification, Listener listener) {
        if (notification.number() == Syscall.CONNECT.number()) {
            return connect(notification, listener);
        }
        return notification.number() == Syscall.LISTEN.number()
                ? listen(notification, listener)
                : socket(notification, listener);
    }

    /**
     * Where only some ports are allowed, on a duplicate of the caller's descriptor: a socket that is bound to none would get any. It is looked at again
     * afterwards, since another thread can take a socket's port away between the look and the call.
     */
    private Answer listen(Notification notification, Listener listener) {
        if (!reach.choosesPorts()) {
            return Answer.CONTINUE;
        }
        long socket = CallerSocket.duplicate(kernel, notification, listener);
        if (socket < 0) {
            return new Answer.Fail((int) -socket);
        }
        try {
            if (!mayListen(socket)) {
                return new Answer.Fail(EACCES);
            }
            long done = kernel.call(Syscall.LISTEN, socket, (int) notification.argument(1));
            if (!mayListen(socket)) {
                kernel.call(Syscall.SHUTDOWN, socket, Socket.SHUT_RDWR);
                return new Answer.Fail(EACCES);
            }
            return done < 0 ? new Answer.Fail((int) -done) : new Answer.Return(done);
        } finally {
            kernel.call(Syscall.CLOSE, socket);
        }
    }

    private boolean mayListen(long socket) {
        return switch (CallerSocket.localPort(kernel, socket)) {
            case LocalPort.Of(int port) -> reach.ports().covers(port);
            case LocalPort.Without() -> true;
            case LocalPort.Unknown() -> false;
        };
    }

    private Answer connect(Notification notification, Listener listener) {
        Connection connection = new Connection(kernel, notification, listener, reach, identity, domain, watch);
        return workers.execute(connection) ? new Answer.Taken() : new Answer.Fail(EAGAIN);
    }

    /** Under loopback: a TCP socket that is bound to the loopback device, handed into the caller. Other sockets are left to the rules. */
    private Answer socket(Notification notification, Listener listener) {
        int family = (int) notification.argument(0);
        int type = (int) notification.argument(1);
        int protocol = (int) notification.argument(2);
        boolean tcp = (family == Socket.AF_INET || family == Socket.AF_INET6)
                && (type & Socket.SOCK_TYPE_MASK) == Socket.SOCK_STREAM
                && (protocol == 0 || protocol == Socket.IPPROTO_TCP);
        if (reach.network() != Network.LOOPBACK || !tcp) {
            return Answer.CONTINUE;
        }
        long made = kernel.call(Syscall.SOCKET, family, type | Socket.SOCK_CLOEXEC, protocol);
        if (made < 0) {
            return new Answer.Fail((int) -made);
        }
        try (NativeArena arena = new NativeArena()) {
            Memory device = arena.cString("lo");
            long bound = kernel.call(
                    Syscall.SETSOCKOPT,
                    made,
                    Socket.SOL_SOCKET,
                    Socket.SO_BINDTODEVICE,
                    Kernel.address(device),
                    device.size(),
                    0);
            return bound < 0
                    ? new Answer.Fail(EACCES)
                    : handIn(made, (type & Socket.SOCK_CLOEXEC) != 0, notification, listener, arena);
        } finally {
            kernel.call(Syscall.CLOSE, made);
        }
    }

    private Answer handIn(
            long socket, boolean closeOnExec, Notification notification, Listener listener, NativeArena arena) {
        Memory add = arena.allocate(Seccomp.ADDFD_SIZE);
        add.setLong(Seccomp.ADDFD_ID, notification.id());
        add.setInt(Seccomp.ADDFD_FLAGS, Seccomp.SECCOMP_ADDFD_FLAG_SEND);
        add.setInt(Seccomp.ADDFD_SRCFD, (int) socket);
        add.setInt(Seccomp.ADDFD_NEWFD_FLAGS, closeOnExec ? Socket.SOCK_CLOEXEC : 0);
        long added = kernel.call(
                Syscall.IOCTL, listener.descriptor(), Seccomp.SECCOMP_IOCTL_NOTIF_ADDFD, Kernel.address(add));
        return added >= 0 || added == -Errno.ENOENT ? new Answer.Taken() : new Answer.Fail((int) -added);
    }
}
