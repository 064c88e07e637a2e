package org.bulle.engine.sandbox.seccomp;

import java.util.List;

/**
 * A system call of the sandboxed tree that waits for our answer (struct seccomp_notif, linux/seccomp.h).
 *
 * @param id the kernel's cookie; it may stop being valid at any time, since the caller can die
 * @param tid the calling thread, in our pid namespace
 * @param arch AUDIT_ARCH_* value
 * @param number the system call's number for that architecture
 * @param a0 the first raw argument; the others follow
 */
public record Notification(
        long id, int tid, int arch, int number, long a0, long a1, long a2, long a3, long a4, long a5) {

    /**
     * @param index 0 to 5
     */
    public long argument(int index) {
        return switch (index) {
            case 0 -> a0;
            case 1 -> a1;
            case 2 -> a2;
            case 3 -> a3;
            case 4 -> a4;
            case 5 -> a5;
            default -> throw new IndexOutOfBoundsException(index);
        };
    }

    public List<Long> arguments() {
        return List.of(a0, a1, a2, a3, a4, a5);
    }
}
