package org.bulle.engine.jna.linux;

import com.sun.jna.Pointer;

/** syscall(2): enters the kernel on the calling thread. Results are the kernel's own: a failure is {@code -errno}. */
public interface Kernel {

    long call(long number, long a, long b, long c, long d, long e, long f);

    /**
     * Many calls one behind the other, whatever each returns.
     *
     * @param records where they stand, in the layout of {@link CallBatch}
     */
    default void call(long records, int count) {
        for (int i = 0; i < count; i++) {
            Pointer record = new Pointer(records + (long) i * CallBatch.RECORD);
            long[] values = record.getLongArray(0, CallBatch.RESULT / Long.BYTES);
            record.setLong(
                    CallBatch.RESULT,
                    call(values[0], values[1], values[2], values[3], values[4], values[5], values[6]));
        }
    }

    /** The same for one thread at a time, where a hundred thousand calls are made: it makes no garbage. */
    default Kernel forOneThread() {
        return this;
    }

    default long call(Syscall call) {
        return call(call.number(), 0, 0, 0, 0, 0, 0);
    }

    default long call(Syscall call, long a) {
        return call(call.number(), a, 0, 0, 0, 0, 0);
    }

    default long call(Syscall call, long a, long b) {
        return call(call.number(), a, b, 0, 0, 0, 0);
    }

    default long call(Syscall call, long a, long b, long c) {
        return call(call.number(), a, b, c, 0, 0, 0);
    }

    default long call(Syscall call, long a, long b, long c, long d) {
        return call(call.number(), a, b, c, d, 0, 0);
    }

    default long call(Syscall call, long a, long b, long c, long d, long e, long f) {
        return call(call.number(), a, b, c, d, e, f);
    }

    /** The way into the kernel; for all threads. */
    static Kernel quick() {
        return QuickKernel.INSTANCE;
    }

    static long address(Pointer pointer) {
        return Pointer.nativeValue(pointer);
    }
}

final class QuickKernel {
    static final Kernel INSTANCE = CallStub.orElse(new FunctionKernel());

    private QuickKernel() {}
}
