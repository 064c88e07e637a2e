package org.bulle.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import javafx.scene.control.Label;
import javafx.scene.control.TableView;
import javafx.stage.Stage;
import org.bulle.desktop.profiles.EffectiveRow;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;

/** From the list of profiles to the exit code of a command that the kernel confined. */
@ExtendWith(ApplicationExtension.class)
class RunUiTest {
    @TempDir
    static Path home;

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
    void findsAProfileShowsWhatItGrantsAndRunsACommandUnderIt(FxRobot robot) throws Exception {
        Opened.await(
                "the profiles", () -> robot.lookup("#profile-git").tryQuery().isPresent());
        Opened.type(robot, "#profile-search", "coreut");
        Mouse.click(robot, "#profile-coreutils");
        assertThat(robot.lookup("#profile-name").queryAs(Label.class).getText()).isEqualTo("coreutils");

        TableView<EffectiveRow> table = robot.lookup("#effective-table").query();
        Opened.await(
                "the entries",
                () -> table.getItems().stream()
                        .anyMatch(row -> row instanceof EffectiveRow.Entry entry
                                && entry.name().equals("~/src/orders-api")));

        Files.writeString(app.workspace.resolve("note"), "kept");
        Path outside = Files.writeString(home.resolve("outside"), "secret");
        Mouse.click(robot, "#run");
        Opened.type(robot, "#run-command", "sh -c 'cat note; cat " + outside + "; exit 7'");
        Tabs.start(robot);
        Tabs.awaitEnd(robot);
        String output = Tabs.output(robot);
        assertThat(Tabs.state(robot)).as(output).isEqualTo("Exit 7");
        assertThat(output).startsWith("kept").contains("Permission denied").doesNotContain("secret");
    }
}
