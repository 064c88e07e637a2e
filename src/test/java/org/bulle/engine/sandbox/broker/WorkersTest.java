package org.bulle.engine.sandbox.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class WorkersTest {

    @Test
    void refusesWhatItCannotBeginAtOnceAndUsesThreadsAgain() throws InterruptedException {
        List<Thread> made = new ArrayList<>();
        Workers workers = new Workers(2, thread -> {
            made.add(thread);
            thread.start();
        });
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(2);
        Runnable blocked = () -> {
            await(go);
            done.countDown();
        };
        assertThat(workers.execute(blocked)).isTrue();
        assertThat(workers.execute(blocked)).isTrue();
        assertThat(workers.execute(blocked)).isFalse();
        go.countDown();
        done.await();
        CountDownLatch again = new CountDownLatch(1);
        while (!workers.execute(again::countDown)) {
            Thread.sleep(1);
        }
        again.await();
        assertThat(made).hasSize(2);
        for (Thread thread : made) {
            thread.join(20_000);
            assertThat(thread.isAlive()).as("an idle thread ends").isFalse();
        }
        assertThat(workers.execute(() -> {})).isTrue();
        assertThat(made).hasSize(3);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
