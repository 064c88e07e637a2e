package org.bulle.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import javafx.scene.Node;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;

/** Interactive programs in the embedded terminal, typed to through a real X server: an editor and a REPL. */
@EnabledIfEnvironmentVariable(named = "DISPLAY", matches = ".+", disabledReason = "needs an X display (xvfb-run)")
@DisabledIfSystemProperty(named = "glass.platform", matches = "Headless", disabledReason = "needs an X display")
@ExtendWith(ApplicationExtension.class)
class EmbeddedTerminalDisplayIT {
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

    private void run(FxRobot robot, String profiles, String command) {
        Opened.await(
                "the profiles",
                () -> !app.window.context().catalog().get().entries().isEmpty());
        robot.interact(() -> {
            app.window.context().selection().stack().setAll(profiles.split(","));
            app.window.context().runSheet().open(command);
        });
        Tabs.start(robot);
        robot.interact(() -> app.stage.requestFocus());
        Node canvas = Tabs.inFront(robot, "#run-output", Node.class).lookup("Canvas");
        robot.interact(canvas::requestFocus);
    }

    @Test
    void editsAFileWithVim(FxRobot robot) throws Exception {
        Path vim = Path.of("/usr/bin/vim");
        org.junit.jupiter.api.Assumptions.assumeTrue(Files.isExecutable(vim), "vim is not installed");
        run(robot, "tool,terminal", "vim -u NONE -N note.txt");
        Tabs.awaitOutput(robot, "note.txt");
        robot.write("ihello from vim");
        Tabs.awaitOutput(robot, "hello from vim");
        robot.push(KeyCode.ESCAPE);
        robot.write(":wq");
        Tabs.awaitOutput(robot, ":wq");
        robot.push(KeyCode.ENTER);
        Tabs.awaitEnd(robot);
        assertThat(Tabs.state(robot)).as(Tabs.output(robot)).isEqualTo("Exit 0");
        assertThat(app.workspace.resolve("note.txt")).hasContent("hello from vim");
    }

    @Test
    void talksToPythonAndInterruptsIt(FxRobot robot) {
        org.junit.jupiter.api.Assumptions.assumeTrue(
                Files.isExecutable(Path.of("/usr/bin/python3")), "python3 is not installed");
        run(robot, "tool,terminal", "/usr/bin/python3 -q -I");
        Tabs.awaitOutput(robot, ">>>");
        robot.write("6*7\n");
        Tabs.awaitOutput(robot, "42");
        robot.write("import time; time.sleep(600)\n");
        Tabs.awaitOutput(robot, "sleep(600)");
        robot.push(KeyCode.CONTROL, KeyCode.C);
        Tabs.awaitOutput(robot, "KeyboardInterrupt");
        robot.write("exit(5)\n");
        Tabs.awaitEnd(robot);
        assertThat(Tabs.state(robot)).as(Tabs.output(robot)).isEqualTo("Exit 5");
    }
}
