package org.bulle.engine.denial.observe;

import static org.bulle.engine.jna.linux.Fcntl.AT_FDCWD;
import static org.bulle.engine.jna.linux.Fcntl.S_IFSOCK;
import static org.bulle.engine.jna.linux.Landlock.*;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Optional;
import org.bulle.engine.denial.Access;
import org.bulle.engine.denial.Enforcer;
import org.bulle.engine.denial.observe.PathResolver.Place;
import org.bulle.engine.policy.Network;

/** connect and bind: by address on the network, by path for unix sockets. */
final class SocketCalls {
    private static final int AF_UNIX = 1;
    private static final int AF_INET = 2;
    private static final int AF_INET6 = 10;
    private static final int LARGEST_ADDRESS = 128;
    private static final int PATH_OFFSET = 2;

    private final Scene scene;
    private final FileCalls fileCalls;
    private final Network network;
    private final boolean pathsAreJudged;
    private final byte[] address = new byte[LARGEST_ADDRESS];

    /**
     * @param pathsAreJudged whether connections to unix sockets by path are restricted at all
     */
    SocketCalls(Scene scene, FileCalls fileCalls, Network network, boolean pathsAreJudged) {
        this.scene = scene;
        this.fileCalls = fileCalls;
        this.network = network;
        this.pathsAreJudged = pathsAreJudged;
    }

    void connect() {
        int size = readAddress();
        if (size > PATH_OFFSET) {
            switch (family()) {
                case AF_UNIX -> unixPath(size).ifPresent(this::connectPath);
                case AF_INET, AF_INET6 -> internet(Access.CONNECT, size);
                default -> {}
            }
        }
    }

    void bind() {
        int size = readAddress();
        if (size > PATH_OFFSET) {
            switch (family()) {
                case AF_UNIX -> unixPath(size).ifPresent(this::bindPath);
                case AF_INET, AF_INET6 -> internet(Access.BIND, size);
                default -> {}
            }
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

    /** Empty for an abstract name: the kernel judges those by who listens, which cannot be seen from here. */
    private Optional<String> unixPath(int size) {
        int end = PATH_OFFSET;
        while (end < size && address[end] != 0) {
            end++;
        }
        return end == PATH_OFFSET
                ? Optional.empty()
                : Optional.of(new String(
                        address, PATH_OFFSET, end - PATH_OFFSET, java.nio.charset.StandardCharsets.ISO_8859_1));
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
            case LOOPBACK -> access == Access.CONNECT && !host.isLoopbackAddress() && !host.isAnyLocalAddress();
            case NONE -> true;
        };
        if (refused) {
            Enforcer enforcer = network == Network.LOOPBACK ? Enforcer.BROKER : Enforcer.LANDLOCK;
            scene.caller().ifPresent(who -> scene.log.host(access, host.getHostAddress(), port, who, enforcer));
        }
    }
}
