package org.bulle.engine.check;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Two texts that were made of the same one, put together line by line. Where both changed the same lines in different ways, nothing is decided: both
 * stand in the merged text, between comments that say whose they are.
 *
 * @param parts in the order of the text; what they hold of {@code mine} is my text, and so for the others
 */
public record ThreeWayMerge(List<Part> parts) {
    /** Before my lines of a conflict. */
    public static final String MINE = "# <<< mine\n";
    /** Between mine and theirs. */
    public static final String THEIRS = "# === theirs\n";
    /** After theirs. */
    public static final String END = "# >>> choose one\n";

    public ThreeWayMerge {
        parts = List.copyOf(parts);
    }

    /** Who changed a part. */
    public enum Kind {
        SAME,
        MINE,
        THEIRS,
        /** Both, in the same way. */
        BOTH,
        CONFLICT
    }

    /** Lines with their ends. */
    public record Part(Kind kind, List<String> base, List<String> mine, List<String> theirs) {
        public Part {
            base = List.copyOf(base);
            mine = List.copyOf(mine);
            theirs = List.copyOf(theirs);
        }
    }

    /** A changed stretch of the base and what took its place. */
    private record Change(int start, int end, List<String> lines) {}

    public static ThreeWayMerge of(String base, String mine, String theirs) {
        List<String> lines = lines(base);
        List<Change> here = changes(lines, lines(mine));
        List<Change> there = changes(lines, lines(theirs));
        List<Part> parts = new ArrayList<>();
        int at = 0;
        int i = 0;
        int j = 0;
        while (i < here.size() || j < there.size()) {
            int start = Math.min(start(here, i, lines), start(there, j, lines));
            if (start > at) {
                List<String> same = lines.subList(at, start);
                parts.add(new Part(Kind.SAME, same, same, same));
            }
            int end = start;
            int firstHere = i;
            int firstThere = j;
            boolean grown = true;
            while (grown) {
                grown = false;
                while (i < here.size() && touches(here.get(i), start, end)) {
                    end = Math.max(end, here.get(i).end());
                    i++;
                    grown = true;
                }
                while (j < there.size() && touches(there.get(j), start, end)) {
                    end = Math.max(end, there.get(j).end());
                    j++;
                    grown = true;
                }
            }
            parts.add(part(
                    lines.subList(start, end),
                    side(lines, start, end, here.subList(firstHere, i)),
                    side(lines, start, end, there.subList(firstThere, j))));
            at = end;
        }
        if (at < lines.size()) {
            List<String> same = lines.subList(at, lines.size());
            parts.add(new Part(Kind.SAME, same, same, same));
        }
        return new ThreeWayMerge(parts);
    }

    private static int start(List<Change> changes, int index, List<String> lines) {
        return index < changes.size() ? changes.get(index).start() : lines.size();
    }

    /** Neighbours count: an insertion right at the edge of another change may belong before it or after it. */
    private static boolean touches(Change change, int start, int end) {
        return change.start() >= start && change.start() <= end;
    }

    private static Part part(List<String> base, List<String> mine, List<String> theirs) {
        if (mine.equals(theirs)) {
            return new Part(Kind.BOTH, base, mine, theirs);
        }
        Kind kind = mine.equals(base) ? Kind.THEIRS : theirs.equals(base) ? Kind.MINE : Kind.CONFLICT;
        return new Part(kind, base, mine, theirs);
    }

    private static List<String> side(List<String> base, int start, int end, List<Change> changes) {
        List<String> out = new ArrayList<>();
        int at = start;
        for (Change change : changes) {
            out.addAll(base.subList(at, change.start()));
            out.addAll(change.lines());
            at = change.end();
        }
        out.addAll(base.subList(at, end));
        return out;
    }

    private static List<Change> changes(List<String> base, List<String> text) {
        return TextDiff.stretches(base, text).stream()
                .map(stretch -> new Change(stretch.start(), stretch.end(), text.subList(stretch.from(), stretch.to())))
                .toList();
    }

    /** With their ends, so that texts are equal exactly when their lines are. */
    private static List<String> lines(String text) {
        List<String> lines = new ArrayList<>();
        int start = 0;
        while (start < text.length()) {
            int newline = text.indexOf('\n', start);
            int end = newline < 0 ? text.length() : newline + 1;
            lines.add(text.substring(start, end));
            start = end;
        }
        return lines;
    }

    public int conflicts() {
        return (int) parts.stream().filter(part -> part.kind() == Kind.CONFLICT).count();
    }

    /** Both changes in one text; conflicts stand there twice, between comments. */
    public String merged() {
        return parts.stream().map(ThreeWayMerge::merged).collect(Collectors.joining());
    }

    private static String merged(Part part) {
        return switch (part.kind()) {
            case SAME, MINE, BOTH -> String.join("", part.mine());
            case THEIRS -> String.join("", part.theirs());
            case CONFLICT -> MINE + closed(part.mine()) + THEIRS + closed(part.theirs()) + END;
        };
    }

    private static String closed(List<String> lines) {
        String text = String.join("", lines);
        return text.isEmpty() || text.endsWith("\n") ? text : text + "\n";
    }
}
