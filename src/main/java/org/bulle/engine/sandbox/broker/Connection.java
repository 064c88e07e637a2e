package org.bulle.engine.sandbox.broker;

import static org.bulle.engine.jna.linux.Errno.*;
import static org.bulle.engine.jna.linux.Fcntl.*;

import com.sun.jna.Memory;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bulle.engine.jna.linux.Errno;
import org.bulle.engine.jna.linux.Kernel;
import org.bulle.engine.jna.linux.NativeArena;
import org.bulle.engine.jna.linux.Socket;
import org.bulle.engine.jna.linux.Syscall;
import org.bulle.engine.policy.Network;
import org.bulle.engine.policy.OsString;
import org.bulle.engine.sandbox.seccomp.Answer;
import org.bulle.engine.sandbox.seccomp.CallerMemory;
import org.bulle.engine.sandbox.seccomp.Notification;
import org.bulle.engine.sandbox.seccomp.NotificationHandler.Listener;

/** One connect(2) of the command, made here. */
final class Connection implements Runnable {
    private static final int FAMILY_SIZE = 2;
    /** Family and port of an internet address. */
    private static final int INTERNET_LEAST = 4;

    private static final int PORT_OFFSET = 2;

    private static final int NAME_MOST = 16;
    private static final int LINK_MOST = 4096;
    private static final String OWN_PROCESS = "/proc/self/";
    private static final String OWN_THREAD = "/proc/thread-self/";

    private final Kernel kernel;
    private final Notification notification;
    private final Listener listener;
    private final Reach reach;
    private final Broker.Identity identity;
    private final DomainWorkers domain;
    private final Watch watch;
    private final long started = System.nanoTime();
    private volatile int workerTid;

    Connection(
            Kernel kernel,
            Notification notification,
            Listener listener,
            Reach reach,
            Broker.Identity identity,
            DomainWorkers domain,
            Watch watch) {
        this.kernel = kernel;
        this.notification = notification;
        this.listener = listener;
        this.reach = reach;
        this.identity = identity;
        this.domain = domain;
        this.watch = watch;
    }

    /** Refused: the errno to fail with. Without a stack trace; it is control flow. */
    private static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;
        private final int errno;

