package org.bulle.engine.jna.linux;

import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;

/** spawn.h of glibc. The functions return an errno, as posix_spawn does. */
public final class Spawn {
    public static final int POSIX_SPAWN_SETPGROUP = 0x02;
    public static final int POSIX_SPAWN_SETSIGDEF = 0x04;
    public static final int POSIX_SPAWN_SETSIGMASK = 0x08;
    public static final int POSIX_SPAWN_SETSID = 0x80;

    /** At least as large as posix_spawnattr_t (336) and posix_spawn_file_actions_t (80) are. */
    public static final int SPAWNATTR_SIZE = 512;

    public static final int FILE_ACTIONS_SIZE = 128;
    public static final int SIGSET_SIZE = 128;

    private static final NativeLibrary LIBC = NativeLibrary.getProcess();

    private Spawn() {}

    /** Whether this libc has the function: addclosefrom_np came with glibc 2.34, addtcsetpgrp_np with 2.35. */
    public static boolean has(String function) {
        try {
            LIBC.getFunction(function);
            return true;
        } catch (UnsatisfiedLinkError e) {
            return false;
        }
    }

    public static int posix_spawnattr_init(Pointer attributes) {
        return call("posix_spawnattr_init", attributes);
    }

    public static int posix_spawnattr_setflags(Pointer attributes, int flags) {
        return call("posix_spawnattr_setflags", attributes, (short) flags);
    }

    public static int posix_spawnattr_setpgroup(Pointer attributes, int group) {
        return call("posix_spawnattr_setpgroup", attributes, group);
    }

    public static int posix_spawnattr_setsigdefault(Pointer attributes, Pointer signals) {
        return call("posix_spawnattr_setsigdefault", attributes, signals);
    }

    public static int posix_spawnattr_setsigmask(Pointer attributes, Pointer signals) {
        return call("posix_spawnattr_setsigmask", attributes, signals);
    }

    public static int posix_spawnattr_destroy(Pointer attributes) {
        return call("posix_spawnattr_destroy", attributes);
    }

    public static int posix_spawn_file_actions_init(Pointer actions) {
        return call("posix_spawn_file_actions_init", actions);
    }

    public static int posix_spawn_file_actions_adddup2(Pointer actions, int from, int to) {
        return call("posix_spawn_file_actions_adddup2", actions, from, to);
    }

    public static int posix_spawn_file_actions_addopen(
            Pointer actions, int descriptor, Pointer path, int flags, int mode) {
        return call("posix_spawn_file_actions_addopen", actions, descriptor, path, flags, mode);
    }

    public static int posix_spawn_file_actions_addfchdir_np(Pointer actions, int directory) {
        return call("posix_spawn_file_actions_addfchdir_np", actions, directory);
    }

    public static int posix_spawn_file_actions_addclosefrom_np(Pointer actions, int from) {
        return call("posix_spawn_file_actions_addclosefrom_np", actions, from);
    }

    public static int posix_spawn_file_actions_addtcsetpgrp_np(Pointer actions, int terminal) {
        return call("posix_spawn_file_actions_addtcsetpgrp_np", actions, terminal);
    }

    public static int posix_spawn_file_actions_destroy(Pointer actions) {
        return call("posix_spawn_file_actions_destroy", actions);
    }

    public static int posix_spawn(
            Pointer pid, Pointer path, Pointer actions, Pointer attributes, Pointer arguments, Pointer environment) {
        return call("posix_spawn", pid, path, actions, attributes, arguments, environment);
    }

    private static int call(String function, Object... arguments) {
        return LIBC.getFunction(function).invokeInt(arguments);
    }
}
