package org.bulle.engine.sandbox.broker;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * A caller that waits for us cannot be interrupted by a signal that does not kill it. So a connection that takes longer is broken off when its caller has
 * gone or has a signal to handle; the kernel then restarts the call or fails it with EINTR, as it would have done.
 */
final class Watch {
    private static final long EVERY_NANOS = 20_000_000;
    private static final int ROUNDS_UNTIL_SLEEP = 50;

    private final Interruption interruption = new Interruption();
    private final Set<Connection> underWay = ConcurrentHashMap.newKeySet();
    private final Thread thread =
            Thread.ofPlatform().daemon().name("broker-watch").unstarted(this::watch);
    private volatile boolean asleep;
    private volatile boolean stopped;

    Watch() {
        thread.start();
    }

    void begin(Connection connection) {
        underWay.add(connection);
        if (asleep) {
            LockSupport.unpark(thread);
        }
    }

    void end(Connection connection) {
        underWay.remove(connection);
    }

    /** When there are no callers any more. */
    void stop() {
        stopped = true;
        LockSupport.unpark(thread);
    }

    private void watch() {
        int quiet = 0;
        while (!stopped) {
            quiet = underWay.isEmpty() ? quiet + 1 : 0;
            if (quiet > ROUNDS_UNTIL_SLEEP) {
                sleep();
            }
            LockSupport.parkNanos(EVERY_NANOS);
            try {
                look();
            } catch (RuntimeException e) {
                // A caller that ended meanwhile; the next round looks again.
                quiet = 0;
            }
        }
    }

    private void sleep() {
        asleep = true;
        while (underWay.isEmpty() && !stopped) {
            LockSupport.park();
        }
        asleep = false;
    }

    private void look() {
        long now = System.nanoTime();
        underWay.stream()
                .filter(connection -> connection.olderThan(now, EVERY_NANOS) && connection.shouldBreakOff())
                .forEach(connection -> interruption.interrupt(connection.workerTid()));
    }
}
