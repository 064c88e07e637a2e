package org.bulle.engine.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The TCP ports of this machine that a command may connect to and listen on under {@link Network#LOOPBACK}; {@link #ANY} under the other networks, where
 * they mean nothing.
 *
 * @param ranges in the order in which they were first allowed
 */
public record Ports(List<Range> ranges) {
    public static final int LOWEST = 1;
    public static final int HIGHEST = 65_535;

    /** Every port. */
    public static final Ports ANY = new Ports(List.of(new Range(LOWEST, HIGHEST, List.of())));

    public Ports {
        ranges = List.copyOf(ranges);
        if (ranges.isEmpty()) {
            throw new IllegalArgumentException("loopback without any port is no network");
        }
    }

    /**
     * Ports that were allowed together.
     *
     * @param first between {@link #LOWEST} and {@code last}
     * @param last at most {@link #HIGHEST}
     * @param origins who allowed them, in merge order
     */
    public record Range(int first, int last, List<Origin> origins) {
        public Range {
            origins = List.copyOf(origins);
            if (first < LOWEST || last > HIGHEST || first > last) {
                throw new IllegalArgumentException(first + "-" + last);
            }
        }

        /** {@code 5432}, or {@code 8000-8099}. */
        public String text() {
            return first == last ? Integer.toString(first) : first + "-" + last;
        }

        public boolean covers(int port) {
            return first <= port && port <= last;
        }
    }

    /** Nothing is excluded. */
    public boolean isAny() {
        return covers(ANY);
    }

    public boolean covers(int port) {
        return ranges.stream().anyMatch(range -> range.covers(port));
    }

    /** Every port of the other is one of these. */
    public boolean covers(Ports other) {
        return other.merged().stream()
                .allMatch(wanted -> merged().stream()
                        .anyMatch(range -> range.covers(wanted.first()) && range.covers(wanted.last())));
    }

    /** How many there are. */
    public int count() {
        return merged().stream()
                .mapToInt(range -> range.last() - range.first() + 1)
                .sum();
    }

    /** Each port once, sorted; without origins. */
    public List<Range> merged() {
        List<Range> sorted = ranges.stream()
                .sorted(java.util.Comparator.comparingInt(Range::first))
                .toList();
        List<Range> merged = new ArrayList<>();
        for (Range next : sorted) {
            if (!merged.isEmpty() && next.first() <= merged.getLast().last() + 1) {
                Range before = merged.removeLast();
                merged.add(new Range(before.first(), Math.max(before.last(), next.last()), List.of()));
            } else {
                merged.add(new Range(next.first(), next.last(), List.of()));
            }
        }
        return merged;
    }

    /** How far the command reaches, for people: {@code none}, {@code loopback}, {@code loopback: 5432}, {@code full}. */
    public String reach(Network network) {
        return network == Network.LOOPBACK && !isAny() ? network.key() + ": " + text() : network.key();
    }

    /** For people: {@code 5432, 8000-8099}. */
    public String text() {
        return merged().stream().map(Range::text).collect(Collectors.joining(", "));
    }
}
