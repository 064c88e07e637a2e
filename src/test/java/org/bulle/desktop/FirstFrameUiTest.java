package org.bulle.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import javafx.application.Platform;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.ListView;
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

/** The window shows its rail and header first; the rest follows bit by bit, and keys are heard from the beginning. */
@ExtendWith(ApplicationExtension.class)
class FirstFrameUiTest {
    @TempDir
    static Path home;

    private Opened app;

    @Start
    void open(Stage stage) throws Exception {
        app = Opened.unfilled(stage, home, Platform::runLater);
        assertThat(root().lookup("#profile-list")).as("no view is there yet").isNull();
        press(KeyCode.DIGIT2);
        press(KeyCode.K);
    }

    @AfterEach
    void close(FxRobot robot) {
        robot.interact(app::close);
    }

    @Test
    void keysPressedBeforeTheViewsAreThereAreHeardAndTheRestFollows(FxRobot robot) {
        Opened.await(
                "the profiles to be read",
                () -> !app.window.context().catalog().get().entries().isEmpty());
        Opened.await("the view that was asked for", () -> isSeen("#runs-table"));
        robot.interact(() -> {
            assertThat(isSeen("#profile-list")).as("another view in front").isFalse();
            assertThat(isSeen("#palette-query")).as("the palette").isTrue();
            root().fireEvent(new KeyEvent(KeyEvent.KEY_PRESSED, "", "", KeyCode.ESCAPE, false, false, false, false));
            press(KeyCode.DIGIT1);
        });
        Opened.await(
                "the profiles in their list",
                () -> isSeen("#profile-list")
                        && !((ListView<?>) root().lookup("#profile-list"))
                                .getItems()
                                .isEmpty());
    }

    private Parent root() {
        return app.stage.getScene().getRoot();
    }

    private void press(KeyCode key) {
        root().fireEvent(new KeyEvent(KeyEvent.KEY_PRESSED, "", "", key, false, true, false, false));
    }

    private boolean isSeen(String query) {
        Node at = root().lookup(query);
        if (at == null) {
            return false;
        }
        for (; at != null; at = at.getParent()) {
            if (!at.isVisible()) {
                return false;
            }
        }
        return true;
    }
}
