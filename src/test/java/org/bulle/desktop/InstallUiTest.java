package org.bulle.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.TableView;
import javafx.stage.Stage;
import org.bulle.desktop.install.InstallViewModel;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.profile.InstallPlan.Item;
import org.bulle.engine.profile.InstallPlan.Status;
import org.bulle.engine.profile.InstallSource;
import org.bulle.engine.profile.ProfileInstaller;
import org.bulle.engine.profile.ProfileStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;

/** The review of profiles from elsewhere, in the real window. */
@ExtendWith(ApplicationExtension.class)
class InstallUiTest {
    @TempDir
    Path home;

    private Opened app;
    private Path profiles;
    private Path source;

    @Start
    void open(Stage stage) throws Exception {
        profiles = Files.createDirectories(home.resolve(".config/bulle/profiles"));
        Files.writeString(profiles.resolve("review.toml"), "title = \"Old\"\n");
        source = Files.createDirectories(home.resolve("shared"));
        Files.writeString(source.resolve("acme.toml"), "title = \"Acme\"\nro = [\"?$HOME/acme\"]\n");
        Files.writeString(source.resolve("review.toml"), "title = \"New\"\nrw = [\"?$HOME/notes/\"]\n");
        Files.writeString(
                source.resolve("node.toml"),
                "title = \"Node\"\nrwx = [\"?+$HOME/.npm-global/\"]\nenv = [\"NPM_TOKEN\"]\n");
        Files.writeString(source.resolve("r-lab.toml"), "title = \"R\"\nrwo = [\"x\"]\n");
        app = Opened.on(stage, home);
    }

    @AfterEach
    void close(FxRobot robot) {
        robot.interact(app::close);
    }

    @Test
    void reviewsNewReplacedShadowingAndBrokenFilesAndWritesAllOrNothing(FxRobot robot) throws Exception {
        Opened.await(
                "the profiles", () -> robot.lookup("#profile-git").tryQuery().isPresent());
        robot.interact(() -> app.window.context().installReview().open(List.of(source)));
        ListView<Item> files = robot.lookup("#install-files").query();
        Opened.await("the files", () -> files.getItems().size() == 4);
        assertThat(files.getItems())
                .extracting(Item::name, Item::status)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("acme", Status.NEW),
                        org.assertj.core.groups.Tuple.tuple("node", Status.SHADOWS_BUILT_IN),
                        org.assertj.core.groups.Tuple.tuple("r-lab", Status.BROKEN),
                        org.assertj.core.groups.Tuple.tuple("review", Status.REPLACES));
        Button install = robot.lookup("#install-confirm").query();
        assertThat(install.isDisabled()).as("before anything was read").isTrue();

        read(robot, "acme");
        read(robot, "node");
        TableView<InstallViewModel.Row> table = robot.lookup("#install-table").query();
        assertThat(table.getItems()).isNotEmpty();
        read(robot, "review");
        Opened.await("the button", () -> !install.isDisabled());
        assertThat(profiles.resolve("acme.toml"))
                .as("nothing is written before")
                .doesNotExist();
        assertThat(install.getText()).isEqualTo("Install 3 profiles");
        Mouse.click(robot, "#install-confirm");
        Opened.await("the files on disk", () -> Files.exists(profiles.resolve("acme.toml")));
        Opened.await("the end", () -> robot.lookup("#install-review").tryQuery().isEmpty());
        assertThat(profiles.resolve("node.toml")).exists();
        assertThat(profiles.resolve("r-lab.toml")).doesNotExist();
        assertThat(Files.readString(profiles.resolve("review.toml"))).contains("New");
        assertThat(Files.readString(home.resolve(".config/bulle/installed.toml")))
                .contains("[acme]", "[node]", "[review]", source.toString());
    }

    @Test
    void reviewsWhatAnInstalledSourceSaysSince(FxRobot robot) throws Exception {
        Opened.await(
                "the profiles", () -> robot.lookup("#profile-git").tryQuery().isPresent());
        ProfileInstaller installer = ProfileInstaller.of(ProfileStore.at(home.resolve(".config/bulle")), Map.of());
        installer.install(installer
                .plan(new InstallSource.Local(source), Catalog.load(home.resolve(".config/bulle")))
                .only(Set.of("acme")));
        Files.writeString(source.resolve("acme.toml"), "title = \"Acme\"\nrw = [\"?$HOME/acme\"]\n");
        robot.interact(() -> app.window.context().installReview().updates());
        Opened.await(
                "what has changed",
                () -> robot.lookup("#install-updates .button").tryQuery().isPresent());
        robot.interact(
                () -> robot.lookup("#install-updates .button").queryButton().fire());
        Button install = robot.lookup("#install-confirm").query();
        read(robot, "acme");
        Opened.await("the button", () -> !install.isDisabled());
        assertThat(profiles.resolve("acme.toml")).content().contains("ro = ");
        robot.interact(install::fire);
        Opened.await("the end", () -> robot.lookup("#install-review").tryQuery().isEmpty());
        assertThat(profiles.resolve("acme.toml")).content().contains("rw = ");
    }

    /** Waits for a file's page and ticks that it was read; then the next one opens by itself. */
    private void read(FxRobot robot, String name) {
        Opened.await(
                "the page of " + name,
                () -> robot.lookup("#install-file-name")
                                .queryAs(Label.class)
                                .getText()
                                .equals(name + ".toml")
                        && robot.lookup("#install-read").tryQuery().isPresent());
        if (name.equals("node")) {
            TableView<InstallViewModel.Row> table =
                    robot.lookup("#install-table").query();
            assertThat(table.getItems())
                    .filteredOn(row ->
                            row.name().equals("~/.npm-global/") || row.name().equals("~/.npm-global"))
                    .singleElement()
                    .satisfies(row -> assertThat(row.profiles()).contains("node", "claude", "codex"));
            assertThat(table.getItems()).anyMatch(row -> row.name().equals("NPM_TOKEN"));
        }
        robot.interact(
                () -> robot.lookup("#install-read").queryAs(CheckBox.class).fire());
    }
}
