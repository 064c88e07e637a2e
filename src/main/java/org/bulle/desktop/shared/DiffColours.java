package org.bulle.desktop.shared;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.bulle.engine.check.TextDiff;

/**
 * The TOML colours of the two texts of a difference, cut into their lines: what a line is can depend on those before it, as in a list over several lines.
 */
final class DiffColours {
    private final List<List<TomlText.Span>> before;
    private final List<List<TomlText.Span>> after;

    /** @param diff with all its lines, none folded */
    DiffColours(TextDiff diff) {
        before = cut(text(diff, TextDiff.Kind.ADDED));
        after = cut(text(diff, TextDiff.Kind.REMOVED));
    }

    /** Of a line of the first text: what is coloured alike, by offsets within the line. */
    List<TomlText.Span> before(TextDiff.Line line) {
        return at(before, line.before());
    }

    /** The same of a line of the second text. */
    List<TomlText.Span> after(TextDiff.Line line) {
        return at(after, line.after());
    }

    private static List<TomlText.Span> at(List<List<TomlText.Span>> lines, int number) {
        return number < 1 || number > lines.size() ? List.of() : lines.get(number - 1);
    }

    private static String text(TextDiff diff, TextDiff.Kind without) {
        return diff.lines().stream()
                .filter(line -> line.kind() != without)
                .map(line -> plain(line.text()))
                .collect(Collectors.joining("\n"));
    }

    private static String plain(String line) {
        return line.endsWith(TextDiff.NO_NEWLINE)
                ? line.substring(0, line.length() - TextDiff.NO_NEWLINE.length())
                : line;
    }

    private static List<List<TomlText.Span>> cut(String text) {
        List<List<TomlText.Span>> lines = new ArrayList<>();
        List<TomlText.Span> line = new ArrayList<>();
        int start = 0;
        for (TomlText.Span span : TomlText.spans(text)) {
            int from = span.start();
            for (int end = text.indexOf('\n', from); end >= 0 && end < span.end(); end = text.indexOf('\n', from)) {
                add(line, from - start, end - start, span.style());
                lines.add(List.copyOf(line));
                line.clear();
                from = end + 1;
                start = from;
            }
            add(line, from - start, span.end() - start, span.style());
        }
        lines.add(List.copyOf(line));
        return lines;
    }

    private static void add(List<TomlText.Span> line, int from, int to, String style) {
        if (from < to) {
            line.add(new TomlText.Span(from, to, style));
        }
    }
}
