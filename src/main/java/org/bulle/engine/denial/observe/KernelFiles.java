package org.bulle.engine.denial.observe;

import static org.bulle.engine.jna.linux.Fcntl.*;

import com.sun.jna.Memory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Supplier;
import org.bulle.engine.jna.linux.CallBatch;
import org.bulle.engine.jna.linux.Errno;
import org.bulle.engine.jna.linux.Kernel;
import org.bulle.engine.jna.linux.Syscall;
import org.bulle.engine.policy.OsString;

/**
 * Questions to the file system that change nothing and wait for nothing. Paths are byte strings, one byte a char (ISO 8859-1), so that they can be cut
 * and joined as strings and lose nothing. For one thread.
 */
final class KernelFiles implements AutoCloseable {
    private static final int PATH_SIZE = 8_192;
    private static final int LINK_SIZE = 4_096;
    private static final int EMPTY_DIRECTORY_ENTRIES = 2;

    private final Supplier<Kernel> kernel;
    private final Memory path = new Memory(PATH_SIZE);
    private final Memory link = new Memory(LINK_SIZE);
    private final Memory statx = new Memory(STATX_SIZE);
    private final Memory how = new Memory(OPEN_HOW_SIZE);
    /** The same memory: a call into JNA for each field costs more than some of the questions. */
    private final ByteBuffer pathBytes = view(path, PATH_SIZE);

    private final ByteBuffer linkBytes = view(link, LINK_SIZE);
    private final ByteBuffer statxBytes = view(statx, STATX_SIZE);
    private final ByteBuffer howBytes = view(how, OPEN_HOW_SIZE);
    private final long pathAddress = Kernel.address(path);
    private final long linkAddress = Kernel.address(link);
    private final long statxAddress = Kernel.address(statx);
    private final long howAddress = Kernel.address(how);
    private final String ownProcess = "/proc/" + Kernel.quick().call(Syscall.GETPID);

    KernelFiles(Supplier<Kernel> kernel) {
        this.kernel = kernel;
    }

    static String text(byte[] bytes, int length) {
        return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** From the spelling of {@link OsString}, and back. */
    static String fromOs(String path) {
        byte[] bytes = OsString.encode(path);
        return text(bytes, bytes.length);
    }

    static String toOs(String path) {
        return OsString.decode(bytes(path));
    }

    /** {@code /proc/<our pid>}: where {@code /proc/self} leads when it is us who follow it. */
    String ownProcess() {
        return ownProcess;
    }

    /** For many questions at once. */
    CallBatch batch(int most) {
        return new CallBatch(kernel.get(), most);
    }

    long call(Syscall call, long a, long b, long c, long d, long e, long f) {
        return kernel.get().call(call, a, b, c, d, e, f);
    }

    /** An O_PATH descriptor, or {@code -errno}. */
    long open(String file, long flags, long resolve) {
        if (!put(file)) {
            return -Errno.ENAMETOOLONG;
        }
        return openAt(AT_FDCWD, flags, resolve);
    }

    private long openAt(long directory, long flags, long resolve) {
        howBytes.putLong(0, flags);
        howBytes.putLong(8, 0);
        howBytes.putLong(16, resolve);
        return kernel.get().call(Syscall.OPENAT2, directory, pathAddress, howAddress, OPEN_HOW_SIZE);
    }

    void close(long descriptor) {
        kernel.get().call(Syscall.CLOSE, descriptor);
    }

    /** The path of a descriptor of ours. */
    Optional<String> pathOf(long descriptor) {
        return readLink("/proc/self/fd/" + descriptor);
    }

    /** The content of a symbolic link; absent when it is none, or cannot be read. */
    Optional<String> readLink(String file) {
        long length = linkLength(file);
        if (length < 0) {
            return Optional.empty();
        }
        byte[] bytes = new byte[(int) length];
        linkBytes.get(0, bytes);
        return Optional.of(text(bytes, bytes.length));
    }

    /** The length of a link's content, or {@code -errno}. */
    long linkLength(String file) {
        if (!put(file)) {
            return -Errno.ENAMETOOLONG;
        }
        return kernel.get().call(Syscall.READLINKAT, AT_FDCWD, pathAddress, linkAddress, LINK_SIZE);
    }

    /** Of the path itself, links not followed. */
    Optional<FileStatus> status(String file) {
        return put(file) ? status(AT_FDCWD, AT_SYMLINK_NOFOLLOW) : Optional.empty();
    }

    Optional<FileStatus> status(long descriptor) {
        put("");
        return status(descriptor, AT_EMPTY_PATH);
    }

    /** The errno of the last failed {@link #status}, for those who have to tell why. */
    long statusError(String file) {
        return put(file) ? statx(AT_FDCWD, AT_SYMLINK_NOFOLLOW) : -Errno.ENAMETOOLONG;
    }

    /**
     * @param mode R_OK 4, W_OK 2, X_OK 1 in any combination
     */
    boolean accessible(String file, int mode) {
        return put(file)
                && kernel.get().call(Syscall.FACCESSAT2, AT_FDCWD, pathAddress, mode, AT_EACCESS | AT_SYMLINK_NOFOLLOW)
                        == 0;
    }

    /** Whether we can open it for reading; nothing is read. */
    boolean opens(String file) {
        long descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, RESOLVE_NO_SYMLINKS);
        if (descriptor >= 0) {
            close(descriptor);
        }
        return descriptor >= 0;
    }

