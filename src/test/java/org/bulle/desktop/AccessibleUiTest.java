package org.bulle.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.Cell;
import javafx.scene.control.ComboBoxBase;
import javafx.scene.control.Labeled;
import javafx.scene.control.ListView;
import javafx.scene.control.TableView;
import javafx.scene.control.TextInputControl;
import javafx.scene.control.TreeView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;

/** Every control of every view has a name for those who do not see it, and can be reached with the keyboard. */
@ExtendWith(ApplicationExtension.class)
class AccessibleUiTest {
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
    void everyControlHasANameAndCanBeReached(FxRobot robot) {
        Opened.await(
                "the profiles", () -> robot.lookup("#profile-git").tryQuery().isPresent());
        check(robot, "welcome");
        robot.interact(() -> app.window.context().navigator().open("profiles", "git"));
        for (String tab : List.of("#tab-effective", "#tab-toml", "#tab-inheritance")) {
            press(robot, tab);
            check(robot, "profiles " + tab);
        }
        press(robot, "#profile-duplicate");
        check(robot, "duplicate");
        escape(robot);
        for (String rail : List.of("runs", "explore", "scratches", "system")) {
            robot.interact(() -> app.window.context().navigator().open(rail));
            check(robot, rail);
        }
        for (String section : List.of("resolvers", "limits", "configuration", "variables", "paths", "appearance")) {
            robot.interact(() -> app.window.context().navigator().open("system", section));
            check(robot, "system " + section);
        }
        robot.interact(() -> app.window.context().navigator().open("explore", "why:/etc/shadow"));
        check(robot, "explore why");
        press(robot, "#run");
        check(robot, "run sheet");
        escape(robot);
        press(robot, "#search");
        check(robot, "palette");
        escape(robot);
    }

    @Test
    void theWholeWindowFollowsTheKeyboard(FxRobot robot) {
        Opened.await(
                "the profiles", () -> robot.lookup("#profile-git").tryQuery().isPresent());
        robot.interact(() -> app.window.context().selection().stack().setAll("git", "offline"));
        robot.interact(() -> robot.lookup("#chip-git").query().requestFocus());
        robot.interact(() -> robot.lookup("#chip-git")
                .query()
                .fireEvent(new KeyEvent(KeyEvent.KEY_PRESSED, "", "", KeyCode.RIGHT, false, false, true, false)));
        assertThat(app.window.context().selection().stack()).containsExactly("offline", "git");
        control(robot, KeyCode.EQUALS);
        assertThat(app.window.context().appearance().fontSizeProperty().get()).isEqualTo(14);
        control(robot, KeyCode.DIGIT0);
        assertThat(app.window.context().appearance().fontSizeProperty().get()).isEqualTo(13);
    }

    /** Without the robot, which copies the headless screen for every key. */
    private void control(FxRobot robot, KeyCode key) {
        robot.interact(() -> app.stage
                .getScene()
                .getRoot()
                .fireEvent(new KeyEvent(KeyEvent.KEY_PRESSED, "", "", key, false, true, false, false)));
    }

    private static void press(FxRobot robot, String query) {
        robot.interact(() -> robot.lookup(query).queryAs(ButtonBase.class).fire());
    }

    private void escape(FxRobot robot) {
        robot.interact(() -> app.stage
                .getScene()
                .getRoot()
                .fireEvent(new KeyEvent(KeyEvent.KEY_PRESSED, "", "", KeyCode.ESCAPE, false, false, false, false)));
    }

    private void check(FxRobot robot, String where) {
        List<String> wrong = new ArrayList<>();
        robot.interact(() -> {
            app.stage.getScene().getRoot().applyCss();
            app.stage.getScene().getRoot().layout();
            walk(app.stage.getScene().getRoot(), wrong, false);
        });
        assertThat(wrong).as(where).isEmpty();
    }

    /**
     * @param inside a cell or a chip, which has the focus in the place of what is in it
     */
    private static void walk(Node node, List<String> wrong, boolean inside) {
        if (!node.isVisible()) {
            return;
        }
        if (isUsed(node)) {
            if (!isNamed(node)) {
                wrong.add("no name: " + words(node));
            }
            if (!node.isFocusTraversable() && !inside) {
                wrong.add("no focus: " + words(node));
            }
        }
        boolean below =
                inside || node instanceof Cell<?> || node.getStyleClass().contains("chip");
        if (node instanceof Parent parent && !(node instanceof ComboBoxBase<?>)) {
            parent.getChildrenUnmodifiable().forEach(child -> walk(child, wrong, below));
        }
    }

    private static boolean isUsed(Node node) {
        boolean arrow = node.getStyleClass().stream().anyMatch(style -> style.endsWith("-arrow-button"));
        return !arrow
                && (node instanceof ButtonBase
                        || node instanceof TextInputControl
                        || node instanceof ListView
                        || node instanceof TableView
                        || node instanceof TreeView
                        || node instanceof ComboBoxBase<?>);
    }

    private static boolean isNamed(Node node) {
        boolean named =
                node.getAccessibleText() != null && !node.getAccessibleText().isBlank();
        return named
                || node instanceof Labeled labeled
                        && labeled.getText() != null
                        && !labeled.getText().isBlank();
    }

    private static String words(Node node) {
        return node.getClass().getSimpleName() + " #" + node.getId() + " " + node.getStyleClass() + " in "
                + node.getParent();
    }
}
