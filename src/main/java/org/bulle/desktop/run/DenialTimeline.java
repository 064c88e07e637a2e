package org.bulle.desktop.run;

import java.time.Duration;
import java.util.Arrays;

/** When the denials of a run came: how many in each part of its time. The parts get longer as the run does, so that there are never many. */
final class DenialTimeline {
    static final int PARTS = 64;
    private static final Duration FIRST = Duration.ofMillis(200);

    private final long[] counts = new long[PARTS];
    private long width = FIRST.toMillis();
    private long told;

    /**
     * Notes how many there are by now.
     *
     * @param at since the beginning
     * @param total of all denials so far
     */
    void tell(Duration at, long total) {
        reach(at);
        counts[part(at)] += Math.max(0, total - told);
        told = Math.max(told, total);
    }

    private int part(Duration at) {
        return (int) (Math.max(0, at.toMillis()) / width);
    }

    private void reach(Duration at) {
        while (part(at) >= PARTS) {
            for (int i = 0; i < PARTS; i++) {
                counts[i] = 2 * i < PARTS ? counts[2 * i] + counts[2 * i + 1] : 0;
            }
            width *= 2;
        }
    }

    /** How long one part is. */
    Duration width() {
        return Duration.ofMillis(width);
    }

    /** One number for each part, {@value #PARTS} of them. */
    long[] counts() {
        return counts.clone();
    }

    /** The largest of them. */
    long most() {
        return Arrays.stream(counts).max().orElse(0);
    }

    /** When the part of the largest number began; of several, the first. */
    Duration peak() {
        long most = most();
        int at = 0;
        while (counts[at] < most) {
            at++;
        }
        return Duration.ofMillis(at * width);
    }
}
