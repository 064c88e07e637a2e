package org.bulle.engine.profile;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Writes files so that each is at every moment the old one or the new one, whole, and several of them all or none: new contents are put beside their
 * targets and flushed, a journal names them, then each is renamed into place. A process that dies before the journal has changed nothing; after it, the
 * next one that takes the lock finishes the job.
 */
final class AtomicFiles {
    private static final String JOURNAL = ".pending";
    private static final String LOCK = ".lock";

    /** Every run asks whether a change is pending, and most need no more of this class. */
    private static final class Leftover {
        static final Pattern NAME = Pattern.compile("\\..+\\.[0-9a-f]{16}\\.new");
    }

    private static final Set<PosixFilePermission> PRIVATE_FILE = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> PRIVATE_DIRECTORY = PosixFilePermissions.fromString("rwx------");
    private static final int LOCK_ATTEMPTS = 250;
    private static final long LOCK_PAUSE_MILLIS = 20;

    private final Path root;
    private final Steps steps;
    private final Rescue rescue;

    /** Called before each change of the file system; tests stop there as if the process had been killed. */
    @FunctionalInterface
    interface Steps {
        void before(String step);
    }

    /** Where the text of a file is kept that somebody wrote between a crash and the recovery. */
    @FunctionalInterface
    interface Rescue {
        Path versionOf(Path target) throws IOException;
    }

    /** A piece of work under the lock. */
    @FunctionalInterface
    interface Work<T> {
        T run() throws IOException;
    }

    AtomicFiles(Path root, Steps steps, Rescue rescue) {
        this.root = root;
        this.steps = steps;
        this.rescue = rescue;
    }

    /** A directory that nobody else can look into, with its parents. */
    void makeDirectory(Path directory) throws IOException {
        if (Files.isDirectory(directory)) {
            return;
        }
        Path parent = directory.getParent();
        if (parent != null) {
            makeDirectory(parent);
        }
        try {
            steps.before("make " + directory);
            Files.createDirectory(directory, PosixFilePermissions.asFileAttribute(PRIVATE_DIRECTORY));
        } catch (FileAlreadyExistsException raced) {
            if (!Files.isDirectory(directory)) {
                throw raced;
            }
        }
    }

    /** Alone among all processes that use this root; whatever another one left unfinished is finished first. */
    <T> T locked(Work<T> work) throws IOException {
        makeDirectory(root);
        try (FileChannel channel = FileChannel.open(
                root.resolve(LOCK),
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                PosixFilePermissions.asFileAttribute(PRIVATE_FILE))) {
            lock(channel);
            recover();
            return work.run();
        }
    }

