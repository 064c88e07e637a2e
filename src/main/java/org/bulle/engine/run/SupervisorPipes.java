package org.bulle.engine.run;

import static org.bulle.engine.jna.linux.Fcntl.O_CLOEXEC;
import static org.bulle.engine.jna.macos.Fcntl.FD_CLOEXEC;
import static org.bulle.engine.jna.macos.Fcntl.F_SETFD;

import com.sun.jna.Memory;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.bulle.engine.jna.linux.Errno;
import org.bulle.engine.jna.linux.Kernel;
import org.bulle.engine.jna.linux.NativeArena;
import org.bulle.engine.jna.linux.Syscall;
import org.bulle.engine.jna.macos.LibSystem;
import org.bulle.engine.profile.Platform;

/**
 * The private channel between the desktop app and one supervisor: a pipe that brings its reports and a pipe that takes orders to it. They have no name, so
 * nobody else can open them; the confined command inherits neither; and when one side dies, the other reads the end of the stream and goes on.
 */
public final class SupervisorPipes implements AutoCloseable {
    /** Says to a supervisor that it has the two descriptors; its value is {@link #GIVEN}. */
    public static final String VARIABLE = "BULLE_FOLLOWED";

    static final String GIVEN = "3,4";
    static final int REPORTS = 3;
    static final int ORDERS = 4;

    private final Map<Integer, Integer> theirs;
    private final InputStream reports;
    private final OutputStream orders;
    private boolean handedOver;

    private static final boolean MACOS = Platform.current() == Platform.MACOS;
    /** The files that are this process's descriptors. */
    private static final String DESCRIPTORS = MACOS ? "/dev/fd/" : "/proc/self/fd/";

    private static final int KIND_OF_FILE = 0170000;
    private static final int PIPE = 0010000;

    private SupervisorPipes(Map<Integer, Integer> theirs, InputStream reports, OutputStream orders) {
        this.theirs = theirs;
        this.reports = reports;
        this.orders = orders;
    }

    /**
     * @throws IOException when the system has no descriptors left
     */
    public static SupervisorPipes open() throws IOException {
        int[] toUs = pipe();
        int[] toThem;
        try {
            toThem = pipe();
        } catch (IOException e) {
            close(toUs[0], toUs[1]);
            throw e;
        }
        try {
            // Opened anew by number: the streams of the Java library then own descriptors of their own.
            InputStream reports = new FileInputStream(DESCRIPTORS + toUs[0]);
            OutputStream orders = new FileOutputStream(DESCRIPTORS + toThem[1]);
            close(toUs[0], toThem[1]);
            return new SupervisorPipes(Map.of(REPORTS, toUs[1], ORDERS, toThem[0]), reports, orders);
        } catch (IOException e) {
            close(toUs[0], toUs[1]);
            close(toThem[0], toThem[1]);
            throw e;
        }
    }

    private static int[] pipe() throws IOException {
        try (NativeArena arena = new NativeArena()) {
            Memory ends = arena.allocate(2L * Integer.BYTES);
            long made = MACOS ? macPipe(ends) : Kernel.quick().call(Syscall.PIPE2, Kernel.address(ends), O_CLOEXEC);
            if (made < 0) {
                throw new IOException("cannot make a pipe: " + Errno.name(-made));
            }
            return new int[] {ends.getInt(0), ends.getInt(4)};
        }
    }

    private static int macPipe(Memory ends) {
        int made = LibSystem.pipe(ends);
        if (made == 0) {
            LibSystem.fcntl(ends.getInt(0), F_SETFD, FD_CLOEXEC);
            LibSystem.fcntl(ends.getInt(4), F_SETFD, FD_CLOEXEC);
        }
        return made;
    }

    private static void close(int... descriptors) {
        for (int descriptor : descriptors) {
            if (MACOS) {
                LibSystem.close(descriptor);
            } else {
                Kernel.quick().call(Syscall.CLOSE, descriptor);
            }
        }
    }

    /** Descriptors of the supervisor, and which of ours they are. */
    Map<Integer, Integer> theirs() {
        return theirs;
    }

    /** The supervisor has them now, or never will: without ours, its end is the end of the stream. */
    void handedOver() {
        if (!handedOver) {
            handedOver = true;
            theirs.values().forEach(SupervisorPipes::close);
        }
    }

    /** What the supervisor says; ends when it has gone. */
    public InputStream reports() {
        return reports;
    }

    /** What it is told. */
    public OutputStream orders() {
        return orders;
    }

    @Override
    public void close() throws IOException {
        handedOver();
        try (reports;
                orders) {
            // Both, whatever the first says.
        }
    }

    /**
     * In a supervisor: where its reports go. Empty when nobody follows it. That the variable is set proves nothing, so the descriptor must be a pipe.
     *
     * @param environment this process's own
     */
    public static Optional<OutputStream> toFollower(Map<String, String> environment) throws IOException {
        return isFollowed(environment, REPORTS)
                ? Optional.of(new FileOutputStream(DESCRIPTORS + REPORTS))
                : Optional.empty();
    }

    /** In a supervisor: where its orders come from. */
    public static Optional<InputStream> fromFollower(Map<String, String> environment) throws IOException {
        return isFollowed(environment, ORDERS)
                ? Optional.of(new FileInputStream(DESCRIPTORS + ORDERS))
                : Optional.empty();
    }

    private static boolean isFollowed(Map<String, String> environment, int descriptor) throws IOException {
        Path file = Path.of(DESCRIPTORS + descriptor);
        return GIVEN.equals(environment.get(VARIABLE)) && (MACOS ? isPipe(file) : isLinkToPipe(file));
    }

    private static boolean isLinkToPipe(Path link) throws IOException {
        return Files.isSymbolicLink(link)
                && Files.readSymbolicLink(link).toString().startsWith("pipe:");
    }

    /** Asked of a descriptor's file itself, the system answers for what the descriptor is. */
    static boolean isPipe(Path file) throws IOException {
        return Files.exists(file)
                && Files.getAttribute(file, "unix:mode") instanceof Integer mode
                && (mode & KIND_OF_FILE) == PIPE;
    }
}
