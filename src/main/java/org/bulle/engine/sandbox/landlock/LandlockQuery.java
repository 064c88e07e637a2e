package org.bulle.engine.sandbox.landlock;

import org.bulle.engine.jna.linux.Errno;
import org.bulle.engine.jna.linux.Kernel;
import org.bulle.engine.jna.linux.Landlock;
import org.bulle.engine.jna.linux.Syscall;

/** Asks for the Landlock ABI. */
@FunctionalInterface
public interface LandlockQuery {
    /** The ABI, 1 or more, or {@code -errno}. */
    long abi();

    static LandlockQuery kernel() {
        return () ->
                Kernel.quick().call(Syscall.LANDLOCK_CREATE_RULESET, 0, 0, Landlock.LANDLOCK_CREATE_RULESET_VERSION);
    }

    /** Why there is no Landlock, and what would change it. */
    static String explain(long errno) {
        return switch ((int) errno) {
            case Errno.ENOSYS ->
                "this kernel has no Landlock: it needs Linux 5.13 or newer, built with CONFIG_SECURITY_LANDLOCK";
            case Errno.EOPNOTSUPP ->
                "Landlock is built into this kernel but switched off: add landlock to the lsm= list on the kernel's command line and start again";
            case Errno.EPERM ->
                "this container's own system call filter refuses Landlock: allow the landlock_* calls in its seccomp profile";
            default -> "the kernel does not answer for Landlock: " + Errno.name(errno);
        };
    }
}
