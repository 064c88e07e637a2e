package org.bulle.engine.history;

import java.time.Duration;

/**
 * How many records are kept. A record goes when either bound is passed.
 *
 * @param runs the newest so many
 * @param age none that started longer ago
 */
public record Retention(int runs, Duration age) {
    public static final Retention DEFAULT = new Retention(1_000, Duration.ofDays(90));
}
