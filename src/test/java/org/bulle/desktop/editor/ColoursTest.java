package org.bulle.desktop.editor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.bulle.desktop.editor.Colours.Span;
import org.bulle.desktop.editor.Colours.Start;
import org.junit.jupiter.api.Test;

class ColoursTest {
    @Test
    void everyLineKnowsWhatStandsAroundIt() {
        Colours colours = Colours.of("a = '''\nx\n'''\nro = [\n\"b\", [\n],\n]\n");
        assertThat(colours.lines())
                .extracting(Colours.Line::start)
                .containsExactly(
                        Start.TOP,
                        Start.ELSEWHERE,
                        Start.ELSEWHERE,
                        Start.TOP,
                        Start.LIST,
                        Start.ELSEWHERE,
                        Start.LIST,
                        Start.TOP);
        assertThat(colours.trusted()).isTrue();
        assertThat(colours.lines().get(3).spans())
                .startsWith(new Span(2, "key"))
                .extracting(Span::length)
                .containsExactly(2, 1, 1, 1, 1, 1);
    }

    @Test
    void aLineOfALongListIsReadByItself() {
        Colours before = Colours.of("ro = [\n" + "  \"?$HOME/x/\", # c\n".repeat(5000) + "]\n");
        Colours after = before.edited(2500, 0, "  \"?$HOME/xy/\", # c\n", false).orElseThrow();
        assertThat(after.lines().get(2501)).isSameAs(before.lines().get(2501));
        assertThat(after.lines().get(2500).at(4)).isEqualTo("variable");
    }

    @Test
    void whatChangesTheLinesAfterItIsNotReadByItself() {
        Colours colours = Colours.of("a = 1\nro = [\n\"b\",\n]\nt = 'x'\n");
        assertThat(colours.edited(2, 0, "'''b\",\n", false)).isEmpty();
        assertThat(colours.edited(2, 0, "\"b\", ]\n", false)).isEmpty();
        assertThat(colours.edited(2, 0, "\"b,\n", false)).isEmpty();
        assertThat(colours.edited(1, 0, "ro = \n", false)).isEmpty();
        assertThat(colours.edited(4, 0, "t = [\n", false)).isEmpty();
        assertThat(colours.edited(4, 0, "t = ['x']\n", false)).isPresent();
    }

    /** A line that is read by itself looks as it does in the whole text. */
    @Test
    void linesReadByThemselvesLookAsInTheWholeText() {
        Random random = new Random(8);
        List<String> pieces = List.of(
                "",
                "",
                "\"",
                "x",
                "\n",
                "[",
                "]",
                "# ",
                "$A",
                "'''",
                ", ",
                "'y'",
                "a = 1\n",
                "\"?$B/c\",\n",
                "\\",
                "{",
                "}");
        int alone = 0;
        for (int run = 0; run < 400; run++) {
            String text =
                    "title = \"x\"\nro = [\n  \"a\", \"$HOME/b\", # c\n  'd',\n]\n[linux]\nrw = ['e']\nm = \"\"\"\nf\n\"\"\"\n";
            Colours colours = Colours.of(text);
            for (int i = 0; i < 6; i++) {
                int start = random.nextInt(text.length() + 1);
                int end = Math.min(text.length(), start + (random.nextInt(4) == 0 ? random.nextInt(9) : 0));
                String typed = pieces.get(random.nextInt(pieces.size()));
                int first = count(text.substring(0, start));
                int removed = count(text.substring(start, end));
                text = text.substring(0, start) + typed + text.substring(end);
                int lineStart = text.lastIndexOf('\n', start - 1) + 1;
                int lineEnd = text.indexOf('\n', start + typed.length());
                boolean last = lineEnd < 0;
                Optional<Colours> edited = colours.edited(
                        first, removed, text.substring(lineStart, last ? text.length() : lineEnd + 1), last);
                Colours whole = Colours.of(text);
                if (edited.isPresent()) {
                    alone++;
                    assertThat(edited.get()).as(text).isEqualTo(whole);
                }
                assertThat(colours.unread(first, removed, count(typed)).lines()).hasSameSizeAs(whole.lines());
                colours = whole;
            }
        }
        assertThat(alone).isGreaterThan(200);
    }

    private static int count(String text) {
        return (int) text.chars().filter(each -> each == '\n').count();
    }
}
