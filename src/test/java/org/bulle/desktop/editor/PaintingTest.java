package org.bulle.desktop.editor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PaintingTest {
    @Test
    void oneLetterInALongTextColoursOneStretch() {
        String before = "ro = [\n" + "  \"?$HOME/x/\", # c\n".repeat(5000) + "]\n";
        int at = before.length() / 2;
        String after = before.substring(0, at) + "y" + before.substring(at);
        Painting.Part part = Painting.of(after, Marks.NONE)
                .since(Painting.of(before, Marks.NONE), at, at + 1)
                .orElseThrow();
        assertThat(part.end() - part.start()).isLessThan(40);
    }

    /** Colouring what a painting says of itself since the last gives what colouring everything gives. */
    @Test
    void whatIsColouredAnewIsEnough() {
        Random random = new Random(8);
        String text = "title = \"x\"\nro = [\"a\", \"$HOME/b\"]\n# c\n";
        Painting before = Painting.of(text, Marks.NONE);
        List<Collection<String>> shown = flat(before, text.length());
        for (int i = 0; i < 500; i++) {
            int start = random.nextInt(text.length() + 1);
            int end = Math.min(text.length(), start + random.nextInt(3));
            String typed = List.of("", "\"", "x", "\n", "[", "# ", "$A", "'''").get(random.nextInt(8));
            if (text.length() > 400) {
                end = Math.min(text.length(), start + 200);
            }
            text = text.substring(0, start) + typed + text.substring(end);
            for (int j = end; j > start; j--) {
                shown.remove(start);
            }
            for (int j = 0; j < typed.length(); j++) {
                shown.add(start, List.of("inherited"));
            }
            Painting now = Painting.of(text, Marks.NONE);
            Optional<Painting.Part> part = now.since(before, start, start + typed.length());
            List<Collection<String>> whole = flat(now, text.length());
            part.ifPresent(fresh -> {
                for (int j = fresh.start(); j < fresh.end(); j++) {
                    shown.set(j, whole.get(j));
                }
            });
            assertThat(shown).as(text).isEqualTo(whole);
            before = now;
        }
    }

    private static List<Collection<String>> flat(Painting painting, int length) {
        List<Collection<String>> styles = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            styles.add(painting.at(i));
        }
        return styles;
    }
}