        Refused(int errno) {
            super(null, null, false, false);
            this.errno = errno;
        }
    }

    /** Loads what a thread inside the command's domain will need and could not read any more. */
    static void warmUp(Kernel kernel) {
        try (NativeArena arena = new NativeArena()) {
            CompletableFuture<Long> done = new CompletableFuture<>();
            new InDomain(kernel, -1, Kernel.address(arena.allocate(1)), 1, done, tid -> {}).run();
            done.join();
        }
    }

    boolean olderThan(long now, long nanos) {
        return now - started > nanos;
    }

    int workerTid() {
        return workerTid;
    }

    /** The caller has gone, or has a signal to handle. */
    boolean shouldBreakOff() {
        return !listener.isValid(notification.id())
                || CallerStatus.of(Integer.toString(notification.tid()))
                        .map(CallerStatus::hasDeliverableSignal)
                        .orElse(true);
    }

    @Override
    public void run() {
        workerTid = (int) kernel.call(Syscall.GETTID);
        watch.begin(this);
        Answer answer = new Answer.Fail(EACCES);
        try {
            answer = answer(connect());
        } catch (Refused e) {
            answer = new Answer.Fail(e.errno);
        } finally {
            watch.end(this);
            listener.answer(notification.id(), answer);
        }
    }

    /** Our own interruption becomes the caller's: the kernel decides between a restart and EINTR. */
    private static Answer answer(long result) {
        if (result == -EINTR) {
            return new Answer.Fail(ERESTARTSYS);
        }
        return result < 0 ? new Answer.Fail((int) -result) : new Answer.Return(result);
    }

    private long connect() throws Refused {
        int length = (int) notification.argument(2);
        if (length < 1 || length > Socket.SOCKADDR_MOST) {
            throw new Refused(EINVAL);
        }
        long socket = duplicate();
        try (NativeArena arena = new NativeArena()) {
            byte[] address = address(length);
            Memory copy = arena.allocate(address.length);
            copy.write(0, address, 0, address.length);
            int family = address.length < FAMILY_SIZE ? Socket.AF_UNSPEC : copy.getShort(0) & 0xffff;
            int domainOfSocket = option(socket, Socket.SO_DOMAIN, arena);
            if (family == Socket.AF_UNSPEC && address.length >= FAMILY_SIZE) {
                return connect(socket, copy);
            }
            return switch (domainOfSocket) {
                case Socket.AF_UNIX -> unix(socket, address, arena);
                case Socket.AF_INET, Socket.AF_INET6 -> internet(socket, copy, arena);
                case Socket.AF_NETLINK -> connect(socket, copy);
                default -> {
                    if (reach.network() != Network.FULL) {
                        throw new Refused(EACCES);
                    }
                    yield connect(socket, copy);
                }
            };
        } finally {
            kernel.call(Syscall.CLOSE, socket);
        }
    }

    private long duplicate() throws Refused {
        long socket = CallerSocket.duplicate(kernel, notification, listener);
        return checked(socket, (int) -socket);
    }

    private byte[] address(int length) throws Refused {
        try (CallerMemory memory = new CallerMemory(kernel)) {
            Optional<byte[]> read = memory.read(notification.tid(), notification.argument(1), length);
            requireValid();
            return read.orElseThrow(() -> new Refused(EFAULT));
        }
    }

    private void requireValid() throws Refused {
        if (!listener.isValid(notification.id())) {
            throw new Refused(EACCES);
        }
    }

    private int option(long socket, int option, NativeArena arena) throws Refused {
        Memory value = arena.allocate(Integer.BYTES);
        Memory size = arena.allocate(Integer.BYTES);
        size.setInt(0, Integer.BYTES);
        long asked = kernel.call(
                Syscall.GETSOCKOPT, socket, Socket.SOL_SOCKET, option, Kernel.address(value), Kernel.address(size), 0);
        if (asked < 0) {
            throw new Refused((int) -asked);
        }
        return value.getInt(0);
    }

    private long connect(long socket, Memory address) {
        return kernel.call(Syscall.CONNECT, socket, Kernel.address(address), address.size());
    }

    private long internet(long socket, Memory address, NativeArena arena) throws Refused {
        return switch (reach.network()) {
            case FULL -> connect(socket, address);
            case NONE -> throw new Refused(EACCES);
            case LOOPBACK -> {
                if (!boundToLoopback(socket, arena) || reach.choosesPorts() && !mayReachPort(address)) {
                    throw new Refused(EACCES);
                }
                if (isElsewhere(address, arena)) {
                    throw new Refused(EACCES);
                }
                yield connect(socket, address);
            }
        };
    }

    /**
     * Whether the kernel says that an address is not of this machine: nothing may take it for its own. What is bound to the loopback device never gets
     * an answer from there, and would wait for it. No answer means no: the device is what keeps a connection in this machine, not this.
     */
    private boolean isElsewhere(Memory address, NativeArena arena) {
        int family = address.getShort(0) & 0xffff;
        if (family != Socket.AF_INET && family != Socket.AF_INET6 || address.size() < INTERNET_LEAST) {
            return false;
        }
        Memory anyPort = arena.allocate(address.size());
        anyPort.write(0, address.getByteArray(0, (int) address.size()), 0, (int) address.size());
        anyPort.setShort(PORT_OFFSET, (short) 0);
        long own = kernel.call(Syscall.SOCKET, family, Socket.SOCK_DGRAM | Socket.SOCK_CLOEXEC, 0);
        if (own < 0) {
            return false;
        }
        try {
            return kernel.call(Syscall.BIND, own, Kernel.address(anyPort), anyPort.size()) == -EADDRNOTAVAIL;
        } finally {
            kernel.call(Syscall.CLOSE, own);
        }
    }

    private boolean mayReachPort(Memory address) {
        return address.size() >= INTERNET_LEAST && reach.ports().covers(CallerSocket.port(address));
    }

    /** Also of a socket that was inherited or received: one that we made is bound, and the filter refuses to unbind it. */
    private boolean boundToLoopback(long socket, NativeArena arena) {
        Memory name = arena.allocate(NAME_MOST);
        Memory size = arena.allocate(Integer.BYTES);
        size.setInt(0, NAME_MOST);
        long asked = kernel.call(
                Syscall.GETSOCKOPT,
                socket,
                Socket.SOL_SOCKET,
                Socket.SO_BINDTODEVICE,
                Kernel.address(name),
                Kernel.address(size),
                0);
        return asked == 0 && size.getInt(0) > 0 && "lo".equals(name.getString(0));
    }

    private long unix(long socket, byte[] address, NativeArena arena) throws Refused {
        if (address.length <= FAMILY_SIZE || address.length > Socket.SOCKADDR_UN_SIZE) {
            throw new Refused(EINVAL);
        }
        if (address[0] != Socket.AF_UNIX || address[1] != 0) {
            throw new Refused(EINVAL);
        }
        if (address[FAMILY_SIZE] == 0) {
            return abstractName(socket, address, arena);
        }
        int end = FAMILY_SIZE;
        while (end < address.length && address[end] != 0) {
            end++;
        }
        return pathname(socket, Arrays.copyOfRange(address, FAMILY_SIZE, end), arena);
    }

    /** A socket file: opened once, judged by where it really lies, and connected to as the very file that was judged. */
    private long pathname(long socket, byte[] name, NativeArena arena) throws Refused {
        requireOurIdentity(arena);
        long file = open(OsString.decode(name), arena);
        try {
            if (!reach.covers(link("/proc/self/fd/" + file, arena))) {
                throw new Refused(EACCES);
            }
            requireValid();
            byte[] path = ("/proc/self/fd/" + file).getBytes(java.nio.charset.StandardCharsets.US_ASCII);
            Memory address = arena.allocate(FAMILY_SIZE + path.length + 1L);
            address.setShort(0, (short) Socket.AF_UNIX);
            address.write(FAMILY_SIZE, path, 0, path.length);
            return connect(socket, address);
        } finally {
            kernel.call(Syscall.CLOSE, file);
        }
    }

    private long open(String name, NativeArena arena) throws Refused {
        String path = asTheCallersOwn(name);
        long directory = AT_FDCWD;
        try {
            if (!path.startsWith("/")) {
                directory = checked(
                        kernel.call(
                                Syscall.OPENAT,
                                AT_FDCWD,
                                Kernel.address(arena.cString("/proc/" + notification.tid() + "/cwd")),
                                O_PATH | O_CLOEXEC),
                        EACCES);
            }
            long file = kernel.call(Syscall.OPENAT, directory, Kernel.address(arena.cString(path)), O_PATH | O_CLOEXEC);
            return checked(file, (int) -file);
        } finally {
            if (directory != AT_FDCWD) {
                kernel.call(Syscall.CLOSE, directory);
            }
        }
    }

    private static long checked(long result, int errno) throws Refused {
        if (result < 0) {
            throw new Refused(errno);
        }
        return result;
    }

    /** {@code /proc/self} is the caller's, not ours. */
    private String asTheCallersOwn(String name) {
        for (String own : new String[] {OWN_PROCESS, OWN_THREAD}) {
            if (name.startsWith(own)) {
                return "/proc/" + notification.tid() + "/" + name.substring(own.length());
            }
        }
        return name;
    }

    /** The paths are looked up with our rights: they have to be the caller's, and its root directory ours. */
    private void requireOurIdentity(NativeArena arena) throws Refused {
        if (!identity.checked()) {
            return;
        }
        CallerStatus caller =
                CallerStatus.of(Integer.toString(notification.tid())).orElseThrow(() -> new Refused(EACCES));
        if (!identity.isThatOf(caller) || !"/".equals(link("/proc/" + notification.tid() + "/root", arena))) {
            throw new Refused(EACCES);
        }
        requireValid();
    }

    private String link(String path, NativeArena arena) throws Refused {
        Memory target = arena.allocate(LINK_MOST);
        long length = kernel.call(
                Syscall.READLINKAT, AT_FDCWD, Kernel.address(arena.cString(path)), Kernel.address(target), LINK_MOST);
        if (length <= 0 || length == LINK_MOST) {
            throw new Refused(EACCES);
        }
        return OsString.decode(target.getByteArray(0, (int) length));
    }

    /** Names without a file: a thread in the command's domain connects, so that the kernel applies the domain's scope. */
    private long abstractName(long socket, byte[] address, NativeArena arena) throws Refused {
        if (!reach.scopesAbstract()) {
            throw new Refused(Errno.EPERM);
        }
        Memory copy = arena.allocate(address.length);
        copy.write(0, address, 0, address.length);
        CompletableFuture<Long> done = new CompletableFuture<>();
        if (!domain.execute(
                new InDomain(kernel, socket, Kernel.address(copy), address.length, done, tid -> workerTid = tid))) {
            throw new Refused(EAGAIN);
        }
        return done.join();
    }

    /** Told of a thread's id. */
    private interface TidReceiver {
        void accept(int tid);
    }

    /** The one system call that is made inside the domain. */
    private record InDomain(
            Kernel kernel, long socket, long address, int length, CompletableFuture<Long> done, TidReceiver receiver)
            implements Runnable {
        @Override
        public void run() {
            long result = -Errno.EACCES;
            try {
                receiver.accept((int) kernel.call(Syscall.GETTID));
                result = kernel.call(Syscall.CONNECT, socket, address, length);
            } finally {
                done.complete(result);
            }
        }
    }
}
