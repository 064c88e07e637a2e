package org.bulle.engine.sandbox;

/** Waiting that an interrupt does not end: what is waited for must have happened, and the caller still sees that it was interrupted. */
public final class Uninterrupted {
    private Uninterrupted() {}

    /** Returns when the thread has ended. */
    public static void join(Thread thread) {
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
