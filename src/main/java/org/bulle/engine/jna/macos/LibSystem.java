package org.bulle.engine.jna.macos;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.NativeLong;
import com.sun.jna.Pointer;

/**
 * unistd.h, stdlib.h, signal.h, sys/wait.h, sys/event.h, sys/ioctl.h, sys/poll.h, termios.h, fcntl.h, libproc.h. Functions that set errno return {@code -errno} here instead of -1.
 */
public final class LibSystem {
    private static final NativeLibrary LIBRARY = NativeLibrary.getProcess();

    /** {@code Object...} stands for variable arguments, which arm64 passes on the stack. */
    private interface Variadic extends Library {
        int fcntl(int descriptor, int command, Object... argument);

        int ioctl(int descriptor, NativeLong request, Object... argument);
    }

    private static final Variadic VARIADIC = Native.load(null, Variadic.class);

    private LibSystem() {}

    public static int getpid() {
        return call("getpid");
    }

    public static int getppid() {
        return call("getppid");
    }

    public static int getpgid(int pid) {
        return call("getpgid", pid);
    }

    public static int getsid(int pid) {
        return call("getsid", pid);
    }

    public static int kill(int pid, int signal) {
        return call("kill", pid, signal);
    }

    public static int waitpid(int pid, Pointer status, int options) {
        return call("waitpid", pid, status, options);
    }

    /** Stops or signals the calling thread's process through that thread. */
    public static int pthreadKillSelf(int signal) {
        Pointer self = LIBRARY.getFunction("pthread_self").invokePointer(new Object[0]);
        return -LIBRARY.getFunction("pthread_kill").invokeInt(new Object[] {self, signal});
    }

    public static int sigaction(int signal, Pointer action, Pointer previous) {
        return call("sigaction", signal, action, previous);
    }

    public static int pthreadSigmask(int how, Pointer set, Pointer previous) {
        return -LIBRARY.getFunction("pthread_sigmask").invokeInt(new Object[] {how, set, previous});
    }

    public static int kqueue() {
        return call("kqueue");
    }

    public static int kevent(
            int queue, Pointer changes, int changeCount, Pointer events, int eventCount, Pointer timeout) {
        return call("kevent", queue, changes, changeCount, events, eventCount, timeout);
    }

    /** {@code int open(const char *, int)}: without O_CREAT, so that nothing is passed as a variable argument. */
    public static int open(Pointer path, int flags) {
        return call("open", path, flags);
    }

    public static int close(int descriptor) {
        return call("close", descriptor);
    }

    /** {@code int fcntl(int, int)}: only commands without an argument, because variable arguments are passed differently on arm64. */
    public static int fcntl(int descriptor, int command) {
        return call("fcntl", descriptor, command);
    }

    /** @param argument for commands that take an int */
    public static int fcntl(int descriptor, int command, int argument) {
        return result(VARIADIC.fcntl(descriptor, command, argument));
    }

    public static int ioctl(int descriptor, long request, Pointer argument) {
        return result(VARIADIC.ioctl(descriptor, new NativeLong(request), argument));
    }

    /** @return bytes read, 0 at the end */
    public static long read(int descriptor, Pointer into, long size) {
        return longCall("read", descriptor, into, size);
    }

    public static long write(int descriptor, Pointer from, long size) {
        return longCall("write", descriptor, from, size);
    }

    /** @param patience in milliseconds; negative for ever */
    public static int poll(Pointer descriptors, int count, int patience) {
        return call("poll", descriptors, count, patience);
    }

    /** {@code flags} are O_RDWR and O_NOCTTY at most. */
    public static int posix_openpt(int flags) {
        return call("posix_openpt", flags);
    }

    public static int grantpt(int master) {
        return call("grantpt", master);
    }

    public static int unlockpt(int master) {
        return call("unlockpt", master);
    }

    /** Since macOS 10.13.4. */
    public static int ptsname_r(int master, Pointer name, long size) {
        int result = call("ptsname_r", master, name, size);
        return result > 0 ? -result : result;
    }

    /** @param ends two ints, for the reading and the writing end */
    public static int pipe(Pointer ends) {
        return call("pipe", ends);
    }

    /** 0 or an errno, as it is. */
    public static int ttyname_r(int descriptor, Pointer name, long size) {
        return LIBRARY.getFunction("ttyname_r").invokeInt(new Object[] {descriptor, name, size});
    }

    public static int tcgetpgrp(int descriptor) {
        return call("tcgetpgrp", descriptor);
    }

    public static int tcsetpgrp(int descriptor, int group) {
        return call("tcsetpgrp", descriptor, group);
    }

    public static int tcgetattr(int descriptor, Pointer modes) {
        return call("tcgetattr", descriptor, modes);
    }

    public static int tcsetattr(int descriptor, int when, Pointer modes) {
        return call("tcsetattr", descriptor, when, modes);
    }

    /** libproc.h: bytes written, or {@code -errno}. */
    public static int proc_listpids(int type, int argument, Pointer pids, int size) {
        return call("proc_listpids", type, argument, pids, size);
    }

    private static int call(String function, Object... arguments) {
        return result(LIBRARY.getFunction(function).invokeInt(arguments));
    }

    private static long longCall(String function, Object... arguments) {
        long result = LIBRARY.getFunction(function).invokeLong(arguments);
        return result < 0 ? -Native.getLastError() : result;
    }

    private static int result(int result) {
        return result < 0 ? -Native.getLastError() : result;
    }
}
