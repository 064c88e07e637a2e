package org.bulle.engine.sandbox.broker;

import java.util.concurrent.LinkedBlockingQueue;

/**
 * Threads inside the command's Landlock domain, so that the kernel judges what they do as it would judge the command. The first one has to be started on
 * the confined thread; it starts the others, since a thread inherits the domain of the one that creates it.
 */
public final class DomainWorkers {
    private static final int MOST = 64;

    private final LinkedBlockingQueue<Thread> toStart = new LinkedBlockingQueue<>();
    private final Thread first =
            Thread.ofPlatform().daemon().name("broker-domain").unstarted(this::startOthers);
    private final Workers workers = new Workers(MOST, toStart::add);

    /** Call it on the thread that is in the domain already and not yet under the filter. */
    public void startHere() {
        first.start();
    }

    /** When there are no callers any more. */
    void stop() {
        first.interrupt();
    }

    private void startOthers() {
        while (true) {
            try {
                toStart.take().start();
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    boolean execute(Runnable task) {
        return workers.execute(task);
    }
}
