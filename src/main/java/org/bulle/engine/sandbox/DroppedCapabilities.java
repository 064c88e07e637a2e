package org.bulle.engine.sandbox;

import com.sun.jna.Memory;
import org.bulle.engine.jna.linux.Kernel;
import org.bulle.engine.jna.linux.NativeArena;
import org.bulle.engine.jna.linux.Process;
import org.bulle.engine.jna.linux.Syscall;

/**
 * The capabilities that a command never has, root's or not: with them it could change the machine past Landlock and the filter. What is left is what
 * building and installing as root needs (ownership, modes, low ports, identities).
 */
public enum DroppedCapabilities {
    /** linux/capability.h. */
    LINUX_IMMUTABLE(9),
    NET_ADMIN(12),
    SYS_MODULE(16),
    SYS_RAWIO(17),
    SYS_PTRACE(19),
    SYS_PACCT(20),
    SYS_ADMIN(21),
    SYS_BOOT(22),
    SYS_RESOURCE(24),
    SYS_TIME(25),
    SYS_TTY_CONFIG(26),
    AUDIT_CONTROL(30),
    MAC_OVERRIDE(32),
    MAC_ADMIN(33),
    SYSLOG(34),
    WAKE_ALARM(35),
    BLOCK_SUSPEND(36),
    AUDIT_READ(37),
    PERFMON(38),
    BPF(39),
    CHECKPOINT_RESTORE(40);

    private static final int HEADER_SIZE = 8;
    /** struct __user_cap_data_struct, twice: effective, permitted, inheritable of 32 capabilities each. */
    private static final int DATA_SIZE = 24;

    private final int number;

    DroppedCapabilities(int number) {
        this.number = number;
    }

    /** All of them as one bit set. */
    public static long mask() {
        long mask = 0;
        for (DroppedCapabilities capability : values()) {
            mask |= 1L << capability.number;
        }
        return mask;
    }

    /**
     * Drops them from every set of the calling thread: the bounding set, so that executing as root does not bring them back, and the others, so that
     * they are not inherited.
     *
     * @return 0, or {@code -errno} when the thread may still have one of them
     */
    public static long dropOnThisThread(Kernel kernel) {
        for (DroppedCapabilities capability : values()) {
            // EPERM without CAP_SETPCAP: then no_new_privs keeps an execution from gaining what is not permitted
            // already.
            kernel.call(Syscall.PRCTL, Process.PR_CAPBSET_DROP, capability.number, 0, 0, 0, 0);
        }
        try (NativeArena arena = new NativeArena()) {
            Memory header = arena.allocate(HEADER_SIZE);
            header.setInt(0, Process.CAPABILITY_VERSION_3);
            Memory sets = arena.allocate(DATA_SIZE);
            long got = kernel.call(Syscall.CAPGET, Kernel.address(header), Kernel.address(sets));
            clear(sets);
            return got < 0 ? got : kernel.call(Syscall.CAPSET, Kernel.address(header), Kernel.address(sets));
        }
    }

    private static void clear(Memory sets) {
        for (int at = 0; at < DATA_SIZE; at += Integer.BYTES) {
            int half = at / (DATA_SIZE / 2);
            sets.setInt(at, sets.getInt(at) & ~(int) (mask() >>> (half * Integer.SIZE)));
        }
    }
}
