package org.bulle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ProfilesCommandTest {
    private Desk desk;

    @BeforeEach
    void sit(@TempDir Path root) throws IOException {
        desk = new Desk(root);
    }

    private String file(String name) throws IOException {
        return Files.readString(desk.config.resolve("profiles").resolve(name + ".toml"));
    }

    @Test
    void addsGrantsToAFileOfItsOwn() throws IOException {
        Desk.Result first = desk.typeHere(
                "profiles", "add", "mine", "--ro", "/a,/b\\,c", "--rw", "rel", "--env", "A=1,2", "--allow", "network");
        assertThat(first.code()).as(first.err()).isZero();
        assertThat(first.out()).contains("profiles/mine.toml", "network full").doesNotContain("1,2");
        Desk.Result second = desk.typeHere("profiles", "add", "mine", "--ro", "/a,/d", "--deny", "network");
        assertThat(second.code()).isZero();
        assertThat(file("mine"))
                .contains(
                        "ro = [\"/a\", \"/b,c\", \"/d\"]",
                        "rw = [\"" + desk.workspace + "/rel\"]",
                        "env = [\"A=1,2\"]",
                        "deny = [\"network\"]");
        assertThat(desk.typeHere("profiles", "add", "mine", "--ro", "/a").out()).startsWith("nothing to add");
    }

    @Test
    void makesAConfigurationThatIsNotThereYet() throws IOException {
        assertThat(desk.type("profiles", "add", "mine", "--config", "@new", "--ro", "/a")
                        .code())
                .isZero();
        assertThat(desk.root.resolve("new/profiles/mine.toml")).exists();
    }

    @Test
    void saysWhoElseGetsWhatIsAdded() {
        assertThat(desk.typeHere("profiles", "add", "git", "--ro", "/srv/x").out())
                .contains("ro /srv/x  for ", "claude", "git");
    }

    @Test
    void leavesAFileThatItDidNotMake() throws IOException {
        desk.profile("own", "# mine\nro = [\"/x\"]\n");
        Desk.Result result = desk.typeHere("profiles", "add", "own", "--ro", "/y", "--rw", "/z");
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("own.toml");
        assertThat(result.out()).isEqualTo("ro = [\"/x\", \"/y\"]  # in the place of line 2\nrw = [\"/z\"]\n");
        assertThat(file("own")).isEqualTo("# mine\nro = [\"/x\"]\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "show --ro /x|reserved",
                "../x --ro /x|not allowed",
                "mine|nothing to add",
                "mine --ro /a,,b|empty element",
                "mine --allow netwrok|network",
                "mine --env 1A|1A",
                "mine --allow network --deny network|at once",
                "mine --rox|--rox",
                "--ro /x|NAME"
            })
    void refusesWhatCannotBeAddedAndWritesNothing(String line, String message) throws IOException {
        SortedMap<String, String> before = desk.files();
        Desk.Result result = desk.typeHere(("profiles add " + line).split(" "));
        assertThat(result.code()).as(result.toString()).isEqualTo(2);
        assertThat(result.err()).contains(message);
        assertThat(desk.files()).isEqualTo(before);
    }

    @Test
    void checksEverythingThatTheUserWrote() throws IOException {
        assertThat(desk.typeHere("profiles", "check").code()).isZero();
        desk.profile("bad", "defualt_app = \"x\"\n");
        Desk.Result result = desk.typeHere("profiles", "check");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.out()).contains("error", "bad.toml:1:1", "default_app", "1 error");
        assertThat(desk.typeHere("profiles", "check", "base").code()).isZero();
        assertThat(desk.typeHere("profiles", "check", "base", "bad").code()).isEqualTo(2);
    }

    @Test
    void checksAFileThatIsNotInstalled() throws IOException {
        Files.writeString(desk.workspace.resolve("new.toml"), "ro = [\"/usr/**\"]\n");
        Desk.Result result = desk.typeHere("profiles", "check", "new.toml");
        assertThat(result.code()).isNotZero();
        assertThat(result.out()).contains("new.toml:1:7");
        Files.write(desk.workspace.resolve("latin.toml"), new byte[] {'#', (byte) 0xe9, '\n'});
        assertThat(desk.typeHere("profiles", "check", "./latin.toml").out()).contains("not UTF-8");
        Files.writeString(desk.workspace.resolve("show.toml"), "");
        assertThat(desk.typeHere("profiles", "check", "show.toml").out()).contains("reserved");
        assertThat(desk.typeHere("profiles", "check", "nosuch.toml").code()).isEqualTo(4);
        assertThat(desk.typeHere("profiles", "check", "bsae").err()).contains("did you mean \"base\"");
    }

    @Test
    void printsProblemsAsJson() throws IOException {
        desk.profile("bad", "defualt_app = \"x\"\n");
        JsonNode problem = JsonMapper.shared()
                .readTree(desk.typeHere("profiles", "check", "--json", "bad").out())
                .get(0);
        assertThat(problem.propertyNames())
                .containsExactly("severity", "file", "line", "column", "key", "message", "fix");
        assertThat(problem.get("severity").stringValue()).isEqualTo("error");
        assertThat(problem.get("line").intValue()).isEqualTo(1);
    }
}
