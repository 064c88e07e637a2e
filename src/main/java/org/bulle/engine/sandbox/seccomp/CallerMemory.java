package org.bulle.engine.sandbox.seccomp;

import com.sun.jna.Memory;
import java.io.ByteArrayOutputStream;
import java.util.Optional;
import java.util.function.Supplier;
import org.bulle.engine.jna.linux.Fcntl;
import org.bulle.engine.jna.linux.Kernel;
import org.bulle.engine.jna.linux.Syscall;

/**
 * Reads the memory of a thread that waits for an answer (process_vm_readv). What it reads can change at once, by another thread of the caller; and
 * after each reading {@link NotificationHandler.Listener#isValid} has to be asked, since the thread's id may be somebody else's by then. For one
 * thread at a time.
 */
public final class CallerMemory implements AutoCloseable {
    /** The smallest page on both architectures: what lies within one such unit is mapped or unmapped as a whole. */
    private static final int PAGE = 4096;

    private static final int PATH_MAX = 4096;

    private final Supplier<Kernel> kernel;
    private final Memory buffer = new Memory(PAGE);
    private final Memory vectors = new Memory(2L * Fcntl.IOVEC_SIZE);

    public CallerMemory(Kernel kernel) {
        this(() -> kernel);
    }

    /**
     * @param kernel asked anew for each reading, so that a busy server can change to the faster one
     */
    public CallerMemory(Supplier<Kernel> kernel) {
        this.kernel = kernel;
    }

    /** What came of reading a C string. */
    public sealed interface Text {
        /** The bytes before the NUL. */
        record Bytes(byte[] bytes) implements Text {}

        /** No NUL within PATH_MAX bytes: the kernel answers ENAMETOOLONG. */
        record TooLong() implements Text {}

        /**
         * Not mapped, or the caller may not be read.
         *
         * @param errno EFAULT for the former; EPERM, ESRCH for the latter
         */
        record Unreadable(int errno) implements Text {}
    }

    /** Exactly {@code length} bytes in one reading; empty when they cannot all be read. */
    public Optional<byte[]> read(int tid, long address, int length) {
        if (length > PAGE) {
            throw new IllegalArgumentException("at most a page");
        }
        if (length == 0) {
            return Optional.of(new byte[0]);
        }
        return transfer(tid, address, length) == length
                ? Optional.of(buffer.getByteArray(0, length))
                : Optional.empty();
    }

    /** Reads up to the NUL, page by page, so that an unmapped page behind the string does no harm. */
    public Text readString(int tid, long address) {
        ByteArrayOutputStream text = new ByteArrayOutputStream(128);
        long at = address;
        while (text.size() < PATH_MAX) {
            int wanted = (int) Math.min(PAGE - (at & (PAGE - 1)), PATH_MAX - text.size());
            long got = transfer(tid, at, wanted);
            if (got <= 0) {
                return new Text.Unreadable((int) -got);
            }
            long end = buffer.indexOf(0, (byte) 0);
            if (end >= 0 && end < got) {
                text.write(buffer.getByteArray(0, (int) end), 0, (int) end);
                return new Text.Bytes(text.toByteArray());
            }
            text.write(buffer.getByteArray(0, (int) got), 0, (int) got);
            at += got;
        }
        return new Text.TooLong();
    }

    private long transfer(int tid, long address, int length) {
        vectors.setLong(0, Kernel.address(buffer));
        vectors.setLong(8, length);
        vectors.setLong(16, address);
        vectors.setLong(24, length);
        long local = Kernel.address(vectors);
        return kernel.get().call(Syscall.PROCESS_VM_READV, tid, local, 1, local + Fcntl.IOVEC_SIZE, 1, 0);
    }

    @Override
    public void close() {
        buffer.close();
        vectors.close();
    }
}
