package org.bulle.engine.run;

import static org.bulle.engine.jna.linux.Fcntl.*;

import com.sun.jna.Memory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.TimeUnit;
import org.bulle.engine.jna.linux.Errno;
import org.bulle.engine.jna.linux.Kernel;
import org.bulle.engine.jna.linux.NativeArena;
import org.bulle.engine.jna.linux.Syscall;
import org.bulle.engine.policy.OsString;
import org.bulle.engine.resolve.StatusQuery;

/** statx(2) with everything that it needs made once. For one thread. */
final class NativeStatus implements StatusQuery, AutoCloseable {
    private static final int LONGEST_PATH = 4096;

    private final Kernel kernel = Kernel.quick();
    private final NativeArena arena = new NativeArena();
    private final Memory path = arena.allocate(LONGEST_PATH);
    private final Memory statx = arena.allocate(STATX_SIZE);
    private final ByteBuffer pathBytes = path.getByteBuffer(0, LONGEST_PATH);
    private final ByteBuffer fields = statx.getByteBuffer(0, STATX_SIZE).order(ByteOrder.nativeOrder());
    private final long pathAddress = Kernel.address(path);
    private final long statxAddress = Kernel.address(statx);

    @Override
    public Outcome ask(String text, long[] answer) {
        byte[] bytes = OsString.encode(text);
        if (bytes.length == 0 || bytes.length >= LONGEST_PATH || text.indexOf('\0') >= 0) {
            return Outcome.MISSING;
        }
        pathBytes.put(0, bytes);
        pathBytes.put(bytes.length, (byte) 0);
        long result = kernel.call(
                Syscall.STATX, AT_FDCWD, pathAddress, AT_SYMLINK_NOFOLLOW, STATX_BASIC_STATS, statxAddress, 0);
        if (result < 0) {
            return refused((int) -result);
        }
        answer[DEVICE] = device(fields.getInt(STATX_DEV_MAJOR_OFFSET), fields.getInt(STATX_DEV_MINOR_OFFSET));
        answer[INODE] = fields.getLong(STATX_INO_OFFSET);
        answer[MODE] = fields.getShort(STATX_MODE_OFFSET) & 0xffff;
        answer[UID] = fields.getInt(STATX_UID_OFFSET);
        answer[GID] = fields.getInt(STATX_GID_OFFSET);
        answer[SIZE] = fields.getLong(STATX_SIZE_OFFSET);
        answer[MODIFIED] = time(STATX_MTIME_OFFSET);
        answer[CHANGED] = time(STATX_CTIME_OFFSET);
        return Outcome.FOUND;
    }

    /** A kept plan must not hold because a file could not be asked for that was not there before. */
    static Outcome refused(int errno) {
        return switch (errno) {
            case Errno.EACCES -> Outcome.DENIED;
            case Errno.ENOENT, Errno.ENOTDIR, Errno.ELOOP, Errno.ENAMETOOLONG -> Outcome.MISSING;
            default -> Outcome.UNKNOWN;
        };
    }

    private long time(int at) {
        return TimeUnit.SECONDS.toNanos(fields.getLong(at)) + fields.getInt(at + Long.BYTES);
    }

    /** As stat(2) gives it: makedev(3). */
    private static long device(int major, int minor) {
        return (major & 0xfffff000L) << 32 | (major & 0xfffL) << 8 | (minor & 0xffffff00L) << 12 | minor & 0xffL;
    }

    @Override
    public void close() {
        arena.close();
    }
}
