package org.bulle.engine.run;

import static org.bulle.engine.jna.linux.Fcntl.*;

import com.sun.jna.Memory;
import java.util.concurrent.TimeUnit;
import org.bulle.engine.jna.linux.CallBatch;
import org.bulle.engine.jna.linux.Errno;
import org.bulle.engine.jna.linux.Kernel;
import org.bulle.engine.jna.linux.Syscall;
import org.bulle.engine.resolve.StatusQuery;

/** statx(2) of many paths with one entry into native code. For one thread. */
final class NativeStatus implements StatusQuery, AutoCloseable {
    private static final int STATX_WORDS = STATX_SIZE / Long.BYTES;

    private final CallBatch batch = new CallBatch(Kernel.quick(), MOST);
    private final Memory statx = new Memory((long) MOST * STATX_SIZE);
    private final long[] words = new long[MOST * STATX_WORDS];

    @Override
    public void ask(byte[] paths, int from, int[] lengths, int first, int count) {
        int size = 0;
        for (int i = 0; i < count; i++) {
            size += lengths[first + i] + 1;
        }
        try (Memory names = new Memory(Math.max(size, 1))) {
            names.write(0, paths, from, size);
            batch.clear();
            long name = Kernel.address(names);
            long answer = Kernel.address(statx);
            for (int i = 0; i < count; i++) {
                batch.add(Syscall.STATX, AT_FDCWD, name, AT_SYMLINK_NOFOLLOW, STATX_BASIC_STATS, answer);
                name += lengths[first + i] + 1;
                answer += STATX_SIZE;
            }
            batch.run();
        }
        statx.read(0, words, 0, count * STATX_WORDS);
    }

    @Override
    public Outcome outcome(int index, long[] answer) {
        long result = batch.result(index);
        if (result < 0) {
            return refused((int) -result);
        }
        int at = index * STATX_WORDS;
        answer[DEVICE] = device(half(at, STATX_DEV_MAJOR_OFFSET), half(at, STATX_DEV_MINOR_OFFSET));
        answer[INODE] = words[at + STATX_INO_OFFSET / Long.BYTES];
        answer[MODE] = half(at, STATX_MODE_OFFSET) & 0xffff;
        answer[UID] = half(at, STATX_UID_OFFSET);
        answer[GID] = half(at, STATX_GID_OFFSET);
        answer[SIZE] = words[at + STATX_SIZE_OFFSET / Long.BYTES];
        answer[MODIFIED] = time(at, STATX_MTIME_OFFSET);
        answer[CHANGED] = time(at, STATX_CTIME_OFFSET);
        return Outcome.FOUND;
    }

    /** A 32-bit field; both architectures are little-endian. */
    private int half(int at, int offset) {
        long word = words[at + offset / Long.BYTES];
        return (int) (offset % Long.BYTES == 0 ? word : word >>> Integer.SIZE);
    }

    /** A kept plan must not hold because a file could not be asked for that was not there before. */
    static Outcome refused(int errno) {
        return switch (errno) {
            case Errno.EACCES -> Outcome.DENIED;
            case Errno.ENOENT, Errno.ENOTDIR, Errno.ELOOP, Errno.ENAMETOOLONG -> Outcome.MISSING;
            default -> Outcome.UNKNOWN;
        };
    }

    private long time(int at, int offset) {
        return TimeUnit.SECONDS.toNanos(words[at + offset / Long.BYTES]) + half(at, offset + Long.BYTES);
    }

    /** As stat(2) gives it: makedev(3). */
    private static long device(int major, int minor) {
        return (major & 0xfffff000L) << 32 | (major & 0xfffL) << 8 | (minor & 0xffffff00L) << 12 | minor & 0xffL;
    }

    @Override
    public void close() {
        statx.close();
        batch.close();
    }
}
