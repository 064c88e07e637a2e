package org.bulle.engine.sandbox.seccomp;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bulle.engine.jna.linux.Syscall;

/**
 * The calls that the supervisor is notified of beside those that it has to answer.
 *
 * @param calls always
 * @param whenRefused only where a rule refuses them
 */
public record Watched(Set<Syscall> calls, Set<Syscall> whenRefused) {
    public Watched {
        calls = Set.copyOf(calls);
        whenRefused = Set.copyOf(whenRefused);
    }

    public static Watched nothing() {
        return new Watched(Set.of(), Set.of());
    }

    /**
     * @param always watched whatever the handlers want
     */
    public static Watched by(List<NotificationHandler> handlers, Set<Syscall> always) {
        Set<Syscall> calls = new HashSet<>();
        calls.addAll(always);
        Set<Syscall> whenRefused = new HashSet<>();
        for (NotificationHandler handler : handlers) {
            handler.calls().forEach(name -> Syscall.named(name).ifPresent(calls::add));
            handler.refusedCalls().forEach(name -> Syscall.named(name).ifPresent(whenRefused::add));
        }
        return new Watched(calls, whenRefused);
    }
}
