package org.bulle.engine.history;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a list of the run's processes on disk, in the background and only of those that live longer than a moment, so that they can be found and ended
 * after this process was killed. Losing the list (a full disk) changes nothing else.
 */
final class SeenProcesses implements IntConsumer, AutoCloseable {
    private static final long PERIOD_MILLIS = 50;
    private static final int COMPACT_ABOVE = 4_096;

    private final @Nullable Path file;
    private final Object lock = new Object();
    private Set<Integer> pending = new HashSet<>();
    private final Map<Integer, Long> written = new HashMap<>();
    private int lines;
    private boolean closed;
    private @Nullable Thread writer;

    private SeenProcesses(@Nullable Path file) {
        this.file = file;
    }

    static SeenProcesses recordedIn(Path file) {
        return new SeenProcesses(file);
    }

    static SeenProcesses unrecorded() {
        return new SeenProcesses(null);
    }

    /** Notes a process or thread of the run; called on the listener's thread, so it only remembers. */
    @Override
    public void accept(int pid) {
        if (file == null) {
            return;
        }
        synchronized (lock) {
            pending.add(pid);
            if (writer == null && !closed) {
                writer = Thread.ofPlatform().daemon().name("bulle-processes").start(this::loop);
            }
            lock.notifyAll();
        }
    }

    @Override
    public void close() {
        Thread running;
        synchronized (lock) {
            closed = true;
            running = writer;
            lock.notifyAll();
        }
        if (running != null) {
            try {
                running.join(1_000);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void loop() {
        try {
            for (Set<Integer> batch = next(); !batch.isEmpty(); batch = next()) {
                write(batch);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (IOException lost) {
            synchronized (lock) {
                closed = true;
                pending.clear();
            }
        }
    }

    /** Empty when closed. Waits a moment after the first, so that short-lived processes cost nothing. */
    private Set<Integer> next() throws InterruptedException {
        synchronized (lock) {
            while (pending.isEmpty() && !closed) {
                lock.wait();
            }
            if (!closed) {
                lock.wait(PERIOD_MILLIS);
            }
            if (closed) {
                return Set.of();
            }
            Set<Integer> batch = pending;
            pending = new HashSet<>();
            return batch;
        }
    }

    private void write(Set<Integer> batch) throws IOException {
        Path target = file;
        if (target == null) {
            return;
        }
        StringBuilder text = new StringBuilder();
        for (int pid : batch) {
            Optional<Long> started = ProcessIdentity.startTime(pid);
            if (started.isPresent() && !started.get().equals(written.put(pid, started.get()))) {
                text.append(pid).append(' ').append(started.get().longValue()).append('\n');
                lines++;
            }
        }
        if (lines > COMPACT_ABOVE) {
            compact(target);
        } else if (!text.isEmpty()) {
            try (FileChannel out = PrivateFiles.appendable(target)) {
                out.write(ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.US_ASCII)));
            }
        }
    }

    private void compact(Path target) throws IOException {
        written.entrySet()
                .removeIf(entry -> !ProcessIdentity.startTime(entry.getKey()).equals(Optional.of(entry.getValue())));
        PrivateFiles.replace(target, out -> {
            for (Map.Entry<Integer, Long> entry : written.entrySet()) {
                out.write(entry.getKey() + " " + entry.getValue() + "\n");
            }
        });
        lines = written.size() / 2;
        if (closed) {
            Files.deleteIfExists(target);
        }
    }
}
