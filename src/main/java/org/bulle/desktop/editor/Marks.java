package org.bulle.desktop.editor;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.profile.ProfileEdits;
import org.bulle.engine.profile.TomlToken;
import org.bulle.engine.profile.TomlTokens;

/** Where the problems of a text stand in it, and where they have moved while the user types on. */
final class Marks {
    /** By where they begin. */
    private final List<Mark> marks;

    /** Of the longest mark. */
    private final int length;

    /**
     * @param start UTF-16 offset, inclusive
     * @param end exclusive, after {@code start}
     */
    record Mark(int start, int end, Problem problem) {
        String style() {
            return "problem-" + problem.severity().name().toLowerCase(Locale.ROOT);
        }
    }

    /** So many are enough to look at, and more would only cost time. */
    private static final int MOST = 300;

    static final Marks NONE = new Marks(List.of());

    /** What is seen of a mark. */
    private record Look(int start, int end, Problem.Severity severity) {
        static Look of(Mark mark) {
            return new Look(mark.start(), mark.end(), mark.problem().severity());
        }
    }

    private Marks(List<Mark> marks) {
        this.marks = marks.stream()
                .sorted(java.util.Comparator.comparingInt(Mark::start))
                .toList();
        length =
                marks.stream().mapToInt(mark -> mark.end() - mark.start()).max().orElse(0);
    }

    /** The marks that look otherwise than any of {@code others}. */
    List<Mark> without(Marks others) {
        Set<Look> known = others.marks.stream().map(Look::of).collect(Collectors.toSet());
        return marks.stream().filter(mark -> !known.contains(Look.of(mark))).toList();
    }

    /** Those that begin before {@code end} and may reach {@code start}. */
    private List<Mark> about(int start, int end) {
        return marks.subList(firstFrom(start - length), firstFrom(end));
    }

    private int firstFrom(int offset) {
        int low = 0;
        int high = marks.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (marks.get(middle).start() < offset) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Each problem on the token that it begins at. */
    static Marks of(String text, List<Problem> problems) {
        List<TomlToken> tokens = TomlTokens.of(text);
        List<Mark> marks = new ArrayList<>();
        for (Problem problem : problems.subList(0, Math.min(MOST, problems.size()))) {
            int offset = ProfileEdits.offset(text, problem.line(), problem.column());
            if (offset >= 0 && problem.line() > 0) {
                int start = Math.min(offset, Math.max(0, text.length() - 1));
                marks.add(new Mark(start, Math.max(end(tokens, text, start), start + 1), problem));
            }
        }
        return new Marks(marks);
    }

    /** A problem at the end of a line is shown on the character before it. */
    private static int end(List<TomlToken> tokens, String text, int start) {
        int low = 0;
        int high = tokens.size() - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (tokens.get(middle).end() <= start) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        int end = tokens.isEmpty() ? start : tokens.get(low).end();
        int newline = text.indexOf('\n', start);
        return newline > start ? Math.min(end, newline) : end;
    }

    /** After a change of the text. */
    Marks after(int position, int removed, int inserted) {
        if (marks.isEmpty()) {
            return this;
        }
        List<Mark> moved = new ArrayList<>();
        for (Mark mark : marks) {
            if (mark.end() <= position) {
                moved.add(mark);
            } else if (mark.start() >= position + removed) {
                moved.add(new Mark(mark.start() + inserted - removed, mark.end() + inserted - removed, mark.problem()));
            } else if (mark.end() + inserted - removed > mark.start()) {
                moved.add(new Mark(mark.start(), mark.end() + inserted - removed, mark.problem()));
            }
        }
        return new Marks(moved);
    }

    List<Mark> all() {
        return marks;
    }

    /** Those that touch a stretch, the worst first. */
    List<Mark> in(int start, int end) {
        if (marks.isEmpty()) {
            return List.of();
        }
        return about(start, end).stream()
                .filter(mark -> mark.end() > start)
                .sorted(java.util.Comparator.comparing(mark -> mark.problem().severity()))
                .toList();
    }

    /** The worst problem at an offset first. */
    List<Problem> at(int offset) {
        return about(offset, offset + 1).stream()
                .filter(mark -> offset < mark.end())
                .map(Mark::problem)
                .sorted(java.util.Comparator.comparing(Problem::severity))
                .toList();
    }
}
