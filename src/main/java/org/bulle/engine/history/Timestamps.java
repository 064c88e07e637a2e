package org.bulle.engine.history;

import java.time.Instant;
import java.time.LocalDate;

/** Reads the timestamps that {@link Instant#toString()} writes; the general parser takes most of the time of opening a record with many denials. */
final class Timestamps {
    private static final int SECONDS_PER_DAY = 86_400;
    private static final int FRACTION = 20;

    private Timestamps() {}

    static Instant parse(String text) {
        int length = text.length();
        boolean plain = length >= FRACTION
                && length <= 30
                && text.charAt(10) == 'T'
                && text.charAt(length - 1) == 'Z'
                && (length == FRACTION || text.charAt(FRACTION - 1) == '.');
        if (!plain) {
            return Instant.parse(text);
        }
        long day = LocalDate.of(digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10))
                .toEpochDay();
        int second = digits(text, 11, 13) * 3_600 + digits(text, 14, 16) * 60 + digits(text, 17, 19);
        return Instant.ofEpochSecond(day * SECONDS_PER_DAY + second, nanos(text));
    }

    private static int nanos(String text) {
        int nanos = 0;
        int end = text.length() - 1;
        for (int i = FRACTION; i < FRACTION + 9; i++) {
            nanos = nanos * 10 + (i < end ? digits(text, i, i + 1) : 0);
        }
        return nanos;
    }

    private static int digits(String text, int from, int to) {
        int value = 0;
        for (int i = from; i < to; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                throw new IllegalArgumentException("not a timestamp: " + text);
            }
            value = value * 10 + digit;
        }
        return value;
    }
}
