package org.bulle.engine.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Command;
import org.bulle.engine.policy.EnvironmentVariable;
import org.bulle.engine.policy.Grant;
import org.bulle.engine.policy.Layer;
import org.bulle.engine.policy.Limit;
import org.bulle.engine.policy.Network;
import org.bulle.engine.policy.Origin;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.policy.PolicyEntry;
import org.bulle.engine.policy.Ports;
import org.bulle.engine.policy.Statement;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PolicyJsonTest {
    private static final Origin USER = new Origin("base", Layer.USER, "ro", "/c/profiles/base.toml", 3, 7);

    private static Policy policy(List<Grant> grants, Optional<Command> command, List<EnvironmentVariable> environment) {
        PolicyEntry entry = new PolicyEntry(
                "/nonexistent",
                AccessList.RO,
                true,
                false,
                new PolicyEntry.Outcome.Skipped(new Statement.Verbatim("no such file")),
                List.of(),
                List.of(USER),
                0);
        return new Policy(
                List.of("base"),
                "/w",
                command,
                Duration.ofSeconds(5400),
                grants,
                environment,
                Network.NONE,
                Ports.ANY,
                List.of(USER),
                List.of(),
                true,
                false,
                List.of(new Limit("nofile", "64", "RLIMIT_NOFILE", true, Statement.NONE)),
                List.of(entry),
                List.of(),
                List.of(),
                List.of("a note"));
    }

    private static String written(Policy policy) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = JsonText.generator(text)) {
            PolicyJson.write(out, policy, "linux-landlock", List.of(), Optional.of(false));
        }
        return text.toString();
    }

    private static JsonNode read(Policy policy) {
        return JsonMapper.shared().readTree(written(policy));
    }

    @Test
    void putsEachPathIntoTheListOfItsFinalRights() {
        JsonNode json = read(policy(
                List.of(new Grant("/a", AccessList.RWX), new Grant("/b", AccessList.RO)), Optional.empty(), List.of()));
        assertThat(json.get("rwx").get(0).stringValue()).isEqualTo("/a");
        assertThat(json.get("ro").get(0).stringValue()).isEqualTo("/b");
        assertThat(json.get("rox").isEmpty()).isTrue();
        assertThat(json.get("rw").isEmpty()).isTrue();
    }

    @Test
    void writesBytesThatAreNoTextAsLoneSurrogatesInPlainAscii() {
        String text = written(policy(List.of(new Grant("/a\udcffé", AccessList.RO)), Optional.empty(), List.of()));
        assertThat(text)
                .contains("\"/a\\udcff\\u00e9\"".replace("udcff", "uDCFF").replace("u00e9", "u00E9"));
        assertThat(text.chars()).allMatch(c -> c < 128);
        assertThat(JsonMapper.shared().readTree(text).get("ro").get(0).stringValue())
                .isEqualTo("/a\udcffé");
    }

    @Test
    void namesVariablesAndNeverTheirValues() {
        String text = written(policy(
                List.of(), Optional.empty(), List.of(new EnvironmentVariable("TOKEN", "hunter2", List.of(USER)))));
        assertThat(text).contains("\"TOKEN\"").doesNotContain("hunter2");
    }

    @Test
    void writesTheExecutedFileBeforeTheArgumentsAndTheTypedNameBeside() {
        JsonNode json =
                read(policy(List.of(), Optional.of(new Command("/bin/cat", List.of("cat", "-A", "f"))), List.of()));
        assertThat(json.get("command").toString()).isEqualTo("[\"/bin/cat\",\"-A\",\"f\"]");
        assertThat(json.get("argv0").stringValue()).isEqualTo("cat");
    }

    @Test
    void writesNoCommandAsAnEmptyListAndANullName() {
        JsonNode json = read(policy(List.of(), Optional.empty(), List.of()));
        assertThat(json.get("command").isEmpty()).isTrue();
        assertThat(json.get("argv0").isNull()).isTrue();
    }

    @Test
    void writesTheOutcomeAndEveryOriginOfAnEntry() {
        JsonNode entry = read(policy(List.of(), Optional.empty(), List.of()))
                .get("entries")
                .get(0);
        assertThat(entry.get("outcome").stringValue()).isEqualTo("skipped: no such file");
        JsonNode origin = entry.get("origins").get(0);
        assertThat(origin.get("layer").stringValue()).isEqualTo("user");
        assertThat(origin.get("line").intValue()).isEqualTo(3);
    }

    @Test
    void spellsDurationsAsTheTimeoutFlagTakesThem() {
        assertThat(PolicyJson.duration(Duration.ZERO)).isEqualTo("0");
        assertThat(PolicyJson.duration(Duration.ofSeconds(9000))).isEqualTo("2h30m");
        assertThat(PolicyJson.duration(Duration.ofMillis(90_500))).isEqualTo("1m30.500s");
    }

    @Test
    void followsTheSchemaThatShipsWithTheProduct() throws Exception {
        assertThat(PolicySchema.faults()).isEmpty();
        assertThat(PolicySchema.violations(read(policy(
                        List.of(new Grant("/a", AccessList.RWX), new Grant("/b\udcff", AccessList.RO)),
                        Optional.of(new Command("/bin/cat", List.of("cat"))),
                        List.of(
                                new EnvironmentVariable("A", "b", List.of(USER)),
                                new EnvironmentVariable("B", "b", List.of()))))))
                .isEmpty();
    }

    @Test
    void isHeldToThatSchema() throws Exception {
        JsonNode json = read(policy(List.of(new Grant("relative", AccessList.RWX)), Optional.empty(), List.of()));
        assertThat(PolicySchema.violations(json)).singleElement().asString().contains("rwx");
    }
}
