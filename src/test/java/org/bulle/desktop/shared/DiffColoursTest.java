package org.bulle.desktop.shared;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.bulle.engine.check.TextDiff;
import org.junit.jupiter.api.Test;

class DiffColoursTest {
    private static final String BEFORE = """
            ro = [
                "/etc/hosts",
            ]
            """;
    private static final String AFTER = """
            # more
            ro = [
                "/etc/hosts",
                "?$HOME/x", # mine
            ]
            name = \"""
            rw = 1
            \"""
            net = true""";

    private static List<String> styles(String line, List<TomlText.Span> spans) {
        return spans.stream()
                .filter(span -> !span.style().isEmpty())
                .map(span -> span.style() + " " + line.substring(span.start(), span.end()))
                .toList();
    }

    private static List<String> line(TextDiff diff, String part, boolean after) {
        DiffColours colours = new DiffColours(diff);
        TextDiff.Line line = diff.lines().stream()
                .filter(each -> each.text().contains(part))
                .findFirst()
                .orElseThrow();
        return styles(line.text(), after ? colours.after(line) : colours.before(line));
    }

    @Test
    void anEntryOfAListOverSeveralLinesIsAStringAndNoKey() {
        TextDiff diff = TextDiff.between(BEFORE, AFTER);
        assertThat(line(diff, "hosts", false)).containsExactly("string \"/etc/hosts\"");
        assertThat(line(diff, "hosts", true)).containsExactly("string \"/etc/hosts\"");
        assertThat(line(diff, "mine", true))
                .containsExactly("string \"", "marker ?", "variable $HOME", "string /x\"", "comment # mine");
        assertThat(line(diff, "ro =", true)).containsExactly("key ro");
        assertThat(line(diff, "mine", false)).isEmpty();
    }

    @Test
    void aStringOverSeveralLinesAndALastLineWithoutALineFeedKeepTheirColours() {
        TextDiff diff = TextDiff.between(BEFORE, AFTER);
        assertThat(line(diff, "rw = 1", true)).containsExactly("string rw = 1");
        assertThat(line(diff, "net =", true)).containsExactly("key net", "literal true");
        TextDiff windows = TextDiff.between("", "a = 1\r\nb = [\r\n  \"x\",\r\n]\r\n");
        assertThat(line(windows, "x", true)).containsExactly("string \"x\"");
        assertThat(line(windows, "b =", true)).containsExactly("key b");
    }
}
