package org.bulle.engine.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bulle.engine.policy.Layer;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TomlReaderTest {
    /** Fuzzing for longer: {@code -Dfuzz.inputs=1000000}. */
    private static final int INPUTS = Integer.getInteger("fuzz.inputs", 1500);

    @Test
    void readsPlainTextsExactlyAsTomljDoes() {
        TomlGarbage garbage = new TomlGarbage(20260101);
        int plain = 0;
        for (int i = 0; i < INPUTS; i++) {
            String text = garbage.next();
            plain += agrees(text) ? 1 : 0;
        }
        assertThat(plain).as("texts that were plain").isGreaterThan(INPUTS / 20);
    }

    @Test
    void readsTheBuiltInProfilesWithoutTomlj() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("profiles"))) {
            for (Path file : files.toList()) {
                assertThat(agrees(Files.readString(file))).as(file.toString()).isTrue();
            }
        }
    }

    @Test
    void noTextMakesTheParserThrowOrHang() {
        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(60L + INPUTS / 500), () -> {
            TomlGarbage garbage = new TomlGarbage(7);
            for (int i = 0; i < INPUTS; i++) {
                String text = garbage.next();
                Parsed parsed = ProfileParser.parse("x", Layer.USER, "x.toml", text);
                assertThat(parsed.profile().isPresent())
                        .isEqualTo(parsed.problems().isEmpty());
                assertThat(parsed.problems()).allSatisfy(problem -> {
                    assertThat(problem.line()).isPositive();
                    assertThat(problem.column()).isPositive();
                    assertThat(problem.format()).doesNotContainPattern("[\\p{Cntrl}]");
                });
                ProfileParser.parseConfiguration("config.toml", text);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a = [",
                "a = {b=",
                "a.",
                "[a.",
                "[[a",
                "\"",
                "'''",
                "a = \"\"\"\n",
                "[",
                "a = [[\"x\"],",
                "# \n",
                "=",
                "a = \"\\"
            })
    void deepOrLongTextsAreReadInBoundedTime(String piece) {
        String text = piece.repeat(100_000 / piece.length());
        Assertions.assertTimeoutPreemptively(
                Duration.ofSeconds(60),
                () -> assertThat(ProfileParser.parse("x", Layer.USER, "x.toml", text))
                        .isNotNull());
    }

    /** Else one forgotten quote would hide itself among the thousands of mistakes that only follow from it. */
    @Test
    void oneOpenQuoteIsSaidFirstAndWhatFollowsFromItIsCounted() {
        String lines = IntStream.range(0, 2_000)
                .mapToObj(i -> "  \"?$CACHE/tool/" + i + "\",\n")
                .collect(Collectors.joining());
        List<Problem> problems = ProfileParser.parse("x", Layer.USER, "x.toml", "ro = [\n  \"~/a,\n" + lines + "]\n")
                .problems();
        assertThat(problems).hasSizeLessThan(25);
        assertThat(problems.getFirst().line()).isEqualTo(2);
        assertThat(problems).anySatisfy(problem -> assertThat(problem.message()).contains("more from here on"));
    }

    @Test
    void aFileTooLargeIsRefusedUnread() {
        List<Problem> problems = ProfileParser.parse("x", Layer.USER, "x.toml", "#".repeat(TomlReader.LARGEST + 1))
                .problems();
        assertThat(problems)
                .singleElement()
                .extracting(Problem::message)
                .asString()
                .contains("larger than");
    }

    /** True when the text is plain; fails when the two readers differ on it. */
    private static boolean agrees(String text) {
        String content = TomlReader.withoutByteOrderMark(text);
        return PlainToml.read(content)
                .map(plain -> {
                    TomlReader.Read full = TomlReader.readFully("x.toml", content);
                    assertThat(full.faults()).as(text).isEmpty();
                    assertThat(plain).as(text).isEqualTo(full.root());
                    return true;
                })
                .orElse(false);
    }
}
