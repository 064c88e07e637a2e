package org.bulle.engine.resolve;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bulle.engine.profile.OsPath;

/**
 * The one way by which resolving looks at files, so that everything a plan depends on is known. Each question is asked of the system once;
 * the answer holds for the whole resolution. For one thread.
 */
final class MachineFiles {
    private static final String ATTRIBUTES = "unix:mode,dev,ino,uid,gid,size,lastModifiedTime,ctime";

    private final String mounts = Mounts.digest();
    private final Map<String, Observation> observations = new HashMap<>();
    private final Map<String, Optional<List<String>>> listings = new HashMap<>();
    private final Map<String, String> targets = new HashMap<>();

    /** The status of the path itself; a link is not followed. Only the kind of file counts, and of a directory which one it is. */
    FileStatus status(String path) {
        return observe(path, Observation.KIND).status();
    }

    /** The same, where owner and mode count too. */
    FileStatus owned(String path) {
        return observe(path, Observation.OWNER).status();
    }

    private Observation observe(String path, int aspects) {
        Observation known = observations.get(path);
        if (known == null) {
            known = new Observation(ask(path), Observation.KIND);
        }
        Observation more = known.with(aspects);
        observations.put(path, more);
        return more;
    }

    /** Whether a name in a listed directory is a directory. That changes only when the directory it stands in does, so that is what is observed. */
    boolean isDirectory(String path) {
        Observation known = observations.get(path);
        return (known == null ? ask(path) : known.status()).isDirectory();
    }

    /** What a link says, as it says it; empty when it cannot be read. */
    String target(String link) {
        return targets.computeIfAbsent(link, path -> {
            status(path);
            try {
                return linkText(OsPath.of(path));
            } catch (IOException e) {
                return "";
            }
        });
    }

    /** The names in a directory in the order of their bytes, without {@code .} and {@code ..}; empty when it cannot be read. */
    Optional<List<String>> names(String directory) {
        return listings.computeIfAbsent(directory, path -> {
            observe(path, Observation.CONTENT);
            try {
                return Optional.of(list(path));
            } catch (IOException e) {
                return Optional.empty();
            }
        });
    }

    /** Whether the user may execute it, as access(2) says; links are followed. */
    boolean mayExecute(String path) {
        return mayAccess(path, Observation.EXECUTE_ASKED, Observation.EXECUTE_ALLOWED);
    }

    /** Whether the user may write it, as access(2) says; links are followed. */
    boolean mayWrite(String path) {
        return mayAccess(path, Observation.WRITE_ASKED, Observation.WRITE_ALLOWED);
    }

    private boolean mayAccess(String path, int asked, int allowed) {
        Observation known = observe(path, Observation.KIND);
        if (!known.has(asked)) {
            boolean may = asked == Observation.WRITE_ASKED
                    ? Files.isWritable(OsPath.of(path))
                    : Files.isExecutable(OsPath.of(path));
            known = observe(path, may ? asked | allowed : asked);
        }
        return known.has(allowed);
    }

    /** The first bytes of a regular file, at most {@code limit}. */
    byte[] head(String path, int limit) throws IOException {
        observe(path, Observation.CONTENT);
        try (InputStream in = Files.newInputStream(OsPath.of(path))) {
            return in.readNBytes(limit);
        }
    }

    /** For reading here and there in a regular file. */
    SeekableByteChannel open(String path) throws IOException {
        observe(path, Observation.CONTENT);
        return Files.newByteChannel(OsPath.of(path));
    }

    /** Notes that somebody else depends on what is in this file or directory. */
    void observeContent(String path) {
        observe(path, Observation.CONTENT);
    }

    /** Everything that was looked at, with what was found. */
    Evidence evidence() {
        return Evidence.of(mounts, observations);
    }

    /** The provider answers with every attribute it was asked for. */
    private static Object known(Map<String, Object> attributes, String name) {
        return Objects.requireNonNull(attributes.get(name), name);
    }

    static FileStatus ask(String path) {
        try {
            Map<String, Object> is = Files.readAttributes(OsPath.of(path), ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
            int mode = (int) known(is, "mode");
            return new FileStatus(
                    kind(mode),
                    (long) known(is, "dev"),
                    (long) known(is, "ino"),
                    mode & 07777,
                    (int) known(is, "uid"),
                    (int) known(is, "gid"),
                    (long) known(is, "size"),
                    nanos(known(is, "lastModifiedTime")),
                    nanos(known(is, "ctime")));
        } catch (AccessDeniedException e) {
            return FileStatus.DENIED;
        } catch (IOException | InvalidPathException e) {
            return FileStatus.MISSING;
        }
    }

    /** The file type bits of st_mode, see inode(7). */
    private static FileStatus.Kind kind(int mode) {
        return switch (mode & 0170000) {
            case 0040000 -> FileStatus.Kind.DIRECTORY;
            case 0100000 -> FileStatus.Kind.FILE;
            case 0120000 -> FileStatus.Kind.LINK;
            default -> FileStatus.Kind.OTHER;
        };
    }

    private static long nanos(Object time) {
        return ((FileTime) time).to(TimeUnit.NANOSECONDS);
    }

    /** A relative target that is not ASCII is read through an absolute path, which alone can be turned into bytes. */
    private static String linkText(Path link) throws IOException {
        Path target = Files.readSymbolicLink(link);
        if (target.isAbsolute()) {
            return OsPath.text(target);
        }
        return OsPath.text(Path.of("/").resolve(target)).substring(1);
    }

    private static List<String> list(String directory) throws IOException {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(OsPath.of(directory))) {
            for (Path entry : entries) {
                String text = OsPath.text(entry);
                names.add(text.substring(text.lastIndexOf('/') + 1));
            }
        } catch (java.nio.file.DirectoryIteratorException e) {
            throw e.getCause();
        } catch (InvalidPathException e) {
            throw new NoSuchFileException(directory);
        }
        names.sort(ByteOrder.INSTANCE);
        return List.copyOf(names);
    }
}
