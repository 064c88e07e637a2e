package org.bulle.engine.denial.observe;

import static org.bulle.engine.jna.linux.Fcntl.AT_FDCWD;
import static org.bulle.engine.jna.linux.Fcntl.S_IFSOCK;
import static org.bulle.engine.jna.linux.Landlock.*;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.bulle.engine.denial.Access;
import org.bulle.engine.denial.Enforcer;
import org.bulle.engine.denial.observe.PathResolver.Place;
import org.bulle.engine.jna.linux.Kernel;
import org.bulle.engine.jna.linux.Syscall;
import org.bulle.engine.policy.Network;
import org.bulle.engine.policy.Ports;
import org.bulle.engine.sandbox.broker.CallerSocket;
import org.bulle.engine.sandbox.seccomp.Notification;

/** connect and bind: by address on the network, by path for unix sockets. */
final class SocketCalls {
    private static final int AF_UNIX = 1;
    private static final int AF_INET = 2;
    private static final int AF_INET6 = 10;
    private static final int LARGEST_ADDRESS = 128;
    private static final int PATH_OFFSET = 2;
    private static final Path UNIX_SOCKETS = Path.of("/proc/net/unix");
    /** What a socket is bound to that asks for no address. */
    private static final String EVERY_ADDRESS = "0.0.0.0";

    private static final int MOST_NAMES = 10_000;
    /** unix(7), autobind: five hexadecimal digits. */
    private static final int KERNELS_CHOICE = 5;

    private final Scene scene;
    private final FileCalls fileCalls;
    private final Network network;
    private final Ports ports;
    private final boolean pathsAreJudged;
    private final byte[] address = new byte[LARGEST_ADDRESS];
    private final Set<String> ownNames = new HashSet<>();
    /** The command has let the kernel choose a name for a socket. */
    private boolean namesItself;

    /**
     * @param pathsAreJudged whether connections to unix sockets by path are restricted at all
     */
    SocketCalls(Scene scene, FileCalls fileCalls, Network network, Ports ports, boolean pathsAreJudged) {
        this.scene = scene;
        this.fileCalls = fileCalls;
        this.network = network;
        this.ports = ports;
        this.pathsAreJudged = pathsAreJudged;
    }

    private static boolean isKernelsChoice(String name) {
        return name.length() == KERNELS_CHOICE
                && name.chars().allMatch(c -> c >= '0' && c <= '9' || c >= 'a' && c <= 'f');
    }

    void connect() {
        int size = readAddress();
        if (size > PATH_OFFSET) {
            switch (family()) {
                case AF_UNIX -> {
                    unixPath(size).ifPresent(this::connectPath);
                    abstractName(size).ifPresent(this::connectName);
                }
                case AF_INET, AF_INET6 -> internet(Access.CONNECT, size);
                default -> {}
            }
        }
    }

    void bind() {
        int size = readAddress();
        namesItself |= size == PATH_OFFSET && family() == AF_UNIX;
        if (size > PATH_OFFSET) {
            switch (family()) {
                case AF_UNIX -> {
                    unixPath(size).ifPresent(this::bindPath);
                    abstractName(size).filter(name -> !isBound(name)).ifPresent(this::own);
                }
                case AF_INET, AF_INET6 -> internet(Access.BIND, size);
                default -> {}
            }
        }
    }

    /** With chosen ports: a socket that is bound to none of them. Others were judged when they were bound, or the kernel refuses them. */
    void listen(Kernel kernel, Notification notification) {
        long socket = scene.duplicate(kernel, notification);
        if (socket < 0) {
            return;
        }
        try {
            if (CallerSocket.localPort(kernel, socket) instanceof CallerSocket.LocalPort.Of(int port)
                    && !ports.covers(port)) {
                scene.caller().ifPresent(who -> scene.log.host(Access.BIND, EVERY_ADDRESS, port, who, Enforcer.BROKER));
            }
        } finally {
            kernel.call(Syscall.CLOSE, socket);
        }
    }

    private int readAddress() {
        int size = scene.intArgument(2);
        return size < PATH_OFFSET || size > LARGEST_ADDRESS
                ? 0
                : scene.path.readMemory(scene.thread(), scene.argument(1), address, size);
    }

