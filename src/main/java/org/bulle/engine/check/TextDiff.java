package org.bulle.engine.check;

import com.github.difflib.algorithm.Change;
import com.github.difflib.algorithm.myers.MyersDiffWithLinearSpace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Two texts, line by line. Every line of both is in it, so that nothing that changed can be left out of a review; {@link #folded} shortens what is the
 * same.
 *
 * @param added how many lines only the second text has
 * @param removed how many lines only the first text has
 */
public record TextDiff(List<Line> lines, int added, int removed) {
    /** Above so many pairs of lines that might be the same, which takes seconds, all of the one is taken out and all of the other put in. */
    private static final long MOST_PAIRS = 1_000_000_000L;

    public TextDiff {
        lines = List.copyOf(lines);
    }

    /** How a line stands in the two texts. */
    public enum Kind {
        SAME,
        ADDED,
        REMOVED,
        /** Stands for lines that are the same and not shown; its text is empty. */
        FOLDED
    }

    /**
     * A line.
     *
     * @param before its 1-based number in the first text; 0 where it is not in it; of a fold the first of its lines
     * @param after its 1-based number in the second text; 0 where it is not in it; of a fold the first of its lines
     * @param text without the line feed; a carriage return before it is kept, because it is a difference
     * @param count of a fold: how many lines it stands for; else 1
     */
    public record Line(Kind kind, int before, int after, String text, int count) {}

    /** What is on the left and on the right of one row, where the texts stand side by side; null for nothing. */
    public record Row(
            @org.jspecify.annotations.Nullable Line left,
            @org.jspecify.annotations.Nullable Line right) {}

    /** What is between two characters of a line, the first included, the second not. */
    public record Span(int from, int to) {}

    /** Compares; takes time with the square of how many lines differ, for which there is a bound. */
    public static TextDiff between(String before, String after) {
        List<String> old = split(before);
        List<String> fresh = split(after);
        int head = commonHead(old, fresh);
        int tail = commonTail(old, fresh, head);
        List<String> oldMiddle = old.subList(head, old.size() - tail);
        List<String> newMiddle = fresh.subList(head, fresh.size() - tail);
        List<Line> lines = new ArrayList<>(old.size() + 16);
        for (int i = 0; i < head; i++) {
            lines.add(same(i, i, old.get(i)));
        }
        middle(oldMiddle, newMiddle, head, lines);
        for (int i = tail; i > 0; i--) {
            lines.add(same(old.size() - i, fresh.size() - i, old.get(old.size() - i)));
        }
        return of(lines);
    }

    private static TextDiff of(List<Line> lines) {
        return new TextDiff(lines, count(lines, Kind.ADDED), count(lines, Kind.REMOVED));
    }

    private static int count(List<Line> lines, Kind kind) {
        return (int) lines.stream().filter(line -> line.kind() == kind).count();
    }

    /** A text that does not end with a line feed is another text than one that does: the mark of git says so. */
    private static List<String> split(String text) {
        List<String> lines = new ArrayList<>();
        int from = 0;
        for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
            lines.add(text.substring(from, end));
            from = end + 1;
        }
        if (from < text.length()) {
            lines.add(text.substring(from) + NO_NEWLINE);
        }
        return lines;
    }

    /** Ends a last line that has no line feed. */
    public static final String NO_NEWLINE = "\u2060\\ no newline at end";

    private static int commonHead(List<String> old, List<String> fresh) {
        int most = Math.min(old.size(), fresh.size());
        int head = 0;
        while (head < most && old.get(head).equals(fresh.get(head))) {
            head++;
        }
        return head;
    }

    private static int commonTail(List<String> old, List<String> fresh, int head) {
        int most = Math.min(old.size(), fresh.size()) - head;
        int tail = 0;
        while (tail < most && old.get(old.size() - 1 - tail).equals(fresh.get(fresh.size() - 1 - tail))) {
            tail++;
        }
        return tail;
    }

    /**
     * A stretch of lines and what took its place, with the bound that {@link #between} has.
     *
     * @param start the first line of the stretch, from 0
     * @param end after its last line; equal to {@code start} where lines came without any going
     * @param from the first line that took its place
     * @param to after the last of them
     */
    record Stretch(int start, int end, int from, int to) {}

    /** Where two lists of lines differ, in their order; between the stretches they are the same. */
    static List<Stretch> stretches(List<String> old, List<String> fresh) {
        int head = commonHead(old, fresh);
        int tail = commonTail(old, fresh, head);
        List<Stretch> stretches = new ArrayList<>();
        int left = head;
        int right = head;
        List<int[]> pairs =
                new ArrayList<>(pairs(old.subList(head, old.size() - tail), fresh.subList(head, fresh.size() - tail)));
        pairs.add(new int[] {old.size() - tail - head, fresh.size() - tail - head});
        for (int[] pair : pairs) {
            if (head + pair[0] > left || head + pair[1] > right) {
                stretches.add(new Stretch(left, head + pair[0], right, head + pair[1]));
            }
            left = head + pair[0] + 1;
            right = head + pair[1] + 1;
        }
        return stretches;
    }

    private static void middle(List<String> old, List<String> fresh, int head, List<Line> lines) {
        int left = 0;
        int right = 0;
        for (int[] pair : pairs(old, fresh)) {
            left = removed(old, left, pair[0], head, lines);
            right = added(fresh, right, pair[1], head, lines);
            lines.add(same(head + left, head + right, old.get(left)));
            left++;
            right++;
        }
        removed(old, left, old.size(), head, lines);
        added(fresh, right, fresh.size(), head, lines);
    }

    private static int removed(List<String> old, int from, int to, int head, List<Line> lines) {
        for (int i = from; i < to; i++) {
            lines.add(new Line(Kind.REMOVED, head + i + 1, 0, old.get(i), 1));
        }
        return to;
    }

    private static int added(List<String> fresh, int from, int to, int head, List<Line> lines) {
        for (int i = from; i < to; i++) {
            lines.add(new Line(Kind.ADDED, 0, head + i + 1, fresh.get(i), 1));
        }
        return to;
    }

    private static Line same(int before, int after, String text) {
        return new Line(Kind.SAME, before + 1, after + 1, text, 1);
    }

    /** The lines of both that are the same line: places in the one and in the other, both rising. */
    private static List<int[]> pairs(List<String> old, List<String> fresh) {
        int[] left = common(old, new HashSet<>(fresh));
        int[] right = common(fresh, new HashSet<>(old));
        if ((long) left.length * right.length > MOST_PAIRS) {
            return List.of();
        }
        List<String> first = Arrays.stream(left).mapToObj(old::get).toList();
        List<String> second = Arrays.stream(right).mapToObj(fresh::get).toList();
        boolean[] gone = new boolean[left.length];
        boolean[] come = new boolean[right.length];
        if (!first.isEmpty() && !second.isEmpty()) {
            for (Change change : new MyersDiffWithLinearSpace<String>().computeDiff(first, second, null)) {
                Arrays.fill(gone, change.startOriginal, change.endOriginal, true);
                Arrays.fill(come, change.startRevised, change.endRevised, true);
            }
        }
        List<int[]> pairs = new ArrayList<>();
        for (int i = 0, j = 0; i < left.length; i++) {
            if (!gone[i]) {
                while (come[j]) {
                    j++;
                }
                pairs.add(new int[] {left[i], right[j++]});
            }
        }
        return pairs;
    }

    /** Where lines stand that the other text has too; the others need no comparing. */
    private static int[] common(List<String> lines, Set<String> others) {
        return IntStream.range(0, lines.size())
                .filter(i -> others.contains(lines.get(i)))
                .toArray();
    }

    /** True when the texts are the same. */
    public boolean isEmpty() {
        return added == 0 && removed == 0;
    }

    /** The same with runs of equal lines further than {@code around} from a change in one line each. */
    public TextDiff folded(int around) {
        boolean[] near = new boolean[lines.size()];
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).kind() != Kind.SAME) {
                for (int j = Math.max(0, i - around); j <= Math.min(lines.size() - 1, i + around); j++) {
                    near[j] = true;
                }
            }
        }
        List<Line> shown = new ArrayList<>();
        for (int i = 0; i < lines.size(); ) {
            int end = i;
            while (end < lines.size() && !near[end]) {
                end++;
            }
            if (end - i > 1) {
                Line first = lines.get(i);
                shown.add(new Line(Kind.FOLDED, first.before(), first.after(), "", end - i));
                i = end;
            } else {
                shown.add(lines.get(i));
                i++;
            }
        }
        return new TextDiff(shown, added, removed);
    }

    /** Side by side: a removed line beside the added one that took its place. */
    public List<Row> rows() {
        List<Row> rows = new ArrayList<>(lines.size());
        for (int i = 0; i < lines.size(); ) {
            if (lines.get(i).kind() == Kind.SAME || lines.get(i).kind() == Kind.FOLDED) {
                rows.add(new Row(lines.get(i), lines.get(i)));
                i++;
                continue;
            }
            int middle = end(i, Kind.REMOVED);
            int end = end(middle, Kind.ADDED);
            for (int j = 0; j < Math.max(middle - i, end - middle); j++) {
                rows.add(new Row(
                        i + j < middle ? lines.get(i + j) : null, middle + j < end ? lines.get(middle + j) : null));
            }
            i = end;
        }
        return rows;
    }

    private int end(int from, Kind kind) {
        int end = from;
        while (end < lines.size() && lines.get(end).kind() == kind) {
            end++;
        }
        return end;
    }

    /** What is another in {@code text} than in {@code other}: between the beginning and the end that both share. */
    public static Span changed(String text, String other) {
        int most = Math.min(text.length(), other.length());
        int head = 0;
        while (head < most && text.charAt(head) == other.charAt(head)) {
            head++;
        }
        int tail = 0;
        while (tail < most - head && text.charAt(text.length() - 1 - tail) == other.charAt(other.length() - 1 - tail)) {
            tail++;
        }
        return new Span(head, text.length() - tail);
    }
}
