package org.bulle.engine.jna.macos;

import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;

/** spawn.h, sys/spawn.h. posix_spawnattr_t and posix_spawn_file_actions_t are pointers. The functions return an errno, as posix_spawn does. */
public final class Spawn {
    public static final int POSIX_SPAWN_SETPGROUP = 0x0002;
    public static final int POSIX_SPAWN_SETSIGDEF = 0x0004;
    public static final int POSIX_SPAWN_SETSIGMASK = 0x0008;
    /** The child waits, stopped, for SIGCONT. */
    public static final int POSIX_SPAWN_START_SUSPENDED = 0x0080;
    /** The child leads a session of its own. */
    public static final int POSIX_SPAWN_SETSID = 0x0400;
    /** The child gets only descriptors that a file action names. */
    public static final int POSIX_SPAWN_CLOEXEC_DEFAULT = 0x4000;

    private static final NativeLibrary LIBRARY = NativeLibrary.getProcess();

    private Spawn() {}

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

    public static int posix_spawn_file_actions_addinherit_np(Pointer actions, int descriptor) {
        return call("posix_spawn_file_actions_addinherit_np", actions, descriptor);
    }

    public static int posix_spawn_file_actions_adddup2(Pointer actions, int from, int to) {
        return call("posix_spawn_file_actions_adddup2", actions, from, to);
    }

    public static int posix_spawn_file_actions_addopen(
            Pointer actions, int descriptor, Pointer path, int flags, int mode) {
        return call("posix_spawn_file_actions_addopen", actions, descriptor, path, flags, (short) mode);
    }

    public static int posix_spawn_file_actions_addchdir_np(Pointer actions, Pointer path) {
        return call("posix_spawn_file_actions_addchdir_np", actions, path);
    }

    public static int posix_spawn_file_actions_destroy(Pointer actions) {
        return call("posix_spawn_file_actions_destroy", actions);
    }

    public static int posix_spawn(
            Pointer pid, Pointer path, Pointer actions, Pointer attributes, Pointer arguments, Pointer environment) {
        return call("posix_spawn", pid, path, actions, attributes, arguments, environment);
    }

    private static int call(String function, Object... arguments) {
        return LIBRARY.getFunction(function).invokeInt(arguments);
    }
}
