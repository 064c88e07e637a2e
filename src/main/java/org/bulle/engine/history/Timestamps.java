package org.bulle.engine.history;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/**
 * Reads and writes timestamps as {@link Instant#toString()} does; the general parser takes most of the time of opening a record with many denials, the
 * general formatter a good part of a short run.
 */
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

    /** The same text as {@link Instant#toString()}. */
    static String text(Instant time) {
        LocalDateTime local = LocalDateTime.ofEpochSecond(time.getEpochSecond(), time.getNano(), ZoneOffset.UTC);
        return local.getYear() < 1000 || local.getYear() > 9999 ? time.toString() : plain(local);
    }

    private static String plain(LocalDateTime time) {
        StringBuilder out = new StringBuilder(30);
        date(out, time, "-").append('T');
        time(out, time, ":");
        int nanos = time.getNano();
        if (nanos != 0) {
            int digits = nanos % 1_000_000 == 0 ? 3 : nanos % 1_000 == 0 ? 6 : 9;
            String padded = Integer.toString(1_000_000_000 + nanos);
            out.append('.').append(padded, 1, 1 + digits);
        }
        return out.append('Z').toString();
    }

    /** {@code yyyyMMdd-HHmmss} in UTC. */
    static String compact(Instant time) {
        LocalDateTime local = LocalDateTime.ofEpochSecond(time.getEpochSecond(), 0, ZoneOffset.UTC);
        StringBuilder out = new StringBuilder(16);
        return time(date(out, local, "").append('-'), local, "").toString();
    }

    private static StringBuilder date(StringBuilder out, LocalDateTime time, String between) {
        out.append(time.getYear()).append(between);
        two(out, time.getMonthValue()).append(between);
        return two(out, time.getDayOfMonth());
    }

    private static StringBuilder time(StringBuilder out, LocalDateTime time, String between) {
        two(out, time.getHour()).append(between);
        two(out, time.getMinute()).append(between);
        return two(out, time.getSecond());
    }

    private static StringBuilder two(StringBuilder out, int number) {
        return out.append((char) ('0' + number / 10)).append((char) ('0' + number % 10));
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
