package org.bulle.engine.history;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.bulle.engine.denial.Denial;
import org.bulle.engine.run.SupervisorPipes;
import org.jspecify.annotations.Nullable;

/**
 * A supervisor's side of the channel to who follows it. It tells on a thread of its own, so that a follower that does not read holds nothing up; and what
 * becomes of the follower changes nothing for the run. A message is one JSON object, ended by a zero byte.
 */
public final class LiveReport {
    /** The order to kill everything of the run. */
    public static final int KILL = 'K';

    private static final Duration PACE = Duration.ofMillis(200);
    /** Listing so many takes longer, so it is done less often. */
    private static final int MANY = 5_000;

    private static final int SLOWER = 10;
    private static final int LATEST = 100;
    private static final Duration LAST_WORDS = Duration.ofMillis(500);

    private final OutputStream out;
    private final InputStream orders;
    private volatile boolean killed;
    private volatile boolean over;
    private volatile int pid;
    private volatile @Nullable Thread teller;

    private LiveReport(OutputStream out, InputStream orders) {
        this.out = out;
        this.orders = orders;
    }

    /**
     * Empty when nobody follows this process.
     *
     * @param environment this process's own
     * @throws IOException when the channel cannot be opened
     */
    public static Optional<LiveReport> toFollower(Map<String, String> environment) throws IOException {
        Optional<OutputStream> out = SupervisorPipes.toFollower(environment);
        Optional<InputStream> orders = SupervisorPipes.fromFollower(environment);
        if (out.isEmpty() || orders.isEmpty()) {
            return Optional.empty();
        }
        LiveReport made = new LiveReport(out.get(), orders.get());
        Thread.ofPlatform().daemon().name("follower-orders").start(made::listen);
        return Optional.of(made);
    }

    private void listen() {
        try {
            for (int order = orders.read(); order >= 0; order = orders.read()) {
                killed |= order == KILL;
            }
        } catch (IOException gone) {
            // As when the follower has ended: no more orders come.
            return;
        }
    }

    /** True when the follower wants everything of the run killed. */
    boolean wantsKilled() {
        return killed;
    }

    void begin(String run, DenialWatch watch) {
        teller = Thread.ofPlatform().daemon().name("follower-reports").start(() -> tell(run, watch));
    }

    void started(int command) {
        pid = command;
    }

    private void tell(String run, DenialWatch watch) {
        try {
            long toldSeen = -1;
            int toldPid = -1;
            boolean last = false;
            while (!last) {
                last = over;
                long seen = watch.log().seen();
                if (seen != toldSeen || pid != toldPid || last) {
                    toldSeen = seen;
                    toldPid = pid;
                    send(news(run, watch, seen, toldPid));
                }
                if (!last) {
                    pause(watch.log().distinct() > MANY ? PACE.multipliedBy(SLOWER) : PACE);
                }
            }
        } catch (IOException gone) {
            // The follower has ended, or does not want to know any more.
            return;
        }
    }

    private void pause(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException told) {
            // The run has ended: once more, and at once.
            return;
        }
    }

    private static RunNews news(String run, DenialWatch watch, long seen, int pid) {
        List<Denial> all = watch.log().denials();
        List<Denial> latest = all.stream()
                .filter(denial -> !denial.harmless())
                .sorted(Comparator.comparing(Denial::last).reversed())
                .limit(LATEST)
                .toList();
        long harmless = all.stream().filter(Denial::harmless).count();
        return new RunNews(run, pid, seen, all.size(), harmless, watch.sourceSoFar(), latest);
    }

    private void send(RunNews news) throws IOException {
        StringWriter text = new StringWriter();
        RecordJson.writeNews(text, news);
        text.write(0);
        out.write(text.toString().getBytes(StandardCharsets.US_ASCII));
    }

    /** Tells how it stands at the end, unless the follower does not read. */
    void end() {
        over = true;
        Thread telling = teller;
        if (telling != null) {
            telling.interrupt();
            try {
                telling.join(LAST_WORDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * In the follower: reads until the supervisor has gone.
     *
     * @param told called on this thread
     * @throws IOException when the stream breaks off or is not ours
     */
    public static void read(InputStream reports, Consumer<RunNews> told) throws IOException {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        byte[] buffer = new byte[1 << 14];
        for (int got = reports.read(buffer); got >= 0; got = reports.read(buffer)) {
            for (int i = 0; i < got; i++) {
                if (buffer[i] == 0) {
                    told.accept(RecordJson.readNews(new ByteArrayInputStream(message.toByteArray())));
                    message.reset();
                } else {
                    message.write(buffer[i]);
                }
            }
        }
    }
}
