package org.bulle.engine.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bulle.engine.check.TextDiff.Kind;
import org.junit.jupiter.api.Test;

class TextDiffTest {
    private static String shown(TextDiff diff) {
        return diff.lines().stream()
                .map(line -> switch (line.kind()) {
                    case SAME -> " " + line.text();
                    case ADDED -> "+" + line.text();
                    case REMOVED -> "-" + line.text();
                    case FOLDED -> "~" + line.count();
                })
                .collect(Collectors.joining("\n"));
    }

    @Test
    void numbersTheLinesOfBothTexts() {
        TextDiff diff = TextDiff.between("a\nb\nc\n", "a\nx\nc\nd\n");
        assertThat(shown(diff)).isEqualTo(" a\n-b\n+x\n c\n+d");
        assertThat(diff.lines().get(3)).isEqualTo(new TextDiff.Line(Kind.SAME, 3, 3, "c", 1));
        assertThat(diff.lines().get(4).after()).isEqualTo(4);
        assertThat(diff.added()).isEqualTo(2);
        assertThat(diff.removed()).isEqualTo(1);
    }

    @Test
    void seesLineEndsAndAMissingLastOne() {
        assertThat(shown(TextDiff.between("a\r\n", "a\n"))).isEqualTo("-a\r\n+a");
        assertThat(shown(TextDiff.between("a", "a\n"))).isEqualTo("-a" + TextDiff.NO_NEWLINE + "\n+a");
        assertThat(TextDiff.between("", "").isEmpty()).isTrue();
        assertThat(shown(TextDiff.between("", "a\n"))).isEqualTo("+a");
        assertThat(shown(TextDiff.between("\n", ""))).isEqualTo("-");
    }

    @Test
    void foldsWhatIsFarFromAChange() {
        String before = IntStream.range(0, 20).mapToObj(i -> "l" + i + "\n").collect(Collectors.joining());
        TextDiff folded =
                TextDiff.between(before, before.replace("l10\n", "new\n")).folded(2);
        assertThat(shown(folded)).isEqualTo("~8\n l8\n l9\n-l10\n+new\n l11\n l12\n~7");
        assertThat(folded.lines().getLast().before()).isEqualTo(14);
    }

    @Test
    void standsSideBySideWithGapsOnTheShorterSide() {
        List<TextDiff.Row> rows =
                TextDiff.between("a\nb\nc\n", "a\nx\ny\nz\nc\n").rows();
        assertThat(rows).hasSize(5);
        assertThat(rows.get(1).left()).extracting(TextDiff.Line::text).isEqualTo("b");
        assertThat(rows.get(1).right()).extracting(TextDiff.Line::text).isEqualTo("x");
        assertThat(rows.get(2).left()).isNull();
    }

    @Test
    void findsWhatChangedInALine() {
        assertThat(TextDiff.changed("ro = [\"a\"]", "ro = [\"ab\"]")).isEqualTo(new TextDiff.Span(8, 8));
        assertThat(TextDiff.changed("ro = [\"ab\"]", "ro = [\"a\"]")).isEqualTo(new TextDiff.Span(8, 9));
    }

    @Test
    void bothTextsCanBeReadBackFromAnyDifference() {
        Random random = new Random(4);
        for (int i = 0; i < 200; i++) {
            String before = text(random);
            String after = text(random);
            TextDiff diff = TextDiff.between(before, after);
            assertThat(join(diff, Kind.ADDED)).isEqualTo(before);
            assertThat(join(diff, Kind.REMOVED)).isEqualTo(after);
        }
    }

    private static String text(Random random) {
        return random.ints(random.nextInt(30), 0, 4)
                .mapToObj(i -> "l" + i + "\n")
                .collect(Collectors.joining());
    }

    private static String join(TextDiff diff, Kind without) {
        return diff.lines().stream()
                .filter(line -> line.kind() != without)
                .map(line -> line.text() + "\n")
                .collect(Collectors.joining());
    }

    @Test
    void twoLongTextsWithNothingInCommonTakeNoMinutes() {
        String before = IntStream.range(0, 30_000).mapToObj(i -> "a" + i + "\n").collect(Collectors.joining());
        TextDiff diff = TextDiff.between(before, before.replace('a', 'b'));
        assertThat(diff.removed()).isEqualTo(30_000);
        assertThat(diff.added()).isEqualTo(30_000);
    }
}
