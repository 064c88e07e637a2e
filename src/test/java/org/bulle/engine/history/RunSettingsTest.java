package org.bulle.engine.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.bulle.engine.profile.ParsedConfiguration;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.profile.ProfileParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunSettingsTest {
    @TempDir
    Path root;

    private RunSettings settings(String text) throws Exception {
        Files.writeString(root.resolve("config.toml"), text);
        return RunSettings.of(root);
    }

    @Test
    void theTableSaysWhatIsKept() throws Exception {
        assertThat(settings("[runs]\nkeep = 5\ndays = \"7\"\nkeep_output = false\n"))
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
        assertThat(settings("[runs\n")).isEqualTo(RunSettings.DEFAULT);
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
