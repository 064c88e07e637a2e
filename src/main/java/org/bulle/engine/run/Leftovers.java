package org.bulle.engine.run;

import static org.bulle.engine.jna.linux.Process.*;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.bulle.engine.run.ProcessTable.Entry;

/** What a command has left running after its end. */
final class Leftovers {
    /** What was about to end anyway, such as the other half of a pipe, ends by itself. */
    private static final Duration NATURAL = Duration.ofMillis(100);

    private static final Duration GRACE = Duration.ofSeconds(1);
    /** A process that cannot be killed is waiting inside the kernel. */
    private static final Duration MOST = Duration.ofSeconds(30);

    private static final Duration STEP = Duration.ofMillis(10);

    private final Descendants descendants;

    Leftovers(Descendants descendants) {
        this.descendants = descendants;
    }

    /** The names of what is running, sorted. */
    List<String> names() {
        return names(alive());
    }

    private static List<String> names(List<Entry> entries) {
        return entries.stream().map(Entry::name).sorted().toList();
    }

    /**
     * Ends all of it, at last by SIGKILL, again and again until nothing is left.
     *
     * @param atOnce without asking first
     * @return the names of what was ended, sorted
     */
    List<String> end(boolean atOnce) {
        if (!atOnce && goneWithin(NATURAL, Optional.empty())) {
            return List.of();
        }
        List<String> names = names();
        if (names.isEmpty()) {
            return names;
        }
        if (!atOnce) {
            signal(SIGTERM);
            signal(SIGCONT);
        }
        if (atOnce || !goneWithin(GRACE, Optional.empty())) {
            goneWithin(MOST, Optional.of(SIGKILL));
        }
        return names;
    }

    private boolean goneWithin(Duration time, Optional<Integer> signal) {
        long end = System.nanoTime() + time.toNanos();
        while (true) {
            signal.ifPresent(this::signal);
            if (alive().isEmpty()) {
                return true;
            }
            if (System.nanoTime() - end > 0) {
                return false;
            }
            pause();
        }
    }

    private static void pause() {
        java.util.concurrent.locks.LockSupport.parkNanos(STEP.toNanos());
    }

    private void signal(int signal) {
        alive().forEach(entry -> descendants.signal(entry, signal));
    }

    private List<Entry> alive() {
        descendants.reap(0);
        List<Entry> alive = descendants.alive(0);
        if (alive.isEmpty()) {
            // What ended between the two looks: not every first process of a container takes zombies away.
            descendants.reap(0);
        }
        return alive;
    }
}
