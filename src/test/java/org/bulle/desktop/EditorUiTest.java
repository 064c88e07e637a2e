package org.bulle.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
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
        robot.clickOn("#tab-toml");
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

    @Test
    void editsTextAndTableAsOneDocument(FxRobot robot) {
        CodeArea area = editor(robot);
        robot.interact(() -> {
            area.appendText("rwo = [\"?$CACHE/x/\"]\n");
            area.moveTo(area.getLength() - 3);
        });
        Opened.await(
                "the problem",
                () -> problems(robot).getItems().stream()
                        .anyMatch(problem -> problem.message().contains("rwo")));
        robot.interact(area::requestFocus);
        robot.push(KeyCode.ALT, KeyCode.ENTER);
        Opened.await(
                "the fix",
                () -> area.getText().contains("\nrox = [") || area.getText().contains("\nro = ["));
        robot.interact(area::undo);
        assertThat(area.getText()).contains("\nrwo = [");
        robot.interact(area::undo);
        assertThat(area.getText()).isEqualTo(TEXT);
        assertThat(robot.lookup("#editor-state").queryAs(Label.class).getText()).isEmpty();

        robot.clickOn("#entry-add");
        Opened.type(robot, "#entry-text", "?~/.gitconfig");
        robot.push(KeyCode.ENTER);
        assertThat(area.getText()).isEqualTo(TEXT.replace("# keep", "ro = [\"?~/.gitconfig\"]\n# keep"));
        robot.interact(area::undo);
        assertThat(area.getText()).isEqualTo(TEXT);
    }
}
