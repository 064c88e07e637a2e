package org.bulle.engine.run;

import org.bulle.engine.sandbox.HostBackend;
import org.bulle.engine.sandbox.Uninterrupted;
import org.jspecify.annotations.Nullable;

/**
 * Loads the native library and asks the kernel for the first time, on a thread of its own, while the caller reads what was typed and where its configuration
 * lies. Until {@link #await} the caller may not use the native library itself: two threads that set up its classes from different ends could wait for each
 * other for ever.
 */
public final class NativeStart {
    private final @Nullable Thread thread;

    private NativeStart(@Nullable Thread thread) {
        this.thread = thread;
    }

    public static NativeStart begin() {
        return new NativeStart(Thread.ofPlatform().daemon().name("native-start").start(NativeStart::ask));
    }

    /** Nothing is begun, and nothing is waited for. */
    public static NativeStart none() {
        return new NativeStart(null);
    }

    private static void ask() {
        try {
            HostBackend.current().availability();
        } catch (Throwable failed) {
            // Whoever needs it fails the same way, and says so.
            return;
        }
    }

    /** Whether it was begun, and is done. */
    boolean isOver() {
        return thread != null && !thread.isAlive();
    }

    /** Returns when it is done, however it went. */
    public void await() {
        if (thread == null) {
            return;
        }
        Uninterrupted.join(thread);
    }
}
