package org.bulle.engine.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bulle.engine.check.ThreeWayMerge.Kind;
import org.junit.jupiter.api.Test;

class ThreeWayMergeTest {
    private static final String BASE = "title = \"x\"\n\nro = [\"a\"]\nrw = [\"b\"]\n\n[macos]\n";

    @Test
    void takesBothChangesWhereTheyAreApart() {
        String mine = BASE.replace("\"x\"", "\"mine\"");
        String theirs = BASE + "ro = [\"c\"]\n";
        ThreeWayMerge merge = ThreeWayMerge.of(BASE, mine, theirs);
        assertThat(merge.conflicts()).isZero();
        assertThat(merge.merged()).isEqualTo(mine + "ro = [\"c\"]\n");
    }

    @Test
    void keepsBothTextsOfAConflict() {
        String mine = BASE.replace("[\"a\"]", "[\"m\"]");
        String theirs = BASE.replace("[\"a\"]", "[\"t\"]");
        ThreeWayMerge merge = ThreeWayMerge.of(BASE, mine, theirs);
        assertThat(merge.conflicts()).isEqualTo(1);
        assertThat(merge.merged())
                .contains(ThreeWayMerge.MINE + "ro = [\"m\"]\n" + ThreeWayMerge.THEIRS + "ro = [\"t\"]\n"
                        + ThreeWayMerge.END);
    }

    @Test
    void theSameChangeOnBothSidesIsNoConflict() {
        String both = BASE.replace("[\"a\"]", "[\"n\"]");
        ThreeWayMerge merge = ThreeWayMerge.of(BASE, both, both);
        assertThat(merge.merged()).isEqualTo(both);
        assertThat(merge.parts()).extracting(ThreeWayMerge.Part::kind).contains(Kind.BOTH);
    }

    @Test
    void anUnchangedSideGivesTheOther() {
        Random random = new Random(11);
        for (int i = 0; i < 300; i++) {
            String base = text(random);
            String other = text(random);
            assertThat(ThreeWayMerge.of(base, base, other).merged()).isEqualTo(other);
            assertThat(ThreeWayMerge.of(base, other, base).merged()).isEqualTo(other);
            String third = text(random);
            ThreeWayMerge merge = ThreeWayMerge.of(base, other, third);
            assertThat(merge.parts().stream()
                            .flatMap(part -> part.mine().stream())
                            .collect(Collectors.joining()))
                    .isEqualTo(other);
            assertThat(merge.parts().stream()
                            .flatMap(part -> part.theirs().stream())
                            .collect(Collectors.joining()))
                    .isEqualTo(third);
        }
    }

    @Test
    void twoLongTextsWithNothingInCommonTakeNoMinutes() {
        String base = IntStream.range(0, 40_000)
                .mapToObj(i -> "a" + i % 20_000 + "\n")
                .collect(Collectors.joining());
        String mine = IntStream.range(0, 40_000)
                .mapToObj(i -> "a" + (i * 7919) % 20_000 + "\n")
                .collect(Collectors.joining());
        ThreeWayMerge merge = ThreeWayMerge.of(base, mine, base.replace("a5\n", "new\n"));
        assertThat(merge.conflicts()).isEqualTo(1);
        assertThat(merge.merged()).contains(ThreeWayMerge.MINE, "new\n");
    }

    private static String text(Random random) {
        return IntStream.range(0, random.nextInt(12))
                        .mapToObj(i -> "l" + random.nextInt(4) + (random.nextInt(9) == 0 ? "\r\n" : "\n"))
                        .collect(Collectors.joining())
                + (random.nextInt(5) == 0 ? "end" : "");
    }
}
