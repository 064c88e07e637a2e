package org.bulle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code runs prune} deletes, and what it leaves. */
class RunsPruneTest {
    private static final int RECORDS = 4;

    private Desk desk;
    private Path records;

    @BeforeEach
    void sit(@TempDir Path root) throws IOException {
        desk = new Desk(root);
        records = Files.createDirectories(desk.home.resolve(".local/state/bulle/runs"));
        for (int i = 0; i < RECORDS; i++) {
            Files.writeString(records.resolve("19700101T00000" + i + "Z-1.json"), "{}");
        }
    }

    /** The user's own, which holds without {@code --config}. */
    private void own(String latin1) throws IOException {
        Path folder = Files.createDirectories(desk.home.resolve(".config/bulle"));
        Files.writeString(folder.resolve("config.toml"), latin1, StandardCharsets.ISO_8859_1);
    }

    private int left() {
        return Objects.requireNonNull(records.toFile().list()).length;
    }

    @Test
    void deletesWhatTheConfigurationDoesNotKeep() throws IOException {
        own("[runs]\nkeep = 3\n");
        Desk.Result result = desk.type("runs", "prune");
        assertThat(result.code()).isZero();
        assertThat(result.out()).isEqualTo("deleted 1 record\n");
        assertThat(left()).isEqualTo(3);
    }

    @Test
    void goesByTheConfigurationThatIsNamed() throws IOException {
        own("[runs]\nkeep = 3\n");
        Files.writeString(desk.config.resolve("config.toml"), "[runs]\nkeep = 2\n");
        assertThat(desk.type("runs", "prune", "--config", "@config").out()).isEqualTo("deleted 2 records\n");
        assertThat(desk.type("runs", "prune", "--config", "@nosuch").code()).isEqualTo(4);
        assertThat(left()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[runs]\ndays = 36500\nkep = 1\n",
                "[run]\nkeep = 5000\n",
                "[runs]\ndays = 36500 # \u00ff\n",
                "[runs\n"
            })
    void deletesNothingByAConfigurationThatIsWrong(String latin1) throws IOException {
        own(latin1);
        Desk.Result result = desk.type("runs", "prune", "--keep", "1");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("config.toml:");
        assertThat(result.out()).isEmpty();
        assertThat(left()).isEqualTo(RECORDS);
    }
}
