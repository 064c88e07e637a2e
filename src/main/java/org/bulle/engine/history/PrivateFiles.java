package org.bulle.engine.history;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/** Files that only their owner can read, in a folder that only its owner can enter. */
final class PrivateFiles {
    /** How the name ends of what is not whole yet. */
    static final String PARTIAL = ".partial";

    private static final Set<PosixFilePermission> FOLDER = PosixFilePermissions.fromString("rwx------");
    private static final FileAttribute<?> FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private static final Set<StandardOpenOption> NEW = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    private static final ReentrantLock ALONE = new ReentrantLock();

    private PrivateFiles() {}

    /** What writes the content. */
    @FunctionalInterface
    interface Content {
        void to(Writer writer) throws IOException;
    }

    static void makeFolder(Path folder) throws IOException {
        Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(FOLDER));
        if (!Files.getPosixFilePermissions(folder).equals(FOLDER)) {
            Files.setPosixFilePermissions(folder, FOLDER);
        }
    }

    /** Fails when the file exists. */
    static void create(Path file, Content content) throws IOException {
        write(file, NEW, content);
    }

    /** Fails when the file exists, or another is making it; it is there with its whole content, or not at all. */
    static void createWhole(Path file, Content content) throws IOException {
        Path partial = partial(file);
        try {
            create(partial, content);
            if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                Files.delete(partial);
                throw new FileAlreadyExistsException(file.toString());
            }
            Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileAlreadyExistsException taken) {
            throw taken;
        } catch (IOException | RuntimeException failed) {
            Files.deleteIfExists(partial);
            throw failed;
        }
    }

    /** The file is there with its whole content, or as it was before. */
    static void replace(Path file, Content content) throws IOException {
        replaceBy(file, partial -> create(partial, content));
    }

    /** The same for JSON, of which we write ASCII alone: it is put together as a whole and copied, not encoded letter by letter. */
    static void replaceAscii(Path file, Content content) throws IOException {
        StringWriter text = new StringWriter(1 << 14);
        content.to(text);
        byte[] bytes = text.toString().getBytes(StandardCharsets.ISO_8859_1);
        replaceBy(file, partial -> {
            try (FileChannel channel = FileChannel.open(partial, NEW, FILE)) {
                ByteBuffer rest = ByteBuffer.wrap(bytes);
                while (rest.hasRemaining()) {
                    channel.write(rest);
                }
            }
        });
    }

    private static Path partial(Path file) {
        return file.resolveSibling(file.getFileName() + PARTIAL);
    }

    private interface Making {
        void make(Path partial) throws IOException;
    }

    private static void replaceBy(Path file, Making making) throws IOException {
        Path partial = partial(file);
        try {
            Files.deleteIfExists(partial);
            making.make(partial);
            Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException | RuntimeException failed) {
            Files.deleteIfExists(partial);
            throw failed;
        }
    }

    /** What is done while nobody else, in this process or another, does something under the same lock. */
    @FunctionalInterface
    interface Change<T> {
        T make() throws IOException;
    }

    /**
     * @param lock a file of its own, which stays
     */
    static <T> T alone(Path lock, Change<T> change) throws IOException {
        // The file lock belongs to the whole process.
        ALONE.lock();
        try (FileChannel channel = appendable(lock);
                FileLock _ = channel.lock()) {
            return change.make();
        } finally {
            ALONE.unlock();
        }
    }

    static FileChannel appendable(Path file) throws IOException {
        return FileChannel.open(
                file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS), FILE);
    }

    private static void write(Path file, Set<? extends OpenOption> options, Content content) throws IOException {
        try (FileChannel channel = FileChannel.open(file, options, FILE);
                Writer writer = new BufferedWriter(
                        new OutputStreamWriter(Channels.newOutputStream(channel), StandardCharsets.UTF_8), 1 << 16)) {
            content.to(writer);
        }
    }
}
