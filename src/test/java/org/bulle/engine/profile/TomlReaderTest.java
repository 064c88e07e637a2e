package org.bulle.engine.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
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

    /** Only the lines around a mistake are read by tomlj: it must be refused what tomlj refuses as a whole, and nothing else, and the first line must be said. */
    @Test
    void refusesExactlyWhatTomljRefusesAndSaysWhereItBegins() {
        TomlGarbage garbage = new TomlGarbage(20270202);
        int byPieces = 0;
        int elsewhere = 0;
        for (int i = 0; i < INPUTS; i++) {
            String text = i % 3 == 0 ? garbage.next() : garbage.nextLists();
            String content = TomlReader.withoutByteOrderMark(text);
            TomlReader.Read read = TomlReader.read("x.toml", text);
            TomlReader.Read full = TomlReader.readFully("x.toml", content);
            assertThat(read.faults().isEmpty()).as(text).isEqualTo(full.faults().isEmpty());
            if (full.faults().isEmpty()) {
                assertThat(read.root()).as(text).isEqualTo(full.root());
            } else {
                byPieces += FaultyToml.read("x.toml", content).isPresent() ? 1 : 0;
                int line = read.faults().getFirst().line();
                elsewhere += line == full.faults().getFirst().line() ? 0 : 1;
            }
        }
        assertThat(byPieces).as("texts of which tomlj read pieces").isGreaterThan(INPUTS / 3);
        // A key that stands twice is said before what tomlj cannot read at all.
        assertThat(elsewhere).as("another first line").isLessThan(INPUTS / 30);
    }

    @ParameterizedTest
    @ValueSource(strings = {"  \"~/open,\n", "  word\n", "  [\n", "  \"~/a\"b\",\n", "]\n", "  \"~/a\" \"~/b\",\n"})
    void oneMistakeInALongListIsToldAsTomljTellsItAndReadsFewLines(String mistake) {
        StringBuilder lines = new StringBuilder("rw = [\n  \"~/first\",\n]\n[linux]\nro = [\n");
        for (int i = 0; i < 600; i++) {
            lines.append("  \"?$CACHE/tool/")
                    .append(i)
                    .append("\", # ")
                    .append(i)
                    .append('\n');
            lines.append(i == 300 ? mistake : "");
        }
        String text = lines.append("]\n").toString();
        Optional<TomlReader.Read> pieces = FaultyToml.read("x.toml", text);
        Problem first = TomlReader.readFully("x.toml", text).faults().getFirst();
        assertThat(pieces.orElseThrow().faults().getFirst()).isEqualTo(first);
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
                "\n",
                "\r\n",
                "a = [\n# c\n",
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

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n", "# c\n", " \t# c\n\n", "# \ud83d\ude00\r\n"})
    void linesThatSayNothingCostNothing(String piece) {
        String many = piece.repeat(100_000 / piece.length());
        long lines = many.chars().filter(c -> c == '\n').count();
        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
            TomlReader.Read read = TomlReader.readFully("x", many + "a.b = [" + many + "1, 2]\n" + many + "c = \"x");
            assertThat(read.root().fields().get("a").value())
                    .isInstanceOfSatisfying(
                            TomlNode.Table.class,
                            a -> assertThat(a.fields().get("b").line()).isEqualTo(lines + 1));
            assertThat(read.faults().getFirst().line()).isEqualTo(3 * lines + 2);
        });
    }

    /** Lines that say nothing are left out before tomlj reads: it must not make any difference but in time. */
    @Test
    void leavingEmptyLinesOutChangesNothing() {
        TomlGarbage garbage = new TomlGarbage(20260909);
        int shorter = 0;
        for (int i = 0; i < INPUTS / 3; i++) {
            String text = garbage.withEmptyLines(i % 2 == 0 ? garbage.next() : garbage.nextLists());
            SparseText sparse = SparseText.of(text);
            shorter += sparse.text().length() < text.length() ? 1 : 0;
            assertThat(TomlReader.readFully("x.toml", sparse))
                    .as(text)
                    .isEqualTo(TomlReader.readFully("x.toml", SparseText.whole(text)));
        }
        assertThat(shorter).isGreaterThan(INPUTS / 6);
    }

    /** And what else is wrong is found in the same reading. */
    @Test
    void mistakesInSeveralPlacesAreAllTold() {
        List<Problem> problems = ProfileParser.parse(
                        "x",
                        Layer.USER,
                        "x.toml",
                        "ro = [\n  \"~/a,\n  \"~/b\",\n]\nrww = true\nrw = [\"/x\"] junk\nrox = [\"/y\"]\nrox = []\n[linux\n")
                .problems();
        assertThat(problems).extracting(Problem::line).containsExactly(2, 5, 6, 8, 9);
    }

    @Test
    void ofManyMistakesTheFirstAreSaidAndTheOthersAreCounted() {
        String lines = IntStream.range(0, 2_000)
                .mapToObj(i -> "  \"?$CACHE/tool/" + i + ",\n")
                .collect(Collectors.joining());
        List<Problem> problems = ProfileParser.parse("x", Layer.USER, "x.toml", "ro = [\n" + lines + "]\n")
                .problems();
        assertThat(problems).hasSizeLessThan(25);
        assertThat(problems.getFirst().line()).isEqualTo(2);
        String many = ("ro = [\"x]\n" + "rw = [\"~/a\"] b\n").repeat(40);
        assertThat(ProfileParser.parse("x", Layer.USER, "x.toml", many).problems())
                .hasSize(TomlReader.MOST_FAULTS + 1)
                .anySatisfy(problem -> assertThat(problem.message()).contains("more from here on"));
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
