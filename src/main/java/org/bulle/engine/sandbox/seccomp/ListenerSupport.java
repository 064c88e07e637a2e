package org.bulle.engine.sandbox.seccomp;

import static org.bulle.engine.jna.linux.Seccomp.*;

import com.sun.jna.Memory;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.bulle.engine.jna.linux.Errno;
import org.bulle.engine.jna.linux.Kernel;
import org.bulle.engine.jna.linux.NativeArena;
import org.bulle.engine.jna.linux.Process;
import org.bulle.engine.jna.linux.Syscall;
import org.bulle.engine.policy.Statement;
import org.bulle.engine.sandbox.EnforcementPhrase;
import org.bulle.engine.sandbox.Uninterrupted;

/** Whether the kernel lets us supervise the calls of a child. */
public sealed interface ListenerSupport {

    /**
     * @param waitsKillable callers that wait for us are not interrupted by signals that do not kill them (Linux 5.19)
     */
    record Available(boolean waitsKillable) implements ListenerSupport {}

    /** We run supervised ourselves, in a sandbox of this or a like kind: the kernel allows one supervisor. */
    record Occupied() implements ListenerSupport {
        public static final Statement REASON = EnforcementPhrase.OCCUPIED.with();
    }

    /** No filters here at all. */
    record Missing(Statement reason) implements ListenerSupport {}

    /** Why a run cannot be supervised, for the user, to stand after "because"; empty when it can. */
    default Optional<Statement> obstacle() {
        return switch (this) {
            case Available _ -> Optional.empty();
            case Occupied _ -> Optional.of(Occupied.REASON);
            case Missing(Statement reason) -> Optional.of(reason);
        };
    }

    /** Tries it on a thread of its own, which ends: the only way to know about {@link Occupied}. */
    static ListenerSupport ask() {
        AtomicReference<ListenerSupport> answer =
                new AtomicReference<>(new Missing(EnforcementPhrase.NOT_ASKED.with()));
        Thread thread =
                Thread.ofPlatform().name("ask-seccomp").start(() -> answer.set(tryOnThisThread(Kernel.quick())));
        Uninterrupted.join(thread);
        return answer.get();
    }

    private static ListenerSupport tryOnThisThread(Kernel kernel) {
        try (NativeArena arena = new NativeArena()) {
            BpfProgram.Assembler all = new BpfProgram.Assembler();
            all.ret(SECCOMP_RET_ALLOW);
            Memory program = all.program().write(arena);
            kernel.call(Syscall.PRCTL, Process.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0, 0);
            long made =
                    install(kernel, program, SECCOMP_FILTER_FLAG_NEW_LISTENER | SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV);
            if (made >= 0) {
                kernel.call(Syscall.CLOSE, made);
                return new Available(true);
            }
            made = made == -Errno.EINVAL ? install(kernel, program, SECCOMP_FILTER_FLAG_NEW_LISTENER) : made;
            if (made >= 0) {
                kernel.call(Syscall.CLOSE, made);
                return new Available(false);
            }
            return made == -Errno.EBUSY
                    ? new Occupied()
                    : new Missing(EnforcementPhrase.NO_FILTER.with(Errno.name(-made)));
        }
    }

    private static long install(Kernel kernel, Memory program, long flags) {
        return kernel.call(Syscall.SECCOMP, SECCOMP_SET_MODE_FILTER, flags, Kernel.address(program));
    }
}
