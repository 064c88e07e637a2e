package org.bulle.engine.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.bulle.engine.profile.ParsedConfiguration;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.profile.ProblemException;
import org.bulle.engine.profile.ProfileParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunSettingsTest {
    @TempDir
    Path root;

    private RunSettings settings(String text) throws Exception {
        Files.writeString(root.resolve("config.toml"), text);
        return RunSettings.of(root);
    }

    @Test
    void theTableSaysWhatIsKept() throws Exception {
        assertThat(settings("[runs]\nkeep = 5\ndays = 7\nkeep_output = false\n"))
                .isEqualTo(new RunSettings(Retention.exactly(5, Duration.ofDays(7)), false));
        assertThat(settings("[\"\\u0072uns\"]\nkeep = 5\n").retention().runs()).isEqualTo(5);
        assertThat(settings("[runs]\ndays = 0\n").retention())
                .isEqualTo(Retention.exactly(Retention.DEFAULT.runs(), Duration.ZERO));
        assertThat(settings("[runs]\nkeep = 20\n").retention().least()).isEqualTo(20);
    }

    @Test
    void whatIsNotSaidIsAsUsual() throws Exception {
        assertThat(RunSettings.of(root)).isEqualTo(RunSettings.DEFAULT);
        assertThat(settings("[vars]\nX = \"/x\"\n")).isEqualTo(RunSettings.DEFAULT);
        assertThat(settings("[runs]\n")).isEqualTo(RunSettings.DEFAULT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[runs\n",
                "[runs]\nkeep = 5000\nkep = 1\n",
                "[run]\nkeep = 5000\n",
                "[runs]\nkeep = 5000 # \u00ff\n"
            })
    void nothingIsMadeUpForAFileThatIsWrong(String latin1) throws Exception {
        Files.writeString(root.resolve("config.toml"), latin1, StandardCharsets.ISO_8859_1);
        assertThatThrownBy(() -> RunSettings.of(root))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("config.toml");
    }

    @Test
    void theLongEscapeSpellsTheTableToo() throws Exception {
        settings("[\"\\U00000072uns\"]\nkeep = 5\n");
        assertThat(RunSettings.ofPlanned(root).retention().runs()).isEqualTo(5);
    }

    @Test
    void whereNothingIsKnownNothingGoes() throws Exception {
        RunHistory history = RunHistory.under(root);
        Files.createDirectories(history.folder());
        Files.writeString(history.folder().resolve("19700101T000000Z-1.json"), "{}");
        assertThat(history.prune(Retention.EVERYTHING, Instant.parse("2100-01-01T00:00:00Z")))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.5",
                "1e3",
                "[1]",
                "inf",
                "2026-01-01",
                "true",
                "{ n = 1 }",
                "\"5\"",
                "-1",
                "1000001",
                "9223372036854775807"
            })
    void aNumberOfRecordsIsAWholeNumberAndNothingElse(String value) {
        ParsedConfiguration parsed = ProfileParser.parseConfiguration("config.toml", "[runs]\nkeep = " + value + "\n");
        assertThat(parsed.problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.message())
                        .startsWith("keep needs a whole number from 0 to 1000000, not ")
                        .doesNotEndWith("not "));
    }

    @Test
    void everyMistakeIsNamedWhereItStands() {
        ParsedConfiguration parsed = ProfileParser.parseConfiguration(
                "config.toml", "[runs]\nkeep = -1\ndays = \"soon\"\nkeep_output = 1\nkeeps = 3\n");
        assertThat(parsed.problems()).extracting(Problem::line).containsExactlyInAnyOrder(2, 3, 4, 5);
        assertThat(parsed.problems())
                .extracting(Problem::message)
                .anyMatch(text -> text.contains("keep needs a whole number from 0 to 1000000"))
                .anyMatch(text -> text.contains("\"soon\""));
    }
}
