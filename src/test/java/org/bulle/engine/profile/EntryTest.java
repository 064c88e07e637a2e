package org.bulle.engine.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EntryTest {

    @Test
    void markersStandInAnyOrder() {
        assertThat(MarkedPath.of("?+$X/a")).isEqualTo(new MarkedPath(true, true, "$X/a"));
        assertThat(MarkedPath.of("+?$X/a")).isEqualTo(new MarkedPath(true, true, "$X/a"));
        assertThat(MarkedPath.of("/a?")).isEqualTo(new MarkedPath(false, false, "/a?"));
        assertThat(MarkedPath.of("\\?a")).isEqualTo(new MarkedPath(false, false, "\\?a"));
    }

    @ParameterizedTest
    @CsvSource({"/a/, /a", "/a//, /a", "/, /", "//, /", "$X/, $X", "'/a\\/', '/a\\/'"})
    void aTrailingSlashIsNoPartOfTheMergeKey(String text, String key) {
        assertThat(MarkedPath.of(text).mergeKey()).isEqualTo(key);
    }

    @Test
    void aPathMayHaveEveryCharacterButNul() {
        assertThat(EntryText.refusal("/a\nb\t\u001b")).isEmpty();
        assertThat(EntryText.refusal("/a\u0000")).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"A", "LC_*", "*", "npm_config_cache", "A=", "A=b=c", "A.b-c=x y", "_=1"})
    void allowsEnvironmentEntries(String entry) {
        assertThat(EnvEntry.of(entry).refusal(true)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "=x", "1A", "A B", "A*=x", "A=\n", "A=\u0000", "\u00e9"})
    void refusesEnvironmentEntries(String entry) {
        assertThat(EnvEntry.of(entry).refusal(true)).isPresent();
    }

    @Test
    void aFlagMayCarryAnyValueButNul() {
        assertThat(EnvEntry.of("KEY=line\nline").refusal(false)).isEmpty();
        assertThat(EnvEntry.of("KEY=a\u0000").refusal(false)).isPresent();
    }

    @Test
    void neverShowsTheValue() {
        assertThat(EnvEntry.of("TOKEN*=s3cret").refusal(true).orElseThrow()).doesNotContain("s3cret");
        assertThat(EnvEntry.of("TOKEN=s3cret")).asString().doesNotContain("s3cret");
    }

    @ParameterizedTest
    @CsvSource({"90s, 90000", "2h30m, 9000000", "1.5h, 5400000", "500ms, 500", "0, 0", "1d, 86400000"})
    void readsDurations(String text, long millis) {
        assertThat(Quantity.duration(text)).contains(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "90", "s", "-1s", "1 s", "1w", "1h-", "999999999999d999999999999d"})
    void refusesWhatIsNoDuration(String text) {
        assertThat(Quantity.duration(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"2G, 2147483648", "1.5k, 1536", "0, 0", "4096, 4096", "1T, 1099511627776"})
    void readsSizes(String text, long bytes) {
        assertThat(Quantity.size(text)).hasValue(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "G", "2GB", "-1", "1e3", "99999999999999999T"})
    void refusesWhatIsNoSize(String text) {
        assertThat(Quantity.size(text)).isEmpty();
    }

    @Test
    void readsShares() {
        assertThat(Quantity.percent("150%")).hasValue(150_000);
        assertThat(Quantity.percent("0.5%")).hasValue(500);
        assertThat(Quantity.percent("0")).hasValue(0);
        assertThat(Quantity.percent("150")).isEmpty();
    }

    @Test
    void escapesWhatWouldNotBeSeen() {
        assertThat(Printable.escape("a\u001b[31m\u202eb\n\udc80\ud83d\ude00\u00e9"))
                .isEqualTo("a\\u001b[31m\\u202eb\\n\\udc80\ud83d\ude00\u00e9");
        assertThat(Printable.escape("\udb40\udc01")).isEqualTo("\\U000e0001");
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "a\"b", "a\\b", "a'b\\", "t\tn\n", "\u0001\u007f", "\ud83d\ude00", ""})
    void quotedTextReadsBack(String text) {
        TomlReader.Read read = TomlReader.readFully("x", "description = " + TomlText.quote(text));
        assertThat(read.faults()).isEmpty();
        assertThat(read.root().fields().get("description").value()).isEqualTo(new TomlNode.Text(text, 1, 15));
    }
}
