package org.bulle.engine.sandbox;

import java.util.concurrent.CountDownLatch;

/** Waiting that an interrupt does not end: what is waited for must have happened, and the caller still sees that it was interrupted. */
public final class Uninterrupted {
    private Uninterrupted() {}

    private interface Waiting {
        void once() throws InterruptedException;
    }

    /** Returns when the thread has ended. */
    public static void join(Thread thread) {
        toTheEnd(thread::join);
    }

    /** Returns when the latch has been counted down to zero. */
    public static void await(CountDownLatch latch) {
        toTheEnd(latch::await);
    }

    private static void toTheEnd(Waiting waiting) {
        boolean interrupted = false;
        while (true) {
            try {
                waiting.once();
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
