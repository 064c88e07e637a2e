package org.bulle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code scratch} refuses before anything runs. */
class ScratchCommandTest {
    private Desk desk;

    @BeforeEach
    void sit(@TempDir Path root) throws IOException {
        desk = new Desk(root);
    }

    private void nothingIsLeft() {
        Path scratches = desk.home.resolve(".local/state/bulle/scratch");
        assertThat(Files.notExists(scratches) || scratches.toFile().list().length == 0)
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({"--scratch base", "--scratch-keep base", "scratch base"})
    void contradictsNoWorkspace(String words) {
        Desk.Result result = desk.typeHere((words + " --no-workspace -- true").split(" "));
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("--no-workspace").contains("contradict");
        nothingIsLeft();
    }

    @ParameterizedTest
    @CsvSource({"lst,list", "dif,diff", "pul,pull", "shel,shell", "wip,wipe", "lsit,list"})
    void takesASlipInAVerbForNoRun(String slip, String verb) {
        Desk.Result result = desk.typeHere("scratch", slip);
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("did you mean \"scratch " + verb + "\"?");
    }

    @Test
    void takesAProfileForAProfileHoweverNearAVerbItIs() throws IOException {
        desk.profile("dif", "inherits = \"base\"\n");
        Desk.Result result = desk.typeHere("scratch", "dif", "--", "true");
        assertThat(result.code()).isEqualTo(4);
        assertThat(result.err()).contains("not in a Git repository");
    }

    @Test
    void findsAnUnknownProfileBeforeItClones() {
        Desk.Result result = desk.typeHere("scratch", "bsae", "--", "true");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("did you mean \"base\"?");
        nothingIsLeft();
    }

    @Test
    void needsARepositoryWithACommit() throws Exception {
        Desk.Result none = desk.typeHere("--scratch", "base", "--", "true");
        assertThat(none.code()).isEqualTo(4);
        assertThat(none.err()).contains("not in a Git repository");
        assertThat(new ProcessBuilder("git", "init", "-q", desk.workspace.toString())
                        .start()
                        .waitFor())
                .isZero();
        Desk.Result empty = desk.typeHere("--scratch", "base", "--", "true");
        assertThat(empty.code()).isEqualTo(4);
        assertThat(empty.err()).contains("no commit yet");
        Desk.Result missing = desk.typeHere("--scratch", "base", "@nowhere", "--", "true");
        assertThat(missing.code()).isEqualTo(2);
        assertThat(missing.err()).contains("does not exist");
        nothingIsLeft();
    }

    @ParameterizedTest
    @CsvSource({"diff nonsense,4", "pull,4", "shell x,4", "wipe x --yes,4", "list x,2", "diff --jsn,2"})
    void knowsWhatItDoesNotHave(String words, int code) {
        Desk.Result result = desk.typeHere(("scratch " + words).split(" "));
        assertThat(result.code()).isEqualTo(code);
        assertThat(result.err()).startsWith("bulle: ");
    }

    @Test
    void listsNothingWhereNothingIsKept() {
        assertThat(desk.typeHere("scratch", "list").out()).startsWith("no scratches are kept in " + desk.home);
        assertThat(desk.typeHere("scratch", "list", "--json").out()).isEqualTo("[ ]\n");
    }

    @ParameterizedTest
    @CsvSource({
        "relative,needs one absolute path",
        "$WORKSPACE/x,cannot depend on the workspace",
        "/a/*/b,needs one absolute path",
        "$NOSUCH/x,unknown variable"
    })
    void refusesAConfiguredPlaceThatIsNone(String place, String why) throws IOException {
        Files.writeString(desk.config.resolve("config.toml"), "[scratch]\ndir = '" + place + "'\n");
        Desk.Result result = desk.typeHere("scratch", "list");
        assertThat(result.code()).isNotZero();
        assertThat(result.err()).contains("config.toml:2").contains(why);
    }

    @Test
    void keepsThemWhereTheConfigurationSays() throws IOException {
        Files.writeString(desk.config.resolve("config.toml"), "[vars]\nBIG = '/mnt/big'\n[scratch]\ndir = '$BIG/s'\n");
        assertThat(desk.typeHere("scratch", "list").out()).contains("/mnt/big/s");
    }

    @Test
    void helpsWithRunsAndVerbs() {
        assertThat(desk.type("scratch", "--help").out())
                .contains("bulle scratch list|diff|pull|shell|wipe")
                .contains("--rwx")
                .contains("wipe");
        assertThat(desk.type("scratch", "wipe", "--help").out()).contains("--yes");
        assertThat(desk.type("help", "--man").out()).contains("scratch pull [SCRATCH]");
    }

    @ParameterizedTest
    @CsvSource({"5,5s", "125,2min", "7300,2h", "200000,2d"})
    void tellsItsAge(int seconds, String age) {
        assertThat(ScratchCommand.age(Duration.ofSeconds(seconds))).isEqualTo(age);
    }
}