    /** True when a process died between the journal and the end. */
    static boolean isPending(Path root) {
        return Files.exists(root.resolve(JOURNAL), LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * Gives each file its new content, or removes it where that is empty. Links are followed, so that a file kept elsewhere is changed there. Call under
     * the lock.
     *
     * @throws IOException when it could not be done; then every file is as it was
     */
    void replace(Map<Path, Optional<byte[]>> contents) throws IOException {
        Map<Path, Optional<byte[]>> before = new LinkedHashMap<>();
        Map<Path, Optional<Path>> staged = new LinkedHashMap<>();
        try {
            for (Map.Entry<Path, Optional<byte[]>> content : contents.entrySet()) {
                Path target = target(content.getKey());
                before.put(target, current(target));
                staged.put(
                        target,
                        content.getValue().isPresent()
                                ? Optional.of(stage(target, content.getValue().get()))
                                : Optional.empty());
            }
            if (staged.size() > 1) {
                writeJournal(staged, before);
            }
            commit(staged);
        } catch (IOException e) {
            undo(before, staged, e);
            throw e;
        }
        removeJournal();
    }

    /** The lock goes with the channel. */
    private static void lock(FileChannel channel) throws IOException {
        for (int attempt = 0; attempt < LOCK_ATTEMPTS; attempt++) {
            try {
                if (channel.tryLock() != null) {
                    return;
                }
            } catch (OverlappingFileLockException anotherThread) {
                // The same process holds it: wait like for any other.
            }
            pause();
        }
        throw new IOException("another process has been changing the configuration for too long");
    }

    private static void pause() throws IOException {
        try {
            Thread.sleep(LOCK_PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private static Path target(Path file) throws IOException {
        return Files.isSymbolicLink(file) ? file.toRealPath() : file;
    }

    private static Optional<byte[]> current(Path file) throws IOException {
        try {
            return Optional.of(Files.readAllBytes(file));
        } catch (NoSuchFileException missing) {
            return Optional.empty();
        }
    }

    private static Path directoryOf(Path target) {
        return Objects.requireNonNull(target.toAbsolutePath().getParent());
    }

    private Path stage(Path target, byte[] content) throws IOException {
        Path directory = directoryOf(target);
        makeDirectory(directory);
        Path staged = directory.resolve("." + target.getFileName() + "." + token() + ".new");
        steps.before("stage " + target);
        try (FileChannel out = FileChannel.open(
                staged,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PRIVATE_FILE))) {
            ByteBuffer buffer = ByteBuffer.wrap(content);
            while (buffer.hasRemaining()) {
                out.write(buffer);
                steps.before("write on " + target);
            }
            out.force(true);
        }
        if (Files.exists(target)) {
            Files.setPosixFilePermissions(staged, Files.getPosixFilePermissions(target));
        }
        return staged;
    }

    /** Each target with its new content's file and the digest of what it held: only that may be replaced without more ado. */
    private void writeJournal(Map<Path, Optional<Path>> staged, Map<Path, Optional<byte[]>> before) throws IOException {
        List<String> lines = new ArrayList<>();
        for (Map.Entry<Path, Optional<Path>> entry : staged.entrySet()) {
            String content =
                    entry.getValue().map(path -> path.toUri().toString()).orElse("-");
            String held = digest(before.getOrDefault(entry.getKey(), Optional.empty()));
            lines.add(content + " " + entry.getKey().toUri() + " " + held);
        }
        Path journal = stage(root.resolve(JOURNAL), (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
        steps.before("journal");
        Files.move(journal, root.resolve(JOURNAL), StandardCopyOption.ATOMIC_MOVE);
        flush(root);
    }

    private void commit(Map<Path, Optional<Path>> staged) throws IOException {
        for (Map.Entry<Path, Optional<Path>> entry : staged.entrySet()) {
            steps.before("put " + entry.getKey());
            put(entry.getValue(), entry.getKey());
        }
        for (Path target : staged.keySet()) {
            flush(directoryOf(target));
        }
    }

    private static void put(Optional<Path> staged, Path target) throws IOException {
        if (staged.isPresent()) {
            Files.move(staged.get(), target, StandardCopyOption.ATOMIC_MOVE);
        } else {
            Files.deleteIfExists(target);
        }
    }

    private void undo(Map<Path, Optional<byte[]>> before, Map<Path, Optional<Path>> staged, IOException cause) {
        try {
            for (Map.Entry<Path, Optional<byte[]>> old : before.entrySet()) {
                if (!sameContent(current(old.getKey()), old.getValue())) {
                    put(
                            old.getValue().isPresent()
                                    ? Optional.of(
                                            stage(old.getKey(), old.getValue().get()))
                                    : Optional.empty(),
                            old.getKey());
                }
            }
            removeJournal();
            for (Optional<Path> leftover : staged.values()) {
                if (leftover.isPresent()) {
                    Files.deleteIfExists(leftover.get());
                }
            }
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    private static boolean sameContent(Optional<byte[]> a, Optional<byte[]> b) {
        return a.isPresent() == b.isPresent() && java.util.Arrays.equals(a.orElse(new byte[0]), b.orElse(new byte[0]));
    }

    private void removeJournal() throws IOException {
        steps.before("remove journal");
        Files.deleteIfExists(root.resolve(JOURNAL));
    }

    private void recover() throws IOException {
        Path journal = root.resolve(JOURNAL);
        if (Files.exists(journal, LinkOption.NOFOLLOW_LINKS)) {
            for (String line : Files.readAllLines(journal, StandardCharsets.UTF_8)) {
                String[] words = line.split(" ");
                Path target = Path.of(URI.create(words[1]));
                Optional<Path> staged =
                        words[0].equals("-") ? Optional.empty() : Optional.of(Path.of(URI.create(words[0])));
                boolean undone = staged.isEmpty() || Files.exists(staged.get());
                if (undone) {
                    rescue(target, words.length > 2 ? words[2] : "");
                    put(staged, target);
                }
            }
            Files.delete(journal);
        }
        removeLeftovers(root);
        removeLeftovers(root.resolve("profiles"));
    }

    /** What was written to a target since the journal is somebody else's: it is kept as a version before it is replaced. */
    private void rescue(Path target, String held) throws IOException {
        Optional<byte[]> now = current(target);
        if (now.isPresent() && !digest(now).equals(held)) {
            Path version = rescue.versionOf(target);
            Files.move(stage(version, now.get()), version, StandardCopyOption.ATOMIC_MOVE);
            flush(directoryOf(version));
        }
    }

    private static String digest(Optional<byte[]> content) {
        if (content.isEmpty()) {
            return "-";
        }
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content.get()));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }

    /** Removes what processes that died have left in a directory; call under the lock, and not between staging and putting into place. */
    static void removeLeftovers(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, ".*.new")) {
            for (Path file : files) {
                if (Leftover.NAME.matcher(file.getFileName().toString()).matches()) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    /** So that a rename outlives a loss of power. */
    private static void flush(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private static String token() {
        byte[] bytes = new byte[8];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
