package org.bulle.engine.sandbox.broker;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Threads that may block in the kernel, as many as are needed up to a limit. A task is refused rather than queued: waiting behind blocked ones would stall
 * callers that could go on. Made by hand, because which thread creates another decides whose confinement it inherits.
 */
final class Workers {
    private static final long IDLE_SECONDS = 5;

    private final int most;
    private final Starter starter;
    private final Deque<Worker> idle = new ArrayDeque<>();
    private int running;

    /** Starts a thread, at once or soon. */
    interface Starter {
        void start(Thread thread);
    }

    Workers(int most, Starter starter) {
        this.most = most;
        this.starter = starter;
    }

    /** False when all threads are busy and there may be no more. */
    boolean execute(Runnable task) {
        Worker worker;
        synchronized (idle) {
            worker = idle.pollLast();
            if (worker == null) {
                if (running == most) {
                    return false;
                }
                running++;
                worker = new Worker();
                starter.start(worker.thread);
            }
        }
        return worker.give(task);
    }

    private final class Worker implements Runnable {
        private final SynchronousQueue<Runnable> mailbox = new SynchronousQueue<>();
        private final Thread thread =
                Thread.ofPlatform().daemon().name("broker").unstarted(this);

        /** Waits until the thread takes it, which it is about to do. */
        boolean give(Runnable task) {
            boolean interrupted = false;
            while (true) {
                try {
                    mailbox.put(task);
                    break;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            return true;
        }

        @Override
        public void run() {
            while (true) {
                Runnable task = next();
                if (task == null) {
                    return;
                }
                try {
                    task.run();
                } catch (Throwable e) {
                    // A task answers for itself; the thread goes on whatever it threw.
                    Thread.onSpinWait();
                }
                synchronized (idle) {
                    idle.addLast(this);
                }
            }
        }

        /** The next task, or null when none has come for a while: then nobody knows this thread any more. */
        private @Nullable Runnable next() {
            while (true) {
                try {
                    Runnable task = mailbox.poll(IDLE_SECONDS, TimeUnit.SECONDS);
                    if (task != null || retired()) {
                        return task;
                    }
                } catch (InterruptedException e) {
                    // Nobody interrupts these threads; if somebody does, it means nothing to them.
                    Thread.onSpinWait();
                }
            }
        }

        /** False when somebody has just chosen this thread and is about to give it a task. */
        private boolean retired() {
            synchronized (idle) {
                boolean known = idle.remove(this);
                if (known) {
                    running--;
                }
                return known;
            }
        }
    }
}
