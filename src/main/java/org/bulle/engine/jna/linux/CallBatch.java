package org.bulle.engine.jna.linux;

import com.sun.jna.Memory;

/** System calls that stand in memory one behind the other, to be made with one entry into native code. For one thread. */
public final class CallBatch implements AutoCloseable {
    /** Eight 64-bit words a call: its number, six arguments, and where the result is put. */
    public static final int RECORD = 8 * Long.BYTES;

    static final int RESULT = 7 * Long.BYTES;

    private static final int WORDS = RECORD / Long.BYTES;

    private final Kernel kernel;
    private final Memory memory;
    private final long[] words;
    private int size;

    /**
     * @param most calls at once
     */
    public CallBatch(Kernel kernel, int most) {
        this.kernel = kernel;
        this.memory = new Memory((long) most * RECORD);
        this.words = new long[most * WORDS];
    }

    /**
     * Puts a call behind the others.
     *
     * @param call one that this architecture has
     * @return its index
     */
    public int add(Syscall call, long a, long b, long c, long d, long e) {
        int at = size * WORDS;
        words[at] = call.number();
        words[at + 1] = a;
        words[at + 2] = b;
        words[at + 3] = c;
        words[at + 4] = d;
        words[at + 5] = e;
        return size++;
    }

    public boolean isFull() {
        return size * WORDS == words.length;
    }

    public int size() {
        return size;
    }

    /** Makes all of them, in their order, whatever each returns. */
    public void run() {
        if (size > 0) {
            memory.write(0, words, 0, size * WORDS);
            kernel.call(Kernel.address(memory), size);
            memory.read(0, words, 0, size * WORDS);
        }
    }

    /** What the call of that index returned: a failure is {@code -errno}. */
    public long result(int index) {
        return words[index * WORDS + WORDS - 1];
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
