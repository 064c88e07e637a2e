package org.bulle.desktop.editor;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.bulle.desktop.shared.TomlText;
import org.fxmisc.richtext.model.StyleSpans;
import org.fxmisc.richtext.model.StyleSpansBuilder;

/**
 * The colours of a whole text. Compared with the painting before it, it says what little of the text has to be coloured anew: that is what keeps typing
 * in a large file fluid.
 *
 * @param length of the text
 * @param spans without gaps
 */
record Painting(int length, List<Span> spans) {
    static final Painting EMPTY = new Painting(0, List.of());

    record Span(int start, int end, List<String> styles) {
        boolean looksLike(Span other) {
            return end - start == other.end - other.start && styles.equals(other.styles);
        }
    }

    /** A part of the text with its colours. */
    record Part(int start, int end, StyleSpans<Collection<String>> styles) {}

    static Painting of(String text, Marks marks) {
        List<Span> spans = new ArrayList<>();
        for (TomlText.Span span : TomlText.spans(text)) {
            cut(span, marks, spans);
        }
        return new Painting(text.length(), spans);
    }

    private static void cut(TomlText.Span span, Marks marks, List<Span> spans) {
        List<Marks.Mark> here = marks.all().stream()
                .filter(mark -> mark.start() < span.end() && mark.end() > span.start())
                .toList();
        if (here.isEmpty()) {
            spans.add(new Span(span.start(), span.end(), styles(span.style(), Optional.empty())));
            return;
        }
        TreeSet<Integer> edges = new TreeSet<>(List.of(span.start(), span.end()));
        for (Marks.Mark mark : here) {
            edges.add(Math.max(span.start(), mark.start()));
            edges.add(Math.min(span.end(), mark.end()));
        }
        int from = edges.pollFirst();
        for (int to : edges) {
            int at = from;
            Optional<String> worst = here.stream()
                    .filter(mark -> mark.start() <= at && mark.end() > at)
                    .min(java.util.Comparator.comparing(mark -> mark.problem().severity()))
                    .map(Marks.Mark::style);
            spans.add(new Span(from, to, styles(span.style(), worst)));
            from = to;
        }
    }

    private static List<String> styles(String token, Optional<String> mark) {
        List<String> styles = new ArrayList<>(2);
        if (!token.isEmpty()) {
            styles.add(token);
        }
        mark.ifPresent(styles::add);
        return List.copyOf(styles);
    }

    /**
     * What has to be coloured so that a text that looks as {@code before} says, but for what was typed meanwhile, looks as this says.
     *
     * @param dirtyStart where the typed text begins
     * @param dirtyEnd where it ends, in this text
     */
    Optional<Part> since(Painting before, int dirtyStart, int dirtyEnd) {
        int same = 0;
        int least = Math.min(spans.size(), before.spans.size());
        while (same < least && spans.get(same).equals(before.spans.get(same))) {
            same++;
        }
        int tail = 0;
        while (tail < least - same
                && spans.get(spans.size() - 1 - tail).looksLike(before.spans.get(before.spans.size() - 1 - tail))) {
            tail++;
        }
        int start = same < spans.size() ? spans.get(same).start() : length;
        int end = tail < spans.size() ? spans.get(spans.size() - 1 - tail).end() : 0;
        int from = Math.clamp(dirtyStart < dirtyEnd ? Math.min(start, dirtyStart) : start, 0, length);
        int to = Math.clamp(dirtyStart < dirtyEnd ? Math.max(end, dirtyEnd) : end, 0, length);
        return from < to ? Optional.of(part(from, to)) : Optional.empty();
    }

    Part part(int from, int to) {
        StyleSpansBuilder<Collection<String>> builder = new StyleSpansBuilder<>();
        int at = first(from);
        int covered = from;
        while (at < spans.size() && spans.get(at).start() < to) {
            int end = Math.min(spans.get(at).end(), to);
            builder.add(spans.get(at).styles(), end - covered);
            covered = end;
            at++;
        }
        if (covered < to) {
            builder.add(List.of(), to - covered);
        }
        return new Part(from, to, builder.create());
    }

    private int first(int offset) {
        int low = 0;
        int high = spans.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (spans.get(middle).end() <= offset) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The styles of the character at an offset. */
    List<String> at(int offset) {
        int index = first(offset);
        return index < spans.size() && spans.get(index).start() <= offset
                ? spans.get(index).styles()
                : List.of();
    }
}
