package org.bulle.engine.jna.linux;

import com.sun.jna.Function;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;

/** syscall(2): enters the kernel on the calling thread. Results are the kernel's own: a failure is {@code -errno}. */
public interface Kernel {

    long call(long number, long a, long b, long c, long d, long e, long f);

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

    /** Starts at once; about a microsecond a call. */
    static Kernel quick() {
        return QuickKernel.INSTANCE;
    }

    /** Direct mapping: 20 to 40 ms at first use, a fraction of the cost a call afterwards. */
    static Kernel direct() {
        return DirectKernel.INSTANCE;
    }

    static long address(Pointer pointer) {
        return Pointer.nativeValue(pointer);
    }
}

final class QuickKernel implements Kernel {
    static final QuickKernel INSTANCE = new QuickKernel();
    private final Function syscall = NativeLibrary.getProcess().getFunction("syscall");

    private QuickKernel() {}

    @Override
    public long call(long number, long a, long b, long c, long d, long e, long f) {
        if (number < 0) {
            return -Errno.ENOSYS;
        }
        long result = syscall.invokeLong(new Object[] {number, a, b, c, d, e, f});
        return result == -1 ? -Native.getLastError() : result;
    }
}

final class DirectKernel implements Kernel {
    static final DirectKernel INSTANCE = new DirectKernel();

    static {
        Native.register(DirectKernel.class, NativeLibrary.getProcess());
    }

    private DirectKernel() {}

    static native long syscall(long number, long a, long b, long c, long d, long e, long f);

    @Override
    public long call(long number, long a, long b, long c, long d, long e, long f) {
        if (number < 0) {
            return -Errno.ENOSYS;
        }
        long result = syscall(number, a, b, c, d, e, f);
        return result == -1 ? -Native.getLastError() : result;
    }
}