    /** The real path of what a relative path leads to, in a way of resolving that is not the usual one. */
    Optional<String> resolveBelow(String directory, String relative, long flags, long resolve) {
        long base = open(directory, O_PATH | O_CLOEXEC | oDirectory(), 0);
        if (base < 0) {
            return Optional.empty();
        }
        try {
            if (!put(relative.isEmpty() ? "." : relative)) {
                return Optional.empty();
            }
            long opened = openAt(base, flags, resolve);
            if (opened < 0) {
                return Optional.empty();
            }
            try {
                return pathOf(opened);
            } finally {
                close(opened);
            }
        } finally {
            close(base);
        }
    }

    /** False only when the directory certainly has entries. */
    boolean mayBeEmpty(String directory) {
        long descriptor = open(directory, O_RDONLY | oDirectory() | O_CLOEXEC | O_NONBLOCK, 0);
        if (descriptor < 0) {
            return true;
        }
        try {
            long got = kernel.get().call(Syscall.GETDENTS64, descriptor, linkAddress, LINK_SIZE);
            int entries = 0;
            for (long at = 0; at < got; at += linkBytes.getShort((int) at + 16) & 0xffff) {
                entries++;
            }
            return entries <= EMPTY_DIRECTORY_ENTRIES;
        } finally {
            close(descriptor);
        }
    }

    /** The first bytes of a regular file; empty when it cannot be read. */
    byte[] head(String file, int length) {
        long descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, RESOLVE_NO_SYMLINKS);
        if (descriptor < 0) {
            return new byte[0];
        }
        try {
            long got = kernel.get().call(Syscall.PREAD64, descriptor, linkAddress, Math.min(length, LINK_SIZE), 0);
            byte[] bytes = new byte[(int) Math.max(got, 0)];
            linkBytes.get(0, bytes);
            return bytes;
        } finally {
            close(descriptor);
        }
    }

    private Optional<FileStatus> status(long descriptor, int flags) {
        if (statx(descriptor, flags) < 0) {
            return Optional.empty();
        }
        return Optional.of(new FileStatus(
                statxBytes.getShort(STATX_MODE_OFFSET) & 0xffff,
                statxBytes.getInt(STATX_UID_OFFSET),
                statxBytes.getInt(STATX_GID_OFFSET),
                statxBytes.getInt(STATX_NLINK_OFFSET),
                (long) statxBytes.getInt(STATX_DEV_MAJOR_OFFSET) << 32
                        | statxBytes.getInt(STATX_DEV_MINOR_OFFSET) & 0xffffffffL,
                statxBytes.getLong(STATX_INO_OFFSET)));
    }

    private long statx(long descriptor, int flags) {
        return kernel.get().call(Syscall.STATX, descriptor, pathAddress, flags, STATX_BASIC_STATS, statxAddress, 0);
    }

    private boolean put(String file) {
        byte[] bytes = bytes(file);
        if (bytes.length >= PATH_SIZE) {
            return false;
        }
        pathBytes.put(0, bytes);
        pathBytes.put(bytes.length, (byte) 0);
        return true;
    }

    @Override
    public void close() {
        path.close();
        link.close();
        statx.close();
        how.close();
    }

    /** Native memory in the machine's order. */
    static ByteBuffer view(Memory memory, int size) {
        return memory.getByteBuffer(0, size).order(ByteOrder.nativeOrder());
    }
}
