package org.bulle.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** The watchdog bites for work and for waiting on the watched thread, and for nothing else. */
class StallWatchTest {
    private record Watched(Thread thread, ThreadClock clock) {}

    @Test
    void findsComputing() throws Exception {
        assertThat(stalls(StallWatchTest::compute, "org.bulle."))
                .singleElement()
                .satisfies(stall -> assertThat(stall.words()).contains("compute"));
    }

    @Test
    void findsWaiting() throws Exception {
        assertThat(stalls(() -> LockSupport.parkNanos(300_000_000), "org.bulle."))
                .isNotEmpty();
    }

    @Test
    void leavesOthersAlone() throws Exception {
        assertThat(stalls(StallWatchTest::compute, "com.example.")).isEmpty();
    }

    @Test
    void leavesManyShortTasksAlone() throws Exception {
        List<StallWatch.Stall> found;
        try (ExecutorService ui = Executors.newSingleThreadExecutor()) {
            Watched watched = watched(ui);
            StallWatch watch = watch(ui, watched, "org.bulle.");
            for (int i = 0; i < 12; i++) {
                ui.submit(() -> compute(watched.clock(), 5)).get();
                Thread.sleep(12);
            }
            watch.close();
            found = watch.stalls();
        }
        assertThat(found).isEmpty();
    }

    private static void compute() {
        compute(ThreadClock.ofThisThread(), 300);
    }

    /** By the thread's own clock: a busy machine makes it longer, not less. */
    private static void compute(ThreadClock clock, long milliseconds) {
        long end = clock.computed() + milliseconds * 1_000_000;
        while (clock.computed() < end) {
            Thread.onSpinWait();
        }
    }

    private static List<StallWatch.Stall> stalls(Runnable work, String product)
            throws InterruptedException, ExecutionException {
        try (ExecutorService ui = Executors.newSingleThreadExecutor()) {
            StallWatch watch = watch(ui, watched(ui), product);
            ui.submit(() -> work.run()).get();
            watch.close();
            return watch.stalls();
        }
    }

    private static Watched watched(ExecutorService ui) throws InterruptedException, ExecutionException {
        return ui.submit(() -> new Watched(Thread.currentThread(), ThreadClock.ofThisThread()))
                .get();
    }

    private static StallWatch watch(ExecutorService ui, Watched watched, String product) {
        return new StallWatch(
                ui, watched.thread(), watched.clock(), name -> name.startsWith(product), 50, new HashMap<>());
    }
}
