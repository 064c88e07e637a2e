package org.bulle.engine.run;

import java.util.concurrent.CountDownLatch;
import org.bulle.engine.jna.linux.Syscall;
import org.bulle.engine.profile.Platform;
import org.bulle.engine.sandbox.HostBackend;
import org.bulle.engine.sandbox.Uninterrupted;

/**
 * Loads the native library and asks the kernel for the first time, on a thread of its own, while the caller reads what was typed and where its configuration
 * lies. Until {@link #await} the caller may not use the native library itself: two threads that set up its classes from different ends could wait for each
 * other for ever.
 */
public final class NativeStart {
    private final CountDownLatch asked;
    private final boolean begun;

    private NativeStart(boolean begun) {
        this.begun = begun;
        this.asked = new CountDownLatch(begun ? 1 : 0);
    }

    public static NativeStart begin() {
        NativeStart start = new NativeStart(true);
        Thread.ofPlatform().daemon().name("native-start").start(start::ask);
        return start;
    }

    /** Nothing is begun, and nothing is waited for. */
    public static NativeStart none() {
        return new NativeStart(false);
    }

    private void ask() {
        try {
            HostBackend.current().availability();
            asked.countDown();
            if (Platform.current() == Platform.LINUX) {
                // Its table of names depends on nothing else, and a run needs it a moment later.
                Syscall.named(Syscall.EXECVE.cName());
            }
        } catch (Throwable failed) {
            // Whoever needs it fails the same way, and says so.
            return;
        } finally {
            asked.countDown();
        }
    }

    /** Whether it was begun, and is done. */
    boolean isOver() {
        return begun && asked.getCount() == 0;
    }

    /** Returns when it is done, however it went. */
    public void await() {
        Uninterrupted.await(asked);
    }
}
