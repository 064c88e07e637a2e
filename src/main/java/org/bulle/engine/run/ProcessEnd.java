package org.bulle.engine.run;

import org.bulle.engine.jna.linux.Kernel;
import org.bulle.engine.jna.linux.Process;
import org.bulle.engine.jna.linux.Syscall;
import org.bulle.engine.profile.Platform;

/** The end of a process that has written everything and has no hooks. */
public final class ProcessEnd {
    private NativeStart natives = NativeStart.none();
    private boolean interrupted;

    /**
     * @param begun where it is over by the end, the native library is there and need not be loaded for the end alone
     */
    public void after(NativeStart begun) {
        natives = begun;
    }

    /**
     * Ctrl-C ended the command. A shell that waits for us ends its loop or its script only when we die of the signal as well: a plain exit tells it that the
     * interrupt was dealt with.
     */
    public void asInterrupted() {
        interrupted = true;
    }

    /** Ends at once. What the Java machine would do first helps nobody: it waits for its compiler, in steps of 10 ms. Does not return. */
    public void now(int code) {
        if ((natives.isOver() || interrupted) && Platform.current() == Platform.LINUX) {
            try {
                if (interrupted) {
                    Kernel.quick().call(Syscall.KILL, ProcessHandle.current().pid(), Process.SIGINT);
                }
                Kernel.quick().call(Syscall.EXIT_GROUP, code);
            } catch (Throwable notLoaded) {
                Runtime.getRuntime().halt(code);
            }
        }
        Runtime.getRuntime().halt(code);
    }
}
