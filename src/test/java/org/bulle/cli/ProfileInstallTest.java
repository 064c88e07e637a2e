package org.bulle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfileInstallTest {
    private Desk desk;
    private Path source;

    @BeforeEach
    void sit(@TempDir Path root) throws IOException {
        desk = new Desk(root);
        source = Files.createDirectory(desk.root.resolve("source"));
        Files.writeString(
                source.resolve("agent.toml"), "inherits = \"tool\"\nro = [\"?/srv/a\"]\nenv = [\"TOKEN=hunter2\"]\n");
    }

    @Test
    void installsADirectoryAndPrintsWhatEachFileGrants() {
        Desk.Result result = desk.typeHere("profiles", "install", "@source");
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.out())
                .contains("agent  new", "inherits tool", "ro ?/srv/a", "env TOKEN=...", "wrote agent")
                .doesNotContain("hunter2");
        assertThat(desk.config.resolve("profiles/agent.toml")).exists();
        assertThat(desk.typeHere("profiles", "install", "@source/agent.toml").out())
                .contains("installed already");
    }

    @Test
    void makesTheConfigurationThatItInstallsInto() {
        assertThat(desk.type("profiles", "install", "--config", "@fresh", "@source")
                        .code())
                .isZero();
        assertThat(desk.root.resolve("fresh/profiles/agent.toml")).exists();
    }

    @Test
    void writesNothingWithoutForceWhenOneNameIsTaken() throws IOException {
        Files.writeString(source.resolve("git.toml"), "ro = [\"?/srv/git\"]\n");
        SortedMap<String, String> before = desk.files();
        Desk.Result refused = desk.typeHere("profiles", "install", "@source");
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("--force", "nothing was written");
        assertThat(refused.out()).contains("widens other profiles too:", "claude: ro /srv/git");
        assertThat(desk.files()).isEqualTo(before);
        assertThat(desk.typeHere("profiles", "install", "--force", "@source").code())
                .isZero();
        assertThat(desk.config.resolve("profiles/git.toml")).exists();
    }

    @Test
    void writesNothingWhenOneFileIsBroken() throws IOException {
        Files.writeString(source.resolve("bad.toml"), "defualt_app = 1\n");
        SortedMap<String, String> before = desk.files();
        Desk.Result result = desk.typeHere("profiles", "install", "--force", "@source");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("default_app");
        assertThat(desk.files()).isEqualTo(before);
    }

    @Test
    void refusesASourceThatIsNotThere() {
        assertThat(desk.typeHere("profiles", "install", "@nosuch").code()).isEqualTo(4);
        assertThat(desk.typeHere("profiles", "install", "https://example.org/x").code())
                .isEqualTo(2);
        assertThat(desk.typeHere("profiles", "install").code()).isEqualTo(2);
    }

    @Test
    void showsTheDifferenceSinceAndWritesItOnlyWhenAsked() throws IOException {
        assertThat(desk.typeHere("profiles", "update").out()).contains("no profiles were installed");
        desk.typeHere("profiles", "install", "@source");
        assertThat(desk.typeHere("profiles", "update").out()).contains("nothing has changed");
        Files.writeString(source.resolve("agent.toml"), "inherits = \"tool\"\nro = [\"?/srv/b\"]\n");
        Desk.Result shown = desk.typeHere("profiles", "update", "agent");
        assertThat(shown.code()).as(shown.err()).isZero();
        assertThat(shown.out()).contains("replaces", "/srv/b", "--apply");
        assertThat(Files.readString(desk.config.resolve("profiles/agent.toml"))).contains("/srv/a");
        assertThat(desk.typeHere("profiles", "update", "--apply").code()).isZero();
        assertThat(Files.readString(desk.config.resolve("profiles/agent.toml"))).contains("/srv/b");
        assertThat(desk.typeHere("profiles", "update", "agnet").err()).contains("did you mean \"agent\"");
    }
}
