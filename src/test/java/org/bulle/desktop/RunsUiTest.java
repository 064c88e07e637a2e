package org.bulle.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.TableView;
import javafx.stage.Stage;
import org.bulle.desktop.runs.DenialRow;
import org.bulle.engine.history.RunSummary;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;

/** From a refused access, through its suggestion, to a run that may do it: on the real kernel. */
@ExtendWith(ApplicationExtension.class)
class RunsUiTest {
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
    void showsWhatARunWasDeniedAndRunsItAgainWithTheTickedEntry(FxRobot robot) throws Exception {
        Path secret = Files.writeString(home.resolve("wanted notes"), "found it");
        runInAShell("tool", "cat", secret.toString());

        robot.clickOn("#rail-runs");
        TableView<RunSummary> runs = robot.lookup("#runs-table").query();
        Opened.await("the run of the command line", () -> runs.getItems().size() == 1);
        TableView<DenialRow> denials = robot.lookup("#denials-table").query();
        Opened.await("its denials", () -> !denials.getItems().isEmpty());
        Label source = robot.lookup("#runs-source").query();
        assertThat(source.getText()).startsWith("Complete");
        DenialRow.Group refused = denials.getItems().stream()
                .filter(row -> row instanceof DenialRow.Group group
                        && group.first().target().equals(secret.toString()))
                .map(DenialRow.Group.class::cast)
                .findFirst()
                .orElseThrow();
        assertThat(refused.suggestion().orElseThrow().entry()).isEqualTo("?$HOME/wanted notes");

        CheckBox tick = robot.from(denials)
                .lookup((Predicate<Node>) node -> node instanceof CheckBox box && isNamedFor(box, "wanted notes"))
                .query();
        robot.interact(tick::fire);
        Button rerun = robot.lookup("#runs-rerun").query();
        Opened.await("the tick", () -> rerun.getText().equals("Rerun with 1 selected"));
        robot.clickOn("#runs-rerun");
        Opened.await(
                "the run sheet", () -> robot.lookup("#run-command").tryQuery().isPresent());
        Tabs.start(robot);
        Tabs.awaitEnd(robot);
        assertThat(Tabs.state(robot)).as(Tabs.output(robot)).isEqualTo("Exit 0");
        assertThat(Tabs.output(robot)).isEqualTo("found it");

        Opened.await("the second run in the list", () -> runs.getItems().size() == 2);
        assertThat(runs.getItems().getFirst().denied()).isZero();
        assertThat(runs.getItems().getLast().undecided())
                .as("looking and rerunning decide nothing")
                .isPositive();
    }

    private static boolean isNamedFor(Node box, String path) {
        return box.getAccessibleText() != null && box.getAccessibleText().contains(path);
    }

    private void runInAShell(String profiles, String... command) throws Exception {
        List<String> words = new ArrayList<>(Opened.commandLine());
        words.addAll(List.of(profiles, app.workspace.toString(), "--"));
        words.addAll(List.of(command));
        ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
        builder.environment().put("HOME", home.toString());
        builder.environment().keySet().removeIf(name -> name.startsWith("XDG_"));
        Process process = builder.start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(said).isEqualTo(1);
    }
}
