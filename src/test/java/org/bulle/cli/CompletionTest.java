package org.bulle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompletionTest {
    private Desk desk;

    @BeforeEach
    void sit(@TempDir Path root) throws IOException {
        desk = new Desk(root);
    }

    /** The words of the line; {@code _} is an empty one. */
    private List<String> complete(String line) {
        List<String> words = new ArrayList<>(List.of("__complete"));
        words.addAll(Stream.of(line.split(" "))
                .map(word -> word.equals("_") ? "" : word)
                .toList());
        Desk.Result result = desk.type(words.toArray(String[]::new));
        assertThat(result.code()).isZero();
        assertThat(result.err()).isEmpty();
        return result.out().lines().toList();
    }

    private List<String> candidates(String line) {
        List<String> lines = complete(line);
        assertThat(lines.getFirst()).isEqualTo("words\t");
        return lines.stream()
                .skip(1)
                .map(each -> each.substring(0, each.indexOf('\t')))
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "sho,show",
        "detec,detect",
        "off,offline",
        "'tool,offl','tool,offline'",
        "'tool,git,off','tool,git,offline'",
        "tool --stri,--strict-limits",
        "--timeou,--timeout",
        "tool --allow netw,network",
        "tool --allow=lo,--allow=loopback",
        "'tool --deny network,lo','network,loopback'",
        "show --platfor,--platform",
        "show --platform mac,macos",
        "show confi,config",
        "show offl,offline",
        "show profiles offl,offline",
        "runs reru,rerun",
        "runs show las,last",
        "profiles lis,list",
        "profiles --jso,--json",
        "help runs pru,prune",
        "completion zs,zsh",
        "scr,scratch",
        "scratch wip,wipe",
        "scratch offl,offline",
        "scratch list --jso,--json",
        "scratch wipe --ye,--yes",
        "scratch tool --timeou,--timeout",
        "tool --scratch-,--scratch-keep",
        "tool --env HOM,HOME",
        "--config /nonexistent --time,--timeout"
    })
    void offersTheOneThatFits(String line, String word) {
        assertThat(candidates(line)).contains(word).allMatch(each -> each.startsWith(word.substring(0, 2)));
    }

    @Test
    void offersSubcommandsAndProfilesFirst() {
        assertThat(candidates("")).contains("show", "runs", "claude", "tool").doesNotContain("__complete", "--ro");
    }

    @Test
    void doesNotOfferAProfileTwice() {
        assertThat(candidates("tool,")).contains("tool,git").doesNotContain("tool,tool");
    }

    @Test
    void offersAFlagAgainOnlyWhereThatMeansSomething() {
        assertThat(candidates("tool --ro /a --timeout 5s --")).contains("--ro").doesNotContain("--timeout", "--json");
    }

    @Test
    void takesProfilesFromTheConfigurationThatTheLineNames() throws IOException {
        desk.profile("mine", "title = \"My own\"\n");
        assertThat(candidates("min")).isEmpty();
        assertThat(candidates("--config " + desk.config + " min")).containsExactly("mine");
        assertThat(complete("--config " + desk.config + " min")).contains("mine\tMy own");
    }

    @ParameterizedTest
    @CsvSource({
        "tool _,directories,''",
        "tool x,directories,''",
        "tool --ro /et,files,''",
        "'tool --ro /a,/et',files,'/a,'",
        "'tool --ro ?+/et',files,?+",
        "'tool --rw=/a,?/et',files,'--rw=/a,?'",
        "--config /e,directories,''",
        "tool --env-file _,files,''",
        "detect _,directories,''"
    })
    void leavesFilesToTheShell(String line, String kind, String prefix) {
        assertThat(complete(line)).containsExactly(kind + "\t" + prefix);
    }

    @ParameterizedTest
    @CsvSource({"tool -- l,2", "tool /w --ro /a -- ls /e,5", "-- l,1", "show tool -- l,3", "show policy tool -- l,4"})
    void leavesTheCommandToTheShell(String line, int start) {
        assertThat(complete(line)).containsExactly("command\t" + start);
    }

    @ParameterizedTest
    @CsvSource({"tool /w x", "--timeout _", "nosuch --nosuch=", "runs nosuch x", "help nosuch x", "version x"})
    void offersNothingWhereNothingCanStand(String line) {
        assertThat(candidates(line)).isEmpty();
    }

    @Test
    void survivesABrokenConfiguration() throws IOException {
        Files.writeString(desk.config.resolve("config.toml"), "[");
        desk.profile("broken", "[");
        assertThat(candidates("--config " + desk.config + " off")).containsExactly("offline");
    }

    @Test
    void printsAScriptForEachShell() {
        for (String shell : CompletionScript.SHELLS) {
            assertThat(desk.type("completion", shell).out()).contains("__complete");
        }
    }
}
