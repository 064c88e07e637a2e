package org.bulle.engine.sandbox.broker;

import static org.bulle.engine.jna.linux.Mapping.*;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import org.bulle.engine.jna.linux.Architecture;
import org.bulle.engine.jna.linux.Kernel;
import org.bulle.engine.jna.linux.NativeArena;
import org.bulle.engine.jna.linux.Signals;
import org.bulle.engine.jna.linux.Syscall;

/** Makes a system call that blocks on one of our threads fail with EINTR: a signal whose handler does nothing, without SA_RESTART. */
final class Interruption {
    /** A real-time signal that neither the C library (32, 33) nor the Java machine (62) uses. */
    private static final int SIGNAL = 61;

    private final Kernel kernel = Kernel.quick();
    private final long self = kernel.call(Syscall.GETPID);

    /** Installs the handler, for the life of this process. */
    Interruption() {
        byte[] code = switch (Architecture.current()) {
            case X86_64 -> new byte[] {(byte) 0xc3};
            case AARCH64 -> new byte[] {(byte) 0xc0, 0x03, 0x5f, (byte) 0xd6};
        };
        long page =
                kernel.call(Syscall.MMAP, 0, code.length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (page < 0) {
            throw new IllegalStateException("no memory for a signal handler");
        }
        new Pointer(page).write(0, code, 0, code.length);
        kernel.call(Syscall.MPROTECT, page, code.length, PROT_READ | PROT_EXEC);
        try (NativeArena arena = new NativeArena()) {
            Memory action = arena.allocate(Signals.SIGACTION_SIZE);
            action.setLong(Signals.SIGACTION_HANDLER, page);
            action.setInt(Signals.SIGACTION_FLAGS, Signals.SA_ONSTACK);
            Signals.sigaction(SIGNAL, action, Pointer.NULL);
        }
    }

    /** Comes to nothing when the thread is not in the kernel yet: ask again. */
    void interrupt(int tid) {
        kernel.call(Syscall.TGKILL, self, tid, SIGNAL);
    }
}
