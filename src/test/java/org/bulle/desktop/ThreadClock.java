package org.bulle.desktop;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The time that is a thread's own doing: what it computed and what it waited for something itself, in nanoseconds. The time in which it was ready and other
 * programs had the processor is left out; the kernel counts it in {@code /proc/PID/task/TID/schedstat} (Documentation/scheduler/sched-stats.rst: time on the
 * processor, time waiting for it). Where there is no such file, only what the thread computed is counted.
 */
final class ThreadClock {
    private final long id;
    private final Path statistics;
    private final boolean told;

    /**
     * @param task the thread's folder in /proc
     */
    private ThreadClock(Thread thread, Path task) {
        id = thread.threadId();
        statistics = task.resolve("schedstat");
        told = Files.isReadable(statistics);
    }

    /** Of the thread that calls this. */
    static ThreadClock ofThisThread() {
        Path self = Path.of("/proc/thread-self");
        try {
            return new ThreadClock(Thread.currentThread(), Files.exists(self) ? self.toRealPath() : self);
        } catch (IOException gone) {
            return new ThreadClock(Thread.currentThread(), self);
        }
    }

    /** Grows with every moment in which the thread computes or waits, but not while it is kept from the processor. */
    long read() {
        return told ? System.nanoTime() - waitedForProcessor() : computed();
    }

    /** What the thread has computed. */
    long computed() {
        return ManagementFactory.getThreadMXBean().getThreadCpuTime(id);
    }

    private long waitedForProcessor() {
        try {
            String[] numbers = Files.readString(statistics, StandardCharsets.US_ASCII)
                    .strip()
                    .split(" ");
            return Long.parseLong(numbers[1]);
        } catch (IOException gone) {
            return System.nanoTime();
        }
    }
}
