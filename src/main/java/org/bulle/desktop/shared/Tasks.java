package org.bulle.desktop.shared;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.bulle.engine.profile.FileTrouble;
import org.bulle.engine.profile.ProblemException;
import org.bulle.engine.sandbox.SandboxException;
import org.jspecify.annotations.Nullable;

/**
 * Runs work off the UI thread and brings the result back to it. Every view model gets one; in tests without a toolkit both executors can be
 * {@code Runnable::run}.
 */
public final class Tasks implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Tasks.class.getName());
    private final Executor background;
    private final Executor ui;

    public Tasks(Executor background, Executor ui) {
        this.background = background;
        this.ui = ui;
    }

    /** A pool of daemon threads that end with the app. */
    public static Tasks pooled(Executor ui) {
        AtomicInteger count = new AtomicInteger();
        return new Tasks(
                Executors.newFixedThreadPool(
                        Math.max(4, Runtime.getRuntime().availableProcessors()),
                        Thread.ofPlatform()
                                .daemon()
                                .name("task-", count.getAndIncrement())
                                .factory()),
                ui);
    }

    /** The same background, whose results {@code turns} puts in: it is given each of them on the UI thread, in order, and runs it when it likes. */
    public Tasks through(Executor turns) {
        return new Tasks(background, action -> ui.execute(() -> turns.execute(action)));
    }

    /** Does everything at once on the calling thread: for view models under test. */
    public static Tasks immediate() {
        return new Tasks(Runnable::run, Runnable::run);
    }

    /**
     * Computes {@code work} in the background; then exactly one of the two consumers runs on the UI thread, or neither when the task was cancelled
     * before its result was delivered, or the window had closed.
     */
    public <T> Running run(Callable<T> work, Consumer<T> done, Consumer<Failure> failed) {
        Running running = new Running();
        FutureTask<T> task = new FutureTask<>(work);
        running.task = task;
        try {
            background.execute(() -> {
                task.run();
                deliver(task, running, done, failed);
            });
        } catch (RejectedExecutionException closing) {
            // The window has closed; nobody is left to be told.
            running.cancel();
        }
        return running;
    }

    private <T> void deliver(FutureTask<T> task, Running running, Consumer<T> done, Consumer<Failure> failed) {
        Runnable delivery;
        try {
            T result = task.get();
            delivery = () -> done.accept(result);
        } catch (CancellationException e) {
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        } catch (ExecutionException e) {
            Failure failure = failure(e.getCause() == null ? e : e.getCause());
            delivery = () -> failed.accept(failure);
        }
        Runnable last = delivery;
        ui.execute(() -> {
            if (!running.cancelled) {
                last.run();
            }
        });
    }

    /** The UI thread's turn, for a report from a background thread. */
    public void later(Runnable action) {
        ui.execute(action);
    }

    static Failure failure(Throwable thrown) {
        return switch (thrown) {
            case ProblemException e -> new Failure.Problems(e.problems());
            case SandboxException e -> new Failure.Sandbox(e.kind(), String.valueOf(e.getMessage()));
            case IOException e -> new Failure.Io(FileTrouble.sentence(e));
            default -> {
                LOG.log(System.Logger.Level.ERROR, "task failed", thrown);
                yield new Failure.Unexpected(thrown.toString(), thrown);
            }
        };
    }

    @Override
    public void close() {
        if (background instanceof ExecutorService service) {
            service.shutdownNow();
        }
    }

    /** A started task. */
    public static final class Running {
        private volatile boolean cancelled;
        private volatile @Nullable Future<?> task;

        /** Nothing was started. */
        public static final Running NONE = new Running();

        private Running() {}

        /** Interrupts the work; its result is never delivered. */
        public void cancel() {
            cancelled = true;
            Future<?> started = task;
            if (started != null) {
                started.cancel(true);
            }
        }
    }
}
