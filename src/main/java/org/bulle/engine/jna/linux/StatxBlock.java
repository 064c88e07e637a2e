package org.bulle.engine.jna.linux;

import static org.bulle.engine.jna.linux.Fcntl.*;

import com.sun.jna.Memory;
import java.util.concurrent.TimeUnit;

/** What statx(2) says of many files that are asked about together. */
public final class StatxBlock implements AutoCloseable {
    private static final int WORDS = STATX_SIZE / Long.BYTES;

    private final Memory memory;
    private final long[] words;

    /**
     * @param most files
     */
    public StatxBlock(int most) {
        memory = new Memory(Math.max(1L, (long) most * STATX_SIZE));
        words = new long[most * WORDS];
    }

    /** Where the kernel is to write its answer. */
    public long address(int index) {
        return Kernel.address(memory) + (long) index * STATX_SIZE;
    }

    /** Takes what the kernel has written about the first files. */
    public void read(int count) {
        memory.read(0, words, 0, count * WORDS);
    }

    /** Type and rights, as stat(2) gives them. */
    public int mode(int index) {
        return half(index, STATX_MODE_OFFSET) & 0xffff;
    }

    public int uid(int index) {
        return half(index, STATX_UID_OFFSET);
    }

    public int gid(int index) {
        return half(index, STATX_GID_OFFSET);
    }

    /** How many names the file has. */
    public int links(int index) {
        return half(index, STATX_NLINK_OFFSET);
    }

    public int deviceMajor(int index) {
        return half(index, STATX_DEV_MAJOR_OFFSET);
    }

    public int deviceMinor(int index) {
        return half(index, STATX_DEV_MINOR_OFFSET);
    }

    public long inode(int index) {
        return word(index, STATX_INO_OFFSET);
    }

    /** In bytes. */
    public long size(int index) {
        return word(index, STATX_SIZE_OFFSET);
    }

    /** In nanoseconds since 1970. */
    public long modified(int index) {
        return time(index, STATX_MTIME_OFFSET);
    }

    /** In nanoseconds since 1970. */
    public long changed(int index) {
        return time(index, STATX_CTIME_OFFSET);
    }

    private long time(int index, int offset) {
        return TimeUnit.SECONDS.toNanos(word(index, offset)) + half(index, offset + Long.BYTES);
    }

    private long word(int index, int offset) {
        return words[index * WORDS + offset / Long.BYTES];
    }

    /** A field of 32 bits; both architectures are little-endian. */
    private int half(int index, int offset) {
        long word = word(index, offset);
        return (int) (offset % Long.BYTES == 0 ? word : word >>> Integer.SIZE);
    }

    @Override
    public void close() {
        memory.close();
    }
}
