package org.bulle.engine.jna.linux;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;

/** signal.h of glibc. */
public final class Signals {
    public static final int SA_SIGINFO = 4;
    public static final int SA_ONSTACK = 0x08000000;
    public static final int SA_RESTART = 0x10000000;
    public static final long SIG_DFL = 0;
    public static final long SIG_IGN = 1;
    /** si_code of a signal that the kernel made itself, such as a terminal's. What kill(2) sends has 0 or less. */
    public static final int SI_KERNEL = 0x80;

    public static final int SIG_BLOCK = 0;
    public static final int SIG_SETMASK = 2;
    /** The kernel's sigset_t. */
    public static final int KERNEL_SIGSET_SIZE = 8;

    /** struct sigaction of glibc: handler (8), mask (128), flags (4), restorer (8). */
    public static final int SIGACTION_SIZE = 152;

    public static final int SIGACTION_HANDLER = 0;
    public static final int SIGACTION_FLAGS = 136;

    private static final NativeLibrary LIBC = NativeLibrary.getProcess();

    private Signals() {}

    /** 0 or {@code -errno}. */
    public static int sigaction(int signal, Pointer action, Pointer previous) {
        int result = LIBC.getFunction("sigaction").invokeInt(new Object[] {signal, action, previous});
        return result == 0 ? 0 : -Native.getLastError();
    }
}
