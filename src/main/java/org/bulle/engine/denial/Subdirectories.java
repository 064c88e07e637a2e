package org.bulle.engine.denial;

import static org.bulle.engine.jna.linux.Fcntl.*;

import com.sun.jna.Memory;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.bulle.engine.jna.linux.CallBatch;
import org.bulle.engine.jna.linux.Kernel;
import org.bulle.engine.jna.linux.Syscall;
import org.bulle.engine.policy.OsString;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.Platform;

/**
 * The directories in directories, one after the other, without git's own. On Linux the kernel tells with each name what it is, so that nothing has to be asked
 * about each file: a search through a project took half of a short run's end. For one thread.
 */
final class Subdirectories implements AutoCloseable {
    private static final int PATH_MAX = 4_096;
    private static final int BUFFER = 1 << 15;
    /** struct linux_dirent64: inode (8), offset (8), length (2), type (1), name. */
    private static final int LENGTH = 16;

    private static final int TYPE = 18;
    private static final int NAME = 19;
    private static final int UNKNOWN = 0;
    private static final int DIRECTORY = 4;

    private final boolean linux = Platform.current() == Platform.LINUX;
    private final Set<String> skipped;
    private final Memory name = new Memory(PATH_MAX);
    private final Memory entries = new Memory(2L * BUFFER);
    private final byte[] bytes = new byte[BUFFER];
    private final CallBatch calls = new CallBatch(Kernel.quick(), 2);
    private long open = -1;

    /**
     * @param skipped names of directories that are left out
     */
    Subdirectories(Set<String> skipped) {
        this.skipped = skipped;
    }

    /**
     * Empty where it cannot be read.
     *
     * @param directory absolute, in the spelling of {@link OsString}, as is the answer; empty for the root
     */
    List<String> of(String directory) {
        List<String> all = new ArrayList<>();
        if (linux) {
            byKernel(directory, all);
        } else {
            byProvider(directory, all);
        }
        return all;
    }

    private void byKernel(String directory, List<String> all) {
        byte[] text = OsString.encode(directory.isEmpty() ? "/" : directory);
        byte[] path = Arrays.copyOf(text, text.length + 1);
        if (path.length > PATH_MAX) {
            return;
        }
        name.write(0, path, 0, path.length);
        calls.clear();
        calls.add(Syscall.CLOSE, open, 0, 0, 0, 0);
        calls.add(
                Syscall.OPENAT, AT_FDCWD, Kernel.address(name), O_RDONLY | O_CLOEXEC | O_NONBLOCK | oDirectory(), 0, 0);
        calls.run();
        open = calls.result(1);
        boolean more = open >= 0;
        while (more) {
            calls.clear();
            calls.add(Syscall.GETDENTS64, open, Kernel.address(entries), BUFFER, 0, 0);
            calls.add(Syscall.GETDENTS64, open, Kernel.address(entries) + BUFFER, BUFFER, 0, 0);
            calls.run();
            take(directory, 0, calls.result(0), all);
            take(directory, BUFFER, calls.result(1), all);
            more = calls.result(1) > 0;
        }
    }

    private void take(String directory, int from, long size, List<String> all) {
        if (size <= 0) {
            return;
        }
        entries.read(from, bytes, 0, (int) size);
        for (int at = 0; at < size; at += bytes[at + LENGTH] & 0xff | (bytes[at + LENGTH + 1] & 0xff) << Byte.SIZE) {
            int type = bytes[at + TYPE];
            if (type == DIRECTORY || type == UNKNOWN) {
                int end = at + NAME;
                while (bytes[end] != 0) {
                    end++;
                }
                String entry = OsString.decode(Arrays.copyOfRange(bytes, at + NAME, end));
                String path = directory + "/" + entry;
                if (!isLeftOut(entry) && (type == DIRECTORY || isDirectory(path))) {
                    all.add(path);
                }
            }
        }
    }

    private boolean isLeftOut(String entry) {
        return entry.equals(".") || entry.equals("..") || entry.equals(".git") || skipped.contains(entry);
    }

    private static boolean isDirectory(String path) {
        return Files.isDirectory(OsPath.of(path), LinkOption.NOFOLLOW_LINKS);
    }

    private void byProvider(String directory, List<String> all) {
        try (DirectoryStream<Path> stream =
                Files.newDirectoryStream(OsPath.of(directory.isEmpty() ? "/" : directory))) {
            for (Path entry : stream) {
                String path = OsPath.text(entry);
                if (!isLeftOut(path.substring(path.lastIndexOf('/') + 1)) && isDirectory(path)) {
                    all.add(path);
                }
            }
        } catch (IOException | RuntimeException unreadable) {
            // What was found counts.
        }
    }

    @Override
    public void close() {
        if (open >= 0) {
            Kernel.quick().call(Syscall.CLOSE, open);
        }
        calls.close();
        entries.close();
        name.close();
    }
}
