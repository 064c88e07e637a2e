package org.bulle.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.bulle.desktop.scratches.ScratchRow;
import org.bulle.engine.check.TextDiff;
import org.bulle.engine.scratch.Scratch;
import org.bulle.engine.scratch.ScratchChanges.FileChange;
import org.bulle.engine.scratch.ScratchStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;

/** Kept scratches of a real repository: what changed is seen, taken over, wiped. */
@ExtendWith(ApplicationExtension.class)
class ScratchesUiTest {
    @TempDir
    static Path home;

    private Opened app;

    @Start
    void open(Stage stage) throws Exception {
        app = Opened.on(stage, home.toRealPath());
    }

    @AfterEach
    void close(FxRobot robot) {
        robot.interact(app::close);
    }

    private static void git(Path directory, String... arguments) throws Exception {
        List<String> line = new ArrayList<>(List.of("git"));
        line.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(line).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().put("HOME", home.toString());
        builder.environment().keySet().removeIf(name -> name.startsWith("XDG_") || name.startsWith("GIT_"));
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor()).as(said).isZero();
    }

    @Test
    void showsWhatChangedTakesCommitsOverAndWipesWhenAsked(FxRobot robot) throws Exception {
        Path real = home.toRealPath();
        Files.writeString(
                real.resolve(".gitconfig"),
                "[user]\n\tname = U\n\temail = u@example.org\n[init]\n\tdefaultBranch = main\n");
        Path repository = app.workspace;
        Files.writeString(repository.resolve("README.md"), "# Orders\n\nTakes orders.\n");
        git(repository, "init", "-q");
        git(repository, "add", "-A");
        git(repository, "commit", "-qm", "first");
        ScratchStore store = new ScratchStore(
                real.resolve(".local/state/bulle/scratch"),
                Map.of("HOME", real.toString(), "PATH", System.getenv("PATH")));
        Scratch committed = store.create(repository, List.of("claude")).scratch();
        Files.writeString(committed.directory().resolve("README.md"), "# Orders\n\nTakes and ships orders.\n");
        Files.writeString(committed.directory().resolve("ship.py"), "print('ship')\n");
        git(committed.directory(), "add", "-A");
        git(committed.directory(), "commit", "-qm", "Ship");
        Scratch dirty = store.create(repository, List.of("claude")).scratch();
        Files.writeString(dirty.directory().resolve("new.txt"), "x\n");

        Mouse.click(robot, "#rail-scratches");
        TableView<ScratchRow> table = robot.lookup("#scratches-table").query();
        Opened.await(
                "both scratches and their changes",
                () -> table.getItems().size() == 2
                        && table.getItems().stream()
                                .allMatch(row -> row.changes().isPresent()));
        robot.interact(() -> table.getSelectionModel()
                .select(table.getItems().stream()
                        .filter(row -> row.scratch().name().equals(dirty.name()))
                        .findFirst()
                        .orElseThrow()));
        Button pull = robot.lookup("#scratches-pull").query();
        Label note = robot.lookup("#scratches-note").query();
        assertThat(pull.isDisabled()).isTrue();
        assertThat(note.getText()).contains("no commits to pull");

        robot.interact(() -> table.getSelectionModel()
                .select(table.getItems().stream()
                        .filter(row -> row.scratch().name().equals(committed.name()))
                        .findFirst()
                        .orElseThrow()));
        ListView<FileChange> files = robot.lookup("#scratches-files").query();
        assertThat(files.getItems()).containsExactly(new FileChange('M', "README.md"), new FileChange('A', "ship.py"));
        ListView<TextDiff.Row> lines = robot.lookup(".diff-list").query();
        Opened.await(
                "the difference",
                () -> lines.getItems().stream()
                        .anyMatch(row -> row.right() != null
                                && row.right().kind() == TextDiff.Kind.ADDED
                                && row.right().text().equals("Takes and ships orders.")));
        assertThat(pull.isDisabled()).isFalse();
        Mouse.click(robot, "#scratches-pull");
        Opened.await("the commit", () -> Files.exists(repository.resolve("ship.py")));
        assertThat(committed.directory()).as("a pull keeps the scratch").isDirectory();

        Mouse.click(robot, "#scratches-wipe");
        robot.push(KeyCode.ESCAPE);
        assertThat(committed.directory()).as("escape wipes nothing").isDirectory();
        Mouse.click(robot, "#scratches-wipe");
        Mouse.click(robot, "#confirm-verb");
        Opened.await("the wiped scratch to go", () -> table.getItems().size() == 1);
        assertThat(committed.directory()).doesNotExist();
        assertThat(dirty.directory()).isDirectory();
    }
}
