package org.bulle.engine.history;

import java.time.Duration;

/**
 * How many records are kept. A record goes when either bound is passed; the newest {@code least} do not go for their age, or one run on a machine whose clock
 * is years ahead would remove all of them.
 *
 * @param runs the newest so many
 * @param age none that started longer ago
 * @param least the newest so many stay, however old
 */
public record Retention(int runs, Duration age, int least) {
    public static final Retention DEFAULT = new Retention(1_000, Duration.ofDays(90), 100);

    /** Nothing goes. */
    public static final Retention EVERYTHING =
            new Retention(Integer.MAX_VALUE, Duration.ofDays(36_500), Integer.MAX_VALUE);

    /** Not even the run that has just ended. */
    public boolean keepsNothing() {
        return runs <= 0 || least <= 0 && age.isZero();
    }

    /** What somebody asks for is done as it is said. */
    public static Retention exactly(int runs, Duration age) {
        return new Retention(runs, age, 0);
    }
}
