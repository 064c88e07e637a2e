package org.bulle.engine.run;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.zip.CRC32;

/**
 * Files that only save work: each is found by a key, is the user's alone, whole or not there, and may vanish at any time. Whatever goes wrong is as
 * if nothing had been kept.
 */
final class PrivateStore {
    private static final Set<PosixFilePermission> DIRECTORY = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
    private static final int MOST_FILES = 256;
    private static final int KEPT_FILES = 192;
    private static final int LARGEST = 32 << 20;
    private static final int FORMAT = 1;
    private static final int OTHERS = 077;
    private static final int RIGHTS = 0777;
    /** Exactly: a command that may write where plans are kept could take our right to remove its forgeries. */
    private static final int OURS = 0700;

    private final Path directory;
    private final int uid;

    /**
     * @param directory made when the first file is kept
     * @param uid whose it has to be
     */
    PrivateStore(Path directory, int uid) {
        this.directory = directory;
        this.uid = uid;
    }

    Path directory() {
        return directory;
    }

    /** What was kept under exactly this key. */
    Optional<byte[]> find(byte[] key) {
        try {
            Path file = file(key);
            if (!isPrivate(directory, true) || !isPrivate(file, false) || Files.size(file) > LARGEST) {
                return Optional.empty();
            }
            return unpack(Files.readAllBytes(file), key);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Makes the directory, so that it is there before anything is looked at. Backups and version control pass over it. */
    void open() {
        if (Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try {
            makeDirectory(directory);
            note(".gitignore", "*\n");
            note("CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55\n");
        } catch (IOException e) {
            // Then nothing can be kept either.
            return;
        }
    }

    private void note(String name, String text) throws IOException {
        Files.writeString(Files.createFile(directory.resolve(name), PosixFilePermissions.asFileAttribute(FILE)), text);
    }

    /**
     * Removes everything that was kept, and whatever somebody has put beside it. What looks like the directory and is none is left alone: nothing is ever
     * read from it.
     *
     * @return whether nothing is left
     */
    boolean clear() {
        Path parent = directory.getParent();
        if (parent == null) {
            return false;
        }
        try (DirectoryStream<Path> above = Files.newDirectoryStream(parent)) {
            return !isOwnDirectory()
                    || above instanceof SecureDirectoryStream<Path> place
                            && emptied(place, directory.getFileName(), PrivateStore::isKept);
        } catch (NoSuchFileException nothingKept) {
            return true;
        } catch (IOException unreadable) {
            return false;
        }
    }

    private boolean isOwnDirectory() throws IOException {
        Map<String, Object> is = Files.readAttributes(directory, "unix:uid,isDirectory", LinkOption.NOFOLLOW_LINKS);
        return Boolean.TRUE.equals(is.get("isDirectory")) && is.get("uid") instanceof Integer owner && owner == uid;
    }

    /** By descriptors: whoever still runs cannot lead it out of the directory by a link. One entry that stays does not keep the others. */
    private static boolean emptied(SecureDirectoryStream<Path> parent, Path name, Predicate<Path> goes)
            throws IOException {
        boolean all = true;
        try (SecureDirectoryStream<Path> entries = parent.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
            entries.getFileAttributeView(PosixFileAttributeView.class).setPermissions(DIRECTORY);
            for (Path each : entries) {
                Path entry = each.getFileName();
                all &= !goes.test(entry) || removed(entries, entry);
            }
        } catch (DirectoryIteratorException unreadable) {
            throw unreadable.getCause();
        }
        return all;
    }

    private static boolean removed(SecureDirectoryStream<Path> parent, Path name) {
        try {
            BasicFileAttributeView entry =
                    parent.getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
            if (!entry.readAttributes().isDirectory()) {
                parent.deleteFile(name);
                return true;
            }
            boolean all = emptied(parent, name, _ -> true);
            parent.deleteDirectory(name);
            return all;
        } catch (NoSuchFileException gone) {
            return true;
        } catch (IOException stays) {
            return false;
        }
    }

    void keep(byte[] key, byte[] value) {
        try {
            open();
            if (!isPrivate(directory, true)) {
                return;
            }
            prune();
            Path fresh = Files.createTempFile(directory, "new-", null, PosixFilePermissions.asFileAttribute(FILE));
            try {
                Files.write(fresh, pack(key, value));
                Files.move(fresh, file(key), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(fresh);
            }
        } catch (IOException e) {
            // A full disk, a read-only home: the next run computes again.
            return;
        }
    }

    private static void makeDirectory(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            return;
        }
        Path parent = path.getParent();
        if (parent != null) {
            makeDirectory(parent);
        }
        Files.createDirectory(path, PosixFilePermissions.asFileAttribute(DIRECTORY));
    }

    private boolean isPrivate(Path path, boolean directoryWanted) throws IOException {
        Map<String, Object> is =
                Files.readAttributes(path, "unix:mode,uid,isDirectory,isRegularFile", LinkOption.NOFOLLOW_LINKS);
        boolean kind = Boolean.TRUE.equals(is.get(directoryWanted ? "isDirectory" : "isRegularFile"));
        return kind
                && is.get("mode") instanceof Integer mode
                && (directoryWanted ? (mode & RIGHTS) == OURS : (mode & OTHERS) == 0)
                && is.get("uid") instanceof Integer owner
                && owner == uid;
    }

    /** The name only has to tell keys apart well enough; the key itself is in the file. */
    private Path file(byte[] key) {
        long name = 0xcbf29ce484222325L;
        for (byte b : key) {
            name = (name ^ (b & 0xff)) * 0x100000001b3L;
        }
        return directory.resolve(String.format("%016x", name));
    }

    private static byte[] pack(byte[] key, byte[] value) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(key.length + value.length + 32);
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(FORMAT);
        out.writeInt(key.length);
        out.write(key);
        out.writeInt(value.length);
        out.write(value);
        out.writeLong(sum(key, value));
        return bytes.toByteArray();
    }

    private static Optional<byte[]> unpack(byte[] packed, byte[] key) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(packed));
        if (in.readInt() != FORMAT || in.readInt() != key.length || !Arrays.equals(in.readNBytes(key.length), key)) {
            return Optional.empty();
        }
        int length = in.readInt();
        if (length < 0 || length > in.available()) {
            return Optional.empty();
        }
        byte[] value = in.readNBytes(length);
        return in.readLong() == sum(key, value) ? Optional.of(value) : Optional.empty();
    }

    private static long sum(byte[] key, byte[] value) {
        CRC32 sum = new CRC32();
        sum.update(key);
        sum.update(value);
        return sum.getValue();
    }

    /** The oldest go when there are too many. */
    private void prune() throws IOException {
        List<Path> files = kept();
        if (files.size() < MOST_FILES) {
            return;
        }
        files.sort(Comparator.comparing(PrivateStore::age));
        for (Path old : files.subList(0, files.size() - KEPT_FILES)) {
            Files.deleteIfExists(old);
        }
    }

    private List<Path> kept() throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, PrivateStore::isKept)) {
            entries.forEach(files::add);
        }
        return files;
    }

    private static boolean isKept(Path file) {
        String name = file.getFileName().toString();
        return !name.equals(".gitignore") && !name.equals("CACHEDIR.TAG");
    }

    private static long age(Path file) {
        try {
            return Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toMillis();
        } catch (IOException gone) {
            return 0;
        }
    }
}
