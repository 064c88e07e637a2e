package org.bulle.engine.run;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
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
        SystemPipe toUs = SystemPipe.open();
        SystemPipe toThem;
        try {
            toThem = SystemPipe.open();
        } catch (IOException e) {
            toUs.close();
            throw e;
        }
        InputStream reports = InputStream.nullInputStream();
        try {
            reports = toUs.input();
            OutputStream orders = toThem.output();
            SystemPipe.close(toUs.reading());
            SystemPipe.close(toThem.writing());
            return new SupervisorPipes(Map.of(REPORTS, toUs.writing(), ORDERS, toThem.reading()), reports, orders);
        } catch (IOException e) {
            reports.close();
            toUs.close();
            toThem.close();
            throw e;
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
            theirs.values().forEach(SystemPipe::close);
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
                ? Optional.of(new FileOutputStream(SystemPipe.DESCRIPTORS + REPORTS))
                : Optional.empty();
    }

    /** In a supervisor: where its orders come from. */
    public static Optional<InputStream> fromFollower(Map<String, String> environment) throws IOException {
        return isFollowed(environment, ORDERS)
                ? Optional.of(new FileInputStream(SystemPipe.DESCRIPTORS + ORDERS))
                : Optional.empty();
    }

    private static boolean isFollowed(Map<String, String> environment, int descriptor) throws IOException {
        Path file = Path.of(SystemPipe.DESCRIPTORS + descriptor);
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
