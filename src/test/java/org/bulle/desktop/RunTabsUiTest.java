package org.bulle.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.Region;
import javafx.stage.Stage;
import javafx.stage.WindowEvent;
import org.bulle.engine.history.RunSummary;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;

/** Runs in their tabs, each a supervisor of its own on the real kernel. */
@ExtendWith(ApplicationExtension.class)
class RunTabsUiTest {
    private final Sleepers sleepers = new Sleepers();

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

    private void run(FxRobot robot, String command) {
        Opened.await(
                "the profiles",
                () -> !app.window.context().catalog().get().entries().isEmpty());
        robot.interact(() -> {
            app.window.context().selection().stack().setAll("tool");
            app.window.context().runSheet().open(command);
        });
        Tabs.start(robot);
    }

    @Test
    void countsDenialsWhileTwoRunAndStopsOneWithItsWholeTree(FxRobot robot) throws Exception {
        Path secret = Files.writeString(home.resolve("secret"), "x");
        run(robot, "sh -c 'echo ready; read go; cat " + secret + "; cat " + secret + "; echo done; read end; exit 3'");
        Tabs.awaitOutput(robot, "ready");
        TabPane tabs = robot.lookup(".run-tabs").queryAs(TabPane.class);
        Label count = Tabs.inFront(robot, "#run-denied", Label.class);
        Opened.await(
                "the first report",
                () -> Tabs.inFront(robot, "#run-source", Label.class).getText().startsWith("Complete so far"));
        assertThat(count.getText()).isEqualTo("0");
        robot.push(KeyCode.ENTER);
        Tabs.awaitOutput(robot, "done");
        Opened.await("the live count", () -> count.getText().equals("2"));
        ListView<?> latest = Tabs.inFront(robot, "#run-latest", ListView.class);
        assertThat(latest.getItems()).hasSize(1);
        Opened.await(
                "the picture of them",
                () -> Tabs.inFront(robot, "#run-timeline", Region.class)
                        .getAccessibleText()
                        .startsWith("Denials over time: most"));
        assertThat(Tabs.state(robot)).isEqualTo("Running");

        run(
                robot,
                "sh -c 'trap \"\" TERM; (trap \"\" TERM HUP; " + sleepers.sleep(3) + ") & setsid " + sleepers.sleep(4)
                        + " & echo both; " + sleepers.sleep(5) + "'");
        Tabs.awaitOutput(robot, "both");
        assertThat(tabs.getTabs()).hasSize(3);
        assertThat(Tabs.inFront(robot, "#run-denied", Label.class).getText()).isEqualTo("0");
        Opened.await("its whole tree", () -> sleepers.alive().size() == 3);
        Mouse.click(robot, Tabs.inFront(robot, "#run-stop", Node.class));
        Tabs.awaitState(robot, "Stopped");
        assertThat(sleepers.alive()).isEmpty();

        robot.interact(() -> tabs.getSelectionModel().select(1));
        assertThat(Tabs.state(robot)).as("the other goes on").isEqualTo("Running");
        robot.interact(() ->
                Tabs.inFront(robot, "#run-output", Node.class).lookup("Canvas").requestFocus());
        robot.push(KeyCode.ENTER);
        Tabs.awaitEnd(robot);
        assertThat(Tabs.state(robot)).isEqualTo("Exit 3");

        Mouse.click(robot, Tabs.inFront(robot, "#run-review", Node.class));
        TableView<RunSummary> runs = robot.lookup("#runs-table").query();
        Opened.await("the record, chosen", () -> {
            RunSummary chosen = runs.getSelectionModel().getSelectedItem();
            return chosen != null && chosen.exitCode().orElse(0) == 3;
        });
        String id = runs.getSelectionModel().getSelectedItem().id();
        Opened.await("its output, kept", () -> kept(id).contains("done"));
    }

    @Test
    void closingTheWindowEndsARunThatWillNotInSightAndOffTheUiThread(FxRobot robot) {
        run(robot, "sh -c 'trap \"\" TERM HUP; echo deaf; " + sleepers.sleep(3) + "; " + sleepers.sleep(4) + "'");
        Tabs.awaitOutput(robot, "deaf");
        robot.interact(() -> app.stage.fireEvent(new WindowEvent(app.stage, WindowEvent.WINDOW_CLOSE_REQUEST)));
        assertThat(app.stage.isShowing()).as("asked first").isTrue();
        // That this keeps the UI thread for no time is what the watchdog sees.
        robot.interact(() -> {
            robot.lookup("#confirm-verb").queryButton().fire();
            Parent root = app.stage.getScene().getRoot();
            root.fireEvent(new KeyEvent(KeyEvent.KEY_PRESSED, "", "", KeyCode.ESCAPE, false, false, false, false));
            app.stage.fireEvent(new WindowEvent(app.stage, WindowEvent.WINDOW_CLOSE_REQUEST));
            assertThat(root.lookup("#ending-runs")).as("nothing takes it back").isNotNull();
            assertThat(app.stage.isShowing()).isTrue();
        });
        Opened.await("the window to close", () -> !app.stage.isShowing());
        assertThat(sleepers.alive()).isEmpty();
    }

    private String kept(String id) {
        try {
            return app.window
                    .context()
                    .engine()
                    .history()
                    .output(id)
                    .orElseThrow()
                    .text();
        } catch (Exception notYet) {
            return "";
        }
    }
}