    private int family() {
        return ByteBuffer.wrap(address).order(ByteOrder.nativeOrder()).getShort(0) & 0xffff;
    }

    /** Empty for an abstract name. */
    private Optional<String> unixPath(int size) {
        int end = PATH_OFFSET;
        while (end < size && address[end] != 0) {
            end++;
        }
        return end == PATH_OFFSET
                ? Optional.empty()
                : Optional.of(new String(address, PATH_OFFSET, end - PATH_OFFSET, StandardCharsets.ISO_8859_1));
    }

    /** A name without a file, which begins with a zero byte. */
    private Optional<String> abstractName(int size) {
        return address[PATH_OFFSET] != 0
                ? Optional.empty()
                : Optional.of(
                        new String(address, PATH_OFFSET + 1, size - PATH_OFFSET - 1, StandardCharsets.ISO_8859_1));
    }

    private void own(String name) {
        if (ownNames.size() < MOST_NAMES) {
            ownNames.add(name);
        } else {
            scene.log.gap("more than " + MOST_NAMES + " sockets without a file were made");
        }
    }

    /** The kernel judges by who made the socket: a name that was free when the command bound it is the command's. */
    private void connectName(String name) {
        if ((scene.grants.judge().handled().scoped() & LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET) != 0
                && !ownNames.contains(name)
                && !(namesItself && isKernelsChoice(name))
                && isBound(name)) {
            scene.caller().ifPresent(who -> scene.note(Access.CONNECT, "@" + name, who));
        }
    }

    /** The kernel shows a zero byte in a name, and before it, as {@code @}. */
    private static boolean isBound(String name) {
        String end = " @" + name.replace('\0', '@');
        try {
            return Files.readString(UNIX_SOCKETS, StandardCharsets.ISO_8859_1)
                    .lines()
                    .anyMatch(line -> line.endsWith(end));
        } catch (IOException unreadable) {
            return false;
        }
    }

    private void connectPath(String path) {
        if (!pathsAreJudged
                || !scene.isPath(scene.path.absolute(scene.thread(), AT_FDCWD, path))
                || !(scene.place(true) instanceof Place.Found socket)) {
            return;
        }
        long rights = scene.rights(socket.path(), socket.status());
        boolean granted = (rights & LANDLOCK_ACCESS_FS_WRITE_FILE) != 0;
        if (!granted && socket.status().type() == S_IFSOCK) {
            scene.caller()
                    .filter(who -> scene.access.may(who, socket.path(), DiscretionaryAccess.WRITE))
                    .ifPresent(who -> scene.note(Access.CONNECT, socket.path(), who, Enforcer.BROKER));
        }
    }

    private void bindPath(String path) {
        if (scene.isPath(scene.path.absolute(scene.thread(), AT_FDCWD, path))
                && scene.place(false) instanceof Place.Missing missing) {
            fileCalls.make(Access.BIND, missing, LANDLOCK_ACCESS_FS_MAKE_SOCK);
        }
    }

    private void internet(Access access, int size) {
        boolean six = family() == AF_INET6;
        int from = six ? 8 : 4;
        int length = six ? 16 : 4;
        if (size < from + length) {
            return;
        }
        InetAddress host;
        try {
            host = InetAddress.getByAddress(Arrays.copyOfRange(address, from, from + length));
        } catch (UnknownHostException impossible) {
            return;
        }
        int port = (address[2] & 0xff) << 8 | address[3] & 0xff;
        boolean refused = switch (network) {
            case FULL -> false;
            case LOOPBACK ->
                access == Access.CONNECT
                        ? !host.isLoopbackAddress() && !host.isAnyLocalAddress() || !ports.covers(port)
                        : scene.grants.judge().handled().judgesBinding() && !ports.covers(port);
            case NONE -> true;
        };
        if (refused) {
            Enforcer enforcer =
                    network == Network.LOOPBACK && access == Access.CONNECT ? Enforcer.BROKER : Enforcer.LANDLOCK;
            scene.caller().ifPresent(who -> scene.log.host(access, host.getHostAddress(), port, who, enforcer));
        }
    }
}
