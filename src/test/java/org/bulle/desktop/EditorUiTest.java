package org.bulle.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.profile.TextEntry;
import org.fxmisc.richtext.CodeArea;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;

/** The editor from the keyboard, in the real window. */
@ExtendWith(ApplicationExtension.class)
class EditorUiTest {
    private static final String TEXT = """
            title = "Mine"
            # keep this
            rw = ["?$CACHE/mine/"]   # why
            """;

    @TempDir
    Path home;

    private Opened app;
    private Path file;

    @Start
    void open(Stage stage) throws Exception {
        file = home.resolve(".config/bulle/profiles/mine.toml");
        Files.createDirectories(file.getParent());
        Files.writeString(file, TEXT);
        app = Opened.on(stage, home);
    }

    @AfterEach
    void close(FxRobot robot) {
        robot.interact(app::close);
    }

    private CodeArea editor(FxRobot robot) {
        Opened.await(
                "the profiles", () -> robot.lookup("#profile-git").tryQuery().isPresent());
        robot.interact(() -> app.window.context().navigator().open("profiles", "mine"));
        Mouse.click(robot, "#tab-toml");
        Opened.await("the editor", () -> robot.lookup("#editor-text").tryQuery().isPresent());
        CodeArea area = robot.lookup("#editor-text").query();
        Opened.await("the entries", () -> entries(robot).getItems().size() == 1);
        return area;
    }

    private static TableView<TextEntry> entries(FxRobot robot) {
        return robot.lookup("#own-entries").query();
    }

    private static ListView<Problem> problems(FxRobot robot) {
        return robot.lookup("#problems-list").query();
    }

    private String onDisk() {
        try {
            return Files.readString(file);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private void confirmSave(FxRobot robot) {
        Opened.await(
                "the review",
                () -> !robot.lookup("#save-confirm").queryAs(Button.class).isDisabled());
        Mouse.click(robot, "#save-confirm");
    }

    @Test
    void editsMendsReviewsSavesUndoesAndRestores(FxRobot robot) {
        CodeArea area = editor(robot);
        robot.interact(() -> {
            area.appendText("rwo = [\"?$CACHE/x/\"]\n");
            area.moveTo(area.getLength() - 3);
        });
        Opened.await(
                "the problem",
                () -> problems(robot).getItems().stream()
                        .anyMatch(problem -> problem.message().contains("rwo")));
        Opened.await(
                "no number of entries, which nobody knows",
                () -> !robot.lookup("#tab-effective .count").query().isVisible());
        robot.interact(area::requestFocus);
        robot.push(KeyCode.ALT, KeyCode.ENTER);
        Opened.await(
                "the fix",
                () -> area.getText().contains("\nro = [") || area.getText().contains("\nrox = ["));
        String mended = area.getText();

        robot.push(KeyCode.CONTROL, KeyCode.S);
        Opened.await(
                "the dialog", () -> robot.lookup("#save-confirm").tryQuery().isPresent());
        robot.push(KeyCode.ESCAPE);
        assertThat(onDisk()).as("Escape saves nothing").isEqualTo(TEXT);
        robot.interact(area::requestFocus);
        robot.push(KeyCode.CONTROL, KeyCode.S);
        Opened.await(
                "the dialog", () -> robot.lookup("#save-confirm").tryQuery().isPresent());
        confirmSave(robot);
        Opened.await("the file", () -> onDisk().equals(mended));

        robot.interact(area::undo);
        assertThat(area.getText()).contains("\nrwo = [");
        robot.interact(area::undo);
        assertThat(area.getText()).isEqualTo(TEXT);
        assertThat(robot.lookup("#editor-state").queryAs(Label.class).getText()).isEqualTo("Modified");
        robot.interact(area::redo);
        robot.interact(area::redo);
        assertThat(area.getText()).isEqualTo(mended);

        Mouse.click(robot, "#editor-versions");
        Opened.await("the versions", () -> robot.lookup("#version-0").tryQuery().isPresent());
        Mouse.click(robot, "#version-0");
        Opened.await(
                "the dialog", () -> robot.lookup("#save-confirm").tryQuery().isPresent());
        confirmSave(robot);
        Opened.await("the old text", () -> onDisk().equals(TEXT));
        assertThat(area.getText()).isEqualTo(TEXT);
        robot.interact(area::undo);
        assertThat(area.getText()).as("restoring is one step of undo").isEqualTo(mended);
    }

    @Test
    void theTableEditsTheSameTextAndUndoIsShared(FxRobot robot) {
        CodeArea area = editor(robot);
        Mouse.click(robot, "#entry-add");
        Opened.type(robot, "#entry-text", "?~/.gitconfig");
        robot.push(KeyCode.ENTER);
        assertThat(area.getText()).isEqualTo(TEXT.replace("# keep", "ro = [\"?~/.gitconfig\"]\n# keep"));
        robot.interact(() -> area.appendText("# end\n"));
        Opened.await("both entries", () -> entries(robot).getItems().size() == 2);
        robot.interact(() -> entries(robot).getSelectionModel().select(0));
        Mouse.click(robot, "#entry-remove");
        assertThat(area.getText()).isEqualTo(TEXT.replace("# keep", "ro = []\n# keep") + "# end\n");
        robot.interact(area::undo);
        robot.interact(area::undo);
        robot.interact(area::undo);
        assertThat(area.getText()).isEqualTo(TEXT);
    }

    @Test
    void anotherProgramsChangeIsNeitherLostNorOverwritten(FxRobot robot) throws Exception {
        CodeArea area = editor(robot);
        robot.interact(() -> area.appendText("env = [\"MINE\"]\n"));
        Files.writeString(file, TEXT.replace("\"Mine\"", "\"Theirs\""));
        robot.interact(area::requestFocus);
        robot.push(KeyCode.CONTROL, KeyCode.S);
        Opened.await(
                "either dialog",
                () -> robot.lookup("#save-confirm").tryQuery().isPresent()
                        || robot.lookup("#conflict-confirm").tryQuery().isPresent());
        if (robot.lookup("#save-confirm").tryQuery().isPresent()) {
            confirmSave(robot);
            Opened.await(
                    "the warning", () -> robot.lookup("#foreign-line").query().isVisible());
            Mouse.click(robot, "#foreign-compare");
        }
        Opened.await(
                "the three texts",
                () -> robot.lookup("#conflict-confirm").tryQuery().isPresent());
        assertThat(onDisk())
                .as("nothing was overwritten")
                .contains("\"Theirs\"")
                .doesNotContain("MINE");
        Mouse.click(robot, "#conflict-merged");
        Mouse.click(robot, "#conflict-confirm");
        String merged = TEXT.replace("\"Mine\"", "\"Theirs\"") + "env = [\"MINE\"]\n";
        Opened.await("the merged text", () -> area.getText().equals(merged));
        robot.interact(area::requestFocus);
        robot.push(KeyCode.CONTROL, KeyCode.S);
        Opened.await(
                "the dialog", () -> robot.lookup("#save-confirm").tryQuery().isPresent());
        confirmSave(robot);
        Opened.await("both changes on disk", () -> onDisk().equals(merged));
    }
}
