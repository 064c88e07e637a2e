package org.bulle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is wrong: the right code, one line for each fault, nothing created. */
class BadInputTest {
    private Desk desk;

    @BeforeEach
    void sit(@TempDir Path root) throws IOException {
        desk = new Desk(root);
        Files.createSymbolicLink(desk.root.resolve("rootlink"), Path.of("/"));
        Files.writeString(desk.workspace.resolve("plain"), "x");
        desk.profile("unknownkey", "defualt_app = \"x\"\n");
        desk.profile("badtype", "ro = \"x\"\n");
        desk.profile("child", "inherits = \"bsae\"\n");
        desk.profile("cycle", "inherits = \"cycle2\"\n");
        desk.profile("cycle2", "inherits = \"cycle\"\n");
        desk.profile("missing", "rw = [\"@none\"]\n".replace("@", desk.root + "/"));
        desk.profile("creates", "rw = [\"+$HOME/new/\", \"/nonexistent/b\"]\n");
        desk.profile("var", "ro = [\"$NOSUCH/x\"]\n");
        desk.profile("stars", "ro = [\"/usr/**\"]\n");
        desk.profile("namespace", "ro = [\"nosuch:thing\"]\n");
        desk.profile("aspect", "ro = [\"go:nosuch\"]\n");
        desk.profile("slash", "vars = 1\n");
        desk.profile("cap", "allow = [\"netwrok\"]\n");
    }

    /** A clean-up that follows links would not like it. */
    @AfterEach
    void removeTheLink() throws IOException {
        Files.delete(desk.root.resolve("rootlink"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2|nosuch @workspace -- true|unknown profile",
                "2|bse @workspace -- true|did you mean \"base\"",
                "2|base,,x -- true|empty element",
                "2|base --rxo /x -- true|not a flag",
                "2|base --ro -- true|needs a value",
                "2|base --json -- true|goes with show",
                "2|base @workspace x -- true|one argument too many",
                "2|base --allow netwrok -- true|did you mean \"network\"",
                "2|base --timeout soon -- true|soon",
                "2|base --memory much -- true|much",
                "2|base --cpu 1 -- true|1",
                "2|base --var lower=x -- true|lower",
                "2|base --env 1X -- true|1X",
                "4|base --env-file @nosuch -- true|nosuch",
                "2|base|nothing to run",
                "2|base @nosuch -- true|does not exist",
                "2|base @workspace/plain -- true|not a directory",
                "2|unknownkey -- true|default_app",
                "2|badtype -- true|badtype.toml:1:",
                "2|child -- true|did you mean \"base\"",
                "2|cycle -- true|cycle -> cycle2 -> cycle",
                "2|cap -- true|network",
                "4|missing -- true|none",
                "4|creates -- true|/nonexistent/b",
                "4|var -- true|NOSUCH",
                "4|stars -- true|**",
                "4|namespace -- true|nosuch",
                "4|aspect -- true|go:",
                "4|base / -- true|/",
                "4|base @rootlink -- true|/",
                "4|base @home -- true|home",
                "4|base --rw @nosuch -- true|nosuch",
                "4|base --ro @rootlink -- true|rootlink",
                "127|base -- nosuchcommand|not found",
                "127|base -- ./nosuch|not found",
                "2|base --|nothing to run",
                "126|base -- ./plain|not executable",
                "126|base -- .|is a directory",
                "2|help nosuch|nosuch",
                "2|completion tcsh|tcsh",
                "2|show nosuch|unknown profile",
                "2|show --jsn base|did you mean \"--json\"",
                "2|show profiles bse|did you mean \"base\"",
                "2|show profiles a b|one word too many",
                "4|profiles add mine --ro which:ls|which: is for rox and rwx only",
                "4|profiles add mine --rw $NOSUCH/x|unknown variable $NOSUCH",
                "2|profiles lst|did you mean \"list\"",
                "2|profiles --jsn|did you mean \"--json\"",
                "2|runs --nosuch|--nosuch",
                "4|runs show nosuch|nosuch",
                "4|runs rerun|no runs",
                "2|runs prune --keep x|x",
                "2|detect --json --notes|exclude",
                "4|detect @nosuch|nosuch",
                "2|shwo|show",
            })
    void isRefusedWithItsCodeAndCreatesNothing(int code, String line, String message) throws IOException {
        SortedMap<String, String> before = desk.files();
        boolean configured = !line.matches("(help|completion|detect) .*");
        Desk.Result result = configured ? desk.typeHere(line.split(" ")) : desk.type(line.split(" "));
        assertThat(result.code()).as(result.toString()).isEqualTo(code);
        assertThat(result.err()).contains(message).doesNotContain("Exception").doesNotContain("\tat ");
        assertThat(result.err().lines()).allMatch(each -> each.startsWith("bulle: ") || each.startsWith("       "));
        assertThat(desk.files()).isEqualTo(before);
    }

    @Test
    void namesADirectoryAndACommandInTheProfilesPlace() {
        assertThat(desk.typeHere("@workspace").err()).contains("the workspace comes second");
        assertThat(desk.typeHere("ls").err()).contains("bulle -- ls");
        assertThat(desk.typeHere("shwo").err()).contains("bulle show");
    }

    @Test
    void refusesAConfigurationThatIsNotThere() {
        Desk.Result result = desk.type("--config", "@nosuch", "base", "--", "true");
        assertThat(result.code()).isEqualTo(4);
        assertThat(result.err()).contains("no such directory");
        assertThat(desk.type("show", "--config", "@workspace/plain", "base").code())
                .isEqualTo(4);
    }

    @Test
    void reportsEveryFaultOfEveryUsedFileTogether() throws IOException {
        desk.profile("many", "one = 1\ntwo = 2\n");
        Desk.Result result = desk.typeHere("many,badtype", "--", "true");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("\"one\"", "\"two\"", "badtype.toml");
    }

    @Test
    void warnsOfABrokenProfileThatIsNotUsed() {
        Desk.Result result = desk.typeHere("show", "base");
        assertThat(result.code()).isZero();
        assertThat(result.err()).contains("warning", "badtype.toml");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u001b[31m", "a\nb", "\u202e", "\udcff", "%s%n", "\u0000"})
    void makesHostileArgumentsHarmless(String hostile) {
        for (String[] words : new String[][] {
            {hostile},
            {"--" + hostile},
            {"base", hostile},
            {"help", hostile},
            {"show", "profiles", hostile},
            {"base", "--ro", hostile, "--", "nosuchcommand"},
            {"base", "--", hostile},
            {"profiles", hostile},
            {"runs", "show", hostile}
        }) {
            Desk.Result result = desk.typeHere(words);
            assertThat(result.code()).isNotZero();
            assertThat(result.err()).matches("(?s)[ -~\n]*").doesNotContain("Exception");
        }
    }
}
