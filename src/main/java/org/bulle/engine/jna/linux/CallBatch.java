package org.bulle.engine.jna.linux;

import com.sun.jna.Memory;
import java.nio.ByteOrder;
import java.nio.LongBuffer;

/** System calls that stand in memory one behind the other, to be made with one entry into native code. For one thread. */
public final class CallBatch implements AutoCloseable {
    /** Eight 64-bit words a call: its number, six arguments, and where the result is put. */
    static final int RECORD = 8 * Long.BYTES;

    static final int RESULT = 7 * Long.BYTES;

    private static final int WORDS = RECORD / Long.BYTES;

    private final Kernel kernel;
    private final Memory memory;
    private final LongBuffer words;
    private final int most;
    private int size;

    /**
     * @param most calls at once
     */
    public CallBatch(Kernel kernel, int most) {
        this.kernel = kernel;
        this.most = most;
        this.memory = new Memory((long) most * RECORD);
        this.words = memory.getByteBuffer(0, (long) most * RECORD)
                .order(ByteOrder.nativeOrder())
                .asLongBuffer();
    }

    /**
     * Puts a call behind the others.
     *
     * @param call one that this architecture has
     * @return its index
     */
    public int add(Syscall call, long a, long b, long c, long d, long e) {
        int at = size * WORDS;
        words.put(at, call.number())
                .put(at + 1, a)
                .put(at + 2, b)
                .put(at + 3, c)
                .put(at + 4, d)
                .put(at + 5, e)
                .put(at + 6, 0);
        return size++;
    }

    public boolean isFull() {
        return size == most;
    }

    public int size() {
        return size;
    }

    /** Makes all of them, in their order, whatever each returns. */
    public void run() {
        if (size > 0) {
            kernel.call(Kernel.address(memory), size);
        }
    }

    /** What the call of that index returned: a failure is {@code -errno}. */
    public long result(int index) {
        return words.get(index * WORDS + RESULT / Long.BYTES);
    }

    /** Forgets them, for the next ones. */
    public void clear() {
        size = 0;
    }

    @Override
    public void close() {
        memory.close();
    }
}
