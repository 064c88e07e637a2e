package org.bulle.engine.sandbox.seccomp;

import java.util.List;

/**
 * A system call of the sandboxed tree that waits for our answer (struct seccomp_notif, linux/seccomp.h).
 *
 * @param id the kernel's cookie; it may stop being valid at any time, since the caller can die
 * @param tid the calling thread, in our pid namespace
 * @param arch AUDIT_ARCH_* value
 * @param number the system call's number for that architecture
 * @param arguments the six raw arguments
 */
public record Notification(long id, int tid, int arch, int number, List<Long> arguments) {
    public Notification {
        arguments = List.copyOf(arguments);
    }
}
