package org.bulle.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.RadioMenuItem;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.bulle.desktop.profiles.EffectiveRow;
import org.bulle.engine.profile.Platform;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;

/** Profiles from the mouse and from the keyboard. */
@ExtendWith(ApplicationExtension.class)
class ProfilesUiTest {
    @TempDir
    Path home;

    private Opened app;

    @Start
    void open(Stage stage) throws Exception {
        app = Opened.on(stage, home);
    }

    @AfterEach
    void close(FxRobot robot) {
        robot.interact(app::close);
    }

    @Test
    void duplicatesAProfileDeletesTheCopyAndBringsItBack(FxRobot robot) {
        Path copy = home.resolve(".config/bulle/profiles/my-git.toml");
        Opened.await(
                "the profiles", () -> robot.lookup("#profile-git").tryQuery().isPresent());
        robot.interact(() -> app.window.context().navigator().open("profiles", "git"));
        Mouse.click(robot, "#profile-duplicate");
        Mouse.click(robot, "#new-profile-confirm");
        Opened.await("the copy", () -> shownName(robot).equals("my-git"));
        assertThat(copy).exists();
        assertThat(robot.lookup("#profile-done").queryAs(Label.class).getText()).isEqualTo("my-git was created.");

        Mouse.click(robot, "#profile-delete");
        robot.push(KeyCode.ESCAPE);
        assertThat(copy).as("Escape confirms nothing").exists();
        Mouse.click(robot, "#profile-delete");
        Mouse.click(robot, "#confirm-verb");
        Opened.await("the deletion", () -> !Files.exists(copy));
        Mouse.click(robot, "#profile-undo");
        Opened.await("the way back", () -> Files.exists(copy));
    }

    @Test
    void inspectsARowFiltersAndShowsItsLine(FxRobot robot) throws Exception {
        Files.writeString(home.resolve(".gitconfig"), "[user]\n");
        Opened.await(
                "the profiles", () -> robot.lookup("#profile-git").tryQuery().isPresent());
        robot.interact(() -> app.window.context().navigator().open("profiles", "git"));
        TableView<EffectiveRow> table = robot.lookup("#effective-table").query();
        Opened.await("the entries", () -> table.getItems().size() > 3);
        Opened.type(robot, "#effective-filter", "gitconfig");
        int row = indexOf(table, "~/.gitconfig");
        robot.interact(() -> table.getSelectionModel().select(row));
        assertThat(robot.lookup("#inspector-flag").queryAs(Label.class).getText())
                .isEqualTo("--ro ~/.gitconfig");
        // The inspector scrolls: on a low screen the button lies below what is shown.
        robot.interact(() -> robot.lookup("#inspector-copy").queryButton().fire());
        robot.interact(() -> assertThat(
                        javafx.scene.input.Clipboard.getSystemClipboard().getString())
                .isEqualTo("--ro ~/.gitconfig"));
        robot.interact(() -> {
            Node rail = robot.lookup("#rail-profiles").query();
            Node search = robot.lookup("#search").query();
            assertThat(rail.localToScene(rail.getBoundsInLocal()).getMinX())
                    .as("the window is as wide as its content, also with the inspector")
                    .isNotNegative();
            assertThat(search.localToScene(search.getBoundsInLocal()).getMaxX())
                    .isLessThanOrEqualTo(app.stage.getScene().getWidth());
        });
    }

