package org.bulle.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.fxmisc.richtext.CodeArea;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;

/** The Run sheet: what it says before anything is run. */
@ExtendWith(ApplicationExtension.class)
class RunSheetUiTest {
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
    void saysWhatTheRunMayTouchAndRefusesBadInputInPlace(FxRobot robot) throws Exception {
        Files.writeString(app.workspace.resolve("pom.xml"), "<project/>");
        Opened.await(
                "the profiles",
                () -> !app.window.context().catalog().get().entries().isEmpty());
        robot.interact(() -> app.window.context().selection().stack().setAll("tool", "offline"));
        Mouse.click(robot, "#run");
        Opened.await("the sheet", () -> robot.lookup("#run-start").tryQuery().isPresent());
        Node start = robot.lookup("#run-start").query();
        Opened.await("the reason", () -> problem(robot, "#run-command-problem").startsWith("Type a command"));
        assertThat(start.isDisabled()).isTrue();

        Opened.await(
                "the project",
                () -> robot.lookup("#run-project-test").tryQuery().isPresent());
        Mouse.click(robot, "#run-project-test");
        assertThat(robot.lookup("#run-command").queryAs(TextField.class).getText())
                .contains("test");

        robot.interact(
                () -> robot.lookup("#run-command").queryAs(TextField.class).setText("cat 'my file' --ro"));
        Opened.await("the policy", () -> !start.isDisabled());
        assertThat(robot.lookup("#run-network").queryAs(Label.class).getText()).isEqualTo("Nothing");
        assertThat(robot.lookup("#run-reads").queryAs(Label.class).getText()).endsWith("paths");
        Mouse.click(robot, "#run-copy");
        robot.interact(() -> assertThat(Clipboard.getSystemClipboard().getString())
                .isEqualTo("bulle tool,offline ~/src/orders-api -- cat 'my file' --ro"));

        robot.interact(() ->
                robot.lookup("#run-limit-timeout").queryAs(TextField.class).setText("soon"));
        assertThat(problem(robot, "#run-limits-problem")).contains("soon");
        assertThat(start.isDisabled()).isTrue();
        robot.interact(() ->
                robot.lookup("#run-limit-timeout").queryAs(TextField.class).clear());

        robot.interact(
                () -> robot.lookup("#run-workspace").queryAs(TextField.class).setText("~/nowhere"));
        Opened.await(
                "the reason", () -> !problem(robot, "#run-workspace-problem").isEmpty());
        Mouse.click(robot, "#run-command").push(KeyCode.CONTROL, KeyCode.ENTER).push(KeyCode.ENTER);
        assertThat(robot.lookup("#run-start").tryQuery()).as("nothing was run").isPresent();

        robot.push(KeyCode.ESCAPE);
        Opened.await(
                "the sheet to close",
                () -> robot.lookup("#run-start").tryQuery().isEmpty());
        assertThat(app.window.context().engine().history().ids()).isEmpty();
        assertThat(app.window.context().selection().workspaceProperty().get()).isEqualTo(app.workspace);
    }

    @Test
    void savesTheStackItsGrantsAndTheCommandAsAProfile(FxRobot robot) throws Exception {
        Path file = home.resolve(".config/bulle/profiles/nightly-build.toml");
        Opened.await(
                "the profiles",
                () -> !app.window.context().catalog().get().entries().isEmpty());
        robot.interact(() -> {
            app.window.context().selection().stack().setAll("tool", "git");
            app.window.context().runSheet().open("make 'all of it'");
        });
        robot.interact(() -> robot.lookup("#run-extras-add").queryButton().fire());
        robot.interact(() ->
                robot.lookup(".extra-row .text-field").queryAs(TextField.class).setText("~/notes"));
        robot.interact(
                () -> robot.lookup("#run-limit-memory").queryAs(TextField.class).setText("2G"));
        Opened.await("the sheet", () -> !robot.lookup("#run-start").query().isDisabled());
        robot.interact(() -> robot.lookup("#run-save").queryButton().fire());
        robot.interact(
                () -> robot.lookup("#new-profile-name").queryAs(TextField.class).setText("nightly-build"));
        Opened.await(
                "its text",
                () -> robot.lookup("#new-profile-text")
                        .queryAs(CodeArea.class)
                        .getText()
                        .contains("nightly"));
        assertThat(file).as("before it is confirmed").doesNotExist();
        robot.interact(() -> robot.lookup("#new-profile-confirm").queryButton().fire());
        Opened.await(
                "the word of it",
                () -> robot.lookup("#run-save").queryButton().getText().equals("Saved as nightly-build"));
        assertThat(file).hasContent("""
                        title = "nightly-build"
                        description = "Made of a run of tool, git"
                        inherits = ["tool", "git"]
                        default_app = "make 'all of it'"
                        ro = ["~/notes"]
                        # Not part of a profile, given to each run: --memory 2G
                        """);
        Opened.await(
                "the profile, without a problem",
                () -> app.window
                        .context()
                        .catalog()
                        .get()
                        .entry("nightly-build")
                        .filter(entry -> entry.problems().isEmpty())
                        .isPresent());
    }

    private static String problem(FxRobot robot, String query) {
        Label label = robot.lookup(query).queryAs(Label.class);
        return label.isVisible() ? label.getText() : "";
    }
}
