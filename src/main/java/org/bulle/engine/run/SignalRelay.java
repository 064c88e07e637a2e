package org.bulle.engine.run;

import static org.bulle.engine.jna.linux.Mapping.*;
import static org.bulle.engine.jna.linux.Signals.*;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bulle.engine.jna.linux.Architecture;
import org.bulle.engine.jna.linux.Errno;
import org.bulle.engine.jna.linux.Fcntl;
import org.bulle.engine.jna.linux.Kernel;
import org.bulle.engine.jna.linux.NativeArena;
import org.bulle.engine.jna.linux.Process;
import org.bulle.engine.jna.linux.Signals;
import org.bulle.engine.jna.linux.Syscall;
import org.bulle.engine.sandbox.SandboxException;

/**
 * Turns signals to this process into records in a pipe. The Java machine has no way to be told of QUIT, nor of who sent a signal; and no Java code may run
 * in a handler. So the handler is a few machine instructions that write the siginfo_t into the pipe: one system call, safe at any moment. Ignored
 * signals stay ignored; closing puts back what was there before.
 */
final class SignalRelay implements AutoCloseable {
    /** The head of siginfo_t, with number, code and sender. Less than PIPE_BUF: written as a whole or not at all. */
    private static final int RECORD = 48;

    private static final int AT_ONCE = 64;

    private final Kernel kernel;
    private final NativeArena arena = new NativeArena();
    private final Memory buffer = arena.allocate((long) RECORD * AT_ONCE);
    private final Map<Integer, Memory> previous = new LinkedHashMap<>();
    private final int reader;
    private final long page;

    /**
     * A signal that came.
     *
     * @param code SI_KERNEL or another positive number when the kernel made it (a terminal's Ctrl-C), 0 or less when a process sent it
     */
    record Received(int signal, int code) {
        /** True when every process of the terminal's foreground group got it, not only we. */
        boolean fromTerminal() {
            return code > 0;
        }
    }

    private SignalRelay(Kernel kernel, int reader, long page) {
        this.kernel = kernel;
        this.reader = reader;
        this.page = page;
    }

    /**
     * @throws SandboxException NOT_INSTALLED when the system refuses a pipe or a page
     */
    static SignalRelay of(List<Integer> signals, IgnoredSignals ignored) throws SandboxException {
        Kernel kernel = Kernel.quick();
        try (NativeArena arena = new NativeArena()) {
            Memory ends = arena.allocate(2L * Integer.BYTES);
            check(kernel.call(Syscall.PIPE2, Kernel.address(ends), Fcntl.O_CLOEXEC | Fcntl.O_NONBLOCK));
            byte[] code = handler(ends.getInt(4));
            long page = check(kernel.call(
                    Syscall.MMAP, 0, code.length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
            new Pointer(page).write(0, code, 0, code.length);
            check(kernel.call(Syscall.MPROTECT, page, code.length, PROT_READ | PROT_EXEC));
            SignalRelay relay = new SignalRelay(kernel, ends.getInt(0), page);
            for (int signal : signals) {
                if (!ignored.contains(signal)) {
                    relay.install(signal);
                }
            }
            return relay;
        }
    }

    /** {@code void handler(int, siginfo_t *info, void *)}: write(descriptor, info, RECORD), and nothing else; errno is not touched. */
    private static byte[] handler(int descriptor) {
        ByteBuffer code = ByteBuffer.allocate(32).order(ByteOrder.LITTLE_ENDIAN);
        switch (Architecture.current()) {
            case X86_64 ->
                code.put((byte) 0xb8) // mov eax, SYS_write
                        .putInt(Syscall.WRITE.number())
                        .put((byte) 0xbf) // mov edi, descriptor
                        .putInt(descriptor)
                        .put((byte) 0xba) // mov edx, RECORD; rsi is info already
                        .putInt(RECORD)
                        .put(new byte[] {0x0f, 0x05}) // syscall
                        .put((byte) 0xc3); // ret
            case AARCH64 ->
                code.putInt(0x52800000 | descriptor << 5) // movz w0, descriptor
                        .putInt(0xd2800000 | RECORD << 5 | 2) // movz x2, RECORD; x1 is info already
                        .putInt(0xd2800000 | Syscall.WRITE.number() << 5 | 8) // movz x8, SYS_write
                        .putInt(0xd4000001) // svc 0
                        .putInt(0xd65f03c0); // ret
        }
        return code.array();
    }

    private void install(int signal) {
        Memory action = arena.allocate(SIGACTION_SIZE);
        action.setLong(SIGACTION_HANDLER, page);
        action.setInt(SIGACTION_FLAGS, SA_SIGINFO | SA_RESTART | SA_ONSTACK);
        Memory before = arena.allocate(SIGACTION_SIZE);
        if (Signals.sigaction(signal, action, before) == 0) {
            previous.put(signal, before);
        }
    }

    /** Readable when a signal came. */
    int descriptor() {
        return reader;
    }

    /** What came since the last time; empty when nothing did. */
    List<Received> drain() {
        List<Received> all = new ArrayList<>();
        long got;
        do {
            got = kernel.call(Syscall.READ, reader, Kernel.address(buffer), (long) RECORD * AT_ONCE);
            for (long at = 0; at + RECORD <= got; at += RECORD) {
                all.add(new Received(buffer.getInt(at), buffer.getInt(at + Process.SIGINFO_CODE)));
            }
        } while (got == (long) RECORD * AT_ONCE || got == -Errno.EINTR);
        return all;
    }

    private static long check(long result) throws SandboxException {
        if (result < 0) {
            throw new SandboxException(
                    SandboxException.Kind.NOT_INSTALLED, "cannot watch for signals: " + Errno.name(-result));
        }
        return result;
    }

    @Override
    public void close() {
        previous.forEach((signal, before) -> Signals.sigaction(signal, before, Pointer.NULL));
        // The pipe and the page stay for the life of this process: the handler may still be running on another thread.
        arena.close();
    }
}
