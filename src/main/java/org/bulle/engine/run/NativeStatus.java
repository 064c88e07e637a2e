package org.bulle.engine.run;

import static org.bulle.engine.jna.linux.Fcntl.*;

import com.sun.jna.Memory;
import org.bulle.engine.jna.linux.CallBatch;
import org.bulle.engine.jna.linux.Errno;
import org.bulle.engine.jna.linux.Kernel;
import org.bulle.engine.jna.linux.StatxBlock;
import org.bulle.engine.jna.linux.Syscall;
import org.bulle.engine.resolve.StatusQuery;

/** statx(2) of many paths with one entry into native code. For one thread. */
final class NativeStatus implements StatusQuery, AutoCloseable {
    private final CallBatch batch = new CallBatch(Kernel.quick(), MOST);
    private final StatxBlock statx = new StatxBlock(MOST);

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
            for (int i = 0; i < count; i++) {
                batch.add(Syscall.STATX, AT_FDCWD, name, AT_SYMLINK_NOFOLLOW, STATX_BASIC_STATS, statx.address(i));
                name += lengths[first + i] + 1;
            }
            batch.run();
        }
        statx.read(count);
    }

    @Override
    public Outcome outcome(int index, long[] answer) {
        long result = batch.result(index);
        if (result < 0) {
            return refused((int) -result);
        }
        answer[DEVICE] = device(statx.deviceMajor(index), statx.deviceMinor(index));
        answer[INODE] = statx.inode(index);
        answer[MODE] = statx.mode(index);
        answer[UID] = statx.uid(index);
        answer[GID] = statx.gid(index);
        answer[SIZE] = statx.size(index);
        answer[MODIFIED] = statx.modified(index);
        answer[CHANGED] = statx.changed(index);
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