    @Test
    void aTableThatStoodFarDownWhenItsFilterEndsLooksForNoRowsBehindItsLast(FxRobot robot) throws Exception {
        StringBuilder much = new StringBuilder("ro = [\n");
        for (int i = 0; i < 1_500; i++) {
            much.append("  \"?$HOME/much/").append(i).append("\",\n");
        }
        Files.writeString(
                Files.createDirectories(home.resolve(".config/bulle/profiles")).resolve("much.toml"),
                much.append("]\n"));
        List<String> warnings = Collections.synchronizedList(new ArrayList<>());
        Logger toolkit = Logger.getLogger("javafx.scene.control");
        Handler notes = new Handler() {
            @Override
            public void publish(LogRecord told) {
                warnings.add(told.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        toolkit.addHandler(notes);
        try {
            Opened.await(
                    "the profile",
                    () -> app.window.context().catalog().get().entry("much").isPresent());
            robot.interact(() -> app.window.context().navigator().open("profiles", "much"));
            TableView<EffectiveRow> table = robot.lookup("#effective-table").query();
            Opened.await("the entries", () -> !table.getItems().isEmpty());
            Opened.type(robot, "#effective-filter", "much/");
            Opened.await("all of them", () -> table.getItems().size() > 1_500);
            robot.interact(() -> table.scrollTo(1_400));
            robot.interact(table::layout);
            Opened.type(robot, "#effective-filter", "much/1");
            Opened.await("fewer of them", () -> table.getItems().size() < 800);
            robot.interact(table::layout);
            assertThat(warnings).noneMatch(warning -> warning.contains("maxCellCount"));
        } finally {
            toolkit.removeHandler(notes);
        }
    }

    @Test
    void showsTheStackAsTheOtherSystemWouldSeeIt(FxRobot robot) {
        Opened.await(
                "the profiles", () -> robot.lookup("#profile-git").tryQuery().isPresent());
        robot.interact(() -> app.window.context().navigator().open("profiles", "tool"));
        TableView<EffectiveRow> table = robot.lookup("#effective-table").query();
        Opened.await("the entries", () -> table.getItems().size() > 3);
        MenuButton system = robot.lookup("#effective-system").query();
        Opened.type(robot, "#effective-filter", "opendirectoryd.libinfo");
        robot.interact(() -> ((RadioMenuItem) system.getItems().get(Platform.MACOS.ordinal())).fire());
        Opened.await("the services of macOS", () -> hasEntry(table, "com.apple.system.opendirectoryd.libinfo"));
        Opened.type(robot, "#effective-filter", "/System/Library");
        Opened.await(
                "a place that is not here",
                () -> table.getItems().stream()
                        .anyMatch(row -> row instanceof EffectiveRow.Entry entry
                                && entry.state().mark() == EffectiveRow.Mark.UNRESOLVED));
        robot.interact(() -> ((RadioMenuItem) system.getItems().get(Platform.LINUX.ordinal())).fire());
        Opened.await("this system again", () -> table.getItems().isEmpty());
        assertThat(system.getStyleClass()).doesNotContain("accent");
    }

    private static boolean hasEntry(TableView<EffectiveRow> table, String name) {
        return table.getItems().stream()
                .anyMatch(row ->
                        row instanceof EffectiveRow.Entry entry && entry.name().equals(name));
    }

    private static int indexOf(TableView<EffectiveRow> table, String name) {
        for (int i = 0; i < table.getItems().size(); i++) {
            if (table.getItems().get(i) instanceof EffectiveRow.Entry entry
                    && entry.name().equals(name)) {
                return i;
            }
        }
        throw new AssertionError("no row " + name);
    }

    @Test
    void thePaletteOpensWhateverIsTyped(FxRobot robot) {
        Opened.await(
                "the profiles", () -> robot.lookup("#profile-git").tryQuery().isPresent());
        robot.push(KeyCode.CONTROL, KeyCode.K);
        Opened.type(robot, "#palette-query", "profile node-install");
        robot.push(KeyCode.ENTER);
        Opened.await("the profile", () -> shownName(robot).equals("node-install"));
        robot.push(KeyCode.CONTROL, KeyCode.DIGIT3);
        assertThat(robot.lookup("#explore-query").tryQuery()).isPresent();
    }

    private static String shownName(FxRobot robot) {
        return robot.lookup("#profile-name").queryAs(Label.class).getText();
    }
}
