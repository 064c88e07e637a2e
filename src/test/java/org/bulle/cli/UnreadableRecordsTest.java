package org.bulle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of records that are there and tell nothing. */
class UnreadableRecordsTest {
    private static final String ID = "20990101-000000-";

    private Desk desk;
    private Path records;

    @BeforeEach
    void sit(@TempDir Path root) throws IOException {
        desk = new Desk(root);
        records = Files.createDirectories(desk.home.resolve(".local/state/bulle/runs"));
    }

    private void record(String end, String text) throws IOException {
        Files.writeString(records.resolve(ID + end + ".json"), text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"schema\" : 99, \"id\" : \"x\"} | a later version of bulle wrote it (schema 99)",
                "{\"schema\" : 1, \"id\" : \"x | not a run record: Unexpected end-of-input",
                "'' | not a run record: no object",
                "[] | not a run record: no object",
                "{} | not a run record",
            })
    void saysWhatIsWrongWithOne(String text, String why) throws IOException {
        record("ffff", text);
        for (String verb : new String[] {"show", "rerun"}) {
            Desk.Result result = desk.type("runs", verb, "2099");
            assertThat(result.code()).isEqualTo(4);
            assertThat(result.err())
                    .startsWith("bulle: the record of run " + ID + "ffff cannot be read: " + why)
                    .doesNotContain("Source", "Exception", "BULLE_DEBUG");
        }
    }

    @Test
    void namesThemWhereRunsAreListed() throws IOException {
        record("ffff", "{\"schema\" : 99}");
        assertThat(desk.type("runs").err())
                .isEqualTo("bulle: warning: 1 record cannot be read: " + ID + "ffff (bulle runs show ID says why)\n");
        for (String end : new String[] {"a", "b", "c"}) {
            record(end, "");
        }
        Desk.Result json = desk.type("runs", "--json");
        assertThat(json.out().strip()).matches("\\[\\s*\\]");
        assertThat(json.err()).contains("4 records cannot be read: ").contains(" ... (");
    }
}
