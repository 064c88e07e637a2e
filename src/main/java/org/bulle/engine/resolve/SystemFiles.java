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
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bulle.engine.policy.Statement;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.Platform;

/** Asks this system. */
final class SystemFiles implements FileSource {
    static final SystemFiles INSTANCE = new SystemFiles();

    private static final String ATTRIBUTES = "unix:mode,dev,ino,uid,gid,size,lastModifiedTime,ctime";

    private SystemFiles() {}

    @Override
    public Optional<Statement> elsewhere() {
        return Optional.empty();
    }

    @Override
    public boolean assumes(String path) {
        return false;
    }

    @Override
    public boolean foldsNames() {
        return Platform.current() == Platform.MACOS;
    }

    @Override
    public String target(String link) throws IOException {
        return linkText(OsPath.of(link));
    }

    @Override
    public List<String> names(String directory) throws IOException {
        return list(directory);
    }

    @Override
    public boolean mayExecute(String path) {
        return Files.isExecutable(OsPath.of(path));
    }

    @Override
    public boolean mayWrite(String path) {
        return Files.isWritable(OsPath.of(path));
    }

    @Override
    public byte[] head(String path, int limit) throws IOException {
        try (InputStream in = Files.newInputStream(OsPath.of(path))) {
            return in.readNBytes(limit);
        }
    }

    @Override
    public SeekableByteChannel open(String path) throws IOException {
        return Files.newByteChannel(OsPath.of(path));
    }

    /** The provider answers with every attribute it was asked for. */
    private static Object known(Map<String, Object> attributes, String name) {
        return Objects.requireNonNull(attributes.get(name), name);
    }

    @Override
    public FileStatus status(String path) {
        try {
            Map<String, Object> is = Files.readAttributes(OsPath.of(path), ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
            int mode = (int) known(is, "mode");
            return new FileStatus(
                    FileStatus.kind(mode),
                    (long) known(is, "dev"),
                    (long) known(is, "ino"),
                    mode & FileStatus.RIGHTS,
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
