package org.bulle.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.TableView;
import javafx.scene.control.TextInputControl;
import javafx.scene.control.skin.VirtualFlow;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.bulle.desktop.runs.DenialRow;
import org.bulle.engine.check.TextDiff;
import org.bulle.engine.denial.Access;
import org.bulle.engine.denial.Decision;
import org.bulle.engine.denial.Denial;
import org.bulle.engine.denial.DenialSource;
import org.bulle.engine.denial.Risk;
import org.bulle.engine.denial.suggest.BreadthLadder;
import org.bulle.engine.history.RunComparison;
import org.bulle.engine.history.RunHistory;
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
    Path home;

    private Opened app;

    @Start
    void open(Stage stage) throws Exception {
        home = home.toRealPath();
        app = Opened.on(stage, home);
    }

    @AfterEach
    void close(FxRobot robot) {
        robot.interact(app::close);
    }

    @Test
    void fromADenialOverItsLadderIntoAProfileAndARunThatWorks(FxRobot robot) throws Exception {
        Path secret = Files.writeString(home.resolve("wanted notes"), "found it");
        runInAShell("tool", "cat", secret.toString());

        // The run of the command line appears, and says what it was denied.
        Mouse.click(robot, "#rail-runs");
        TableView<RunSummary> runs = table(robot, "#runs-table");
        Opened.await("the run of the command line", () -> runs.getItems().size() == 1);
        TableView<DenialRow> denials = table(robot, "#denials-table");
        Opened.await("its denials", () -> group(denials, secret).isPresent());
        assertThat(label(robot, "#runs-source")).startsWith("Complete");
        DenialRow.Group refused = group(denials, secret).orElseThrow();
        assertThat(refused.entries()).containsExactly("?$HOME/wanted notes");
        Opened.await("what it would expose", () -> facts(denials, secret).isPresent());
        assertThat(facts(denials, secret).orElseThrow().files()).isEqualTo(1);

        // The ladder by keyboard: from the variable to the exact file and back; then the tick.
        robot.interact(() -> {
            denials.requestFocus();
            denials.getSelectionModel()
                    .select(denials.getItems().indexOf(group(denials, secret).orElseThrow()));
        });
        robot.push(KeyCode.LEFT);
        Opened.await("the exact file", () -> kind(denials, secret) == BreadthLadder.Kind.FILE);
        assertThat(group(denials, secret).orElseThrow().entries()).containsExactly("?" + secret);
        robot.push(KeyCode.RIGHT);
        Opened.await("the variable", () -> kind(denials, secret) == BreadthLadder.Kind.VARIABLE);
        robot.push(KeyCode.SPACE);
        Button rerun = robot.lookup("#runs-rerun").queryButton();
        Opened.await("the tick", () -> rerun.getText().equals("Rerun with 1 selected"));

        // The preview shows the text, the effect and the reach; Escape writes nothing.
        Path file = home.resolve(".config/bulle/profiles/tool.toml");
        fire(robot, "#runs-add");
        Opened.await(
                "the preview", () -> !robot.lookup("#add-save").queryButton().isDisabled());
        ListView<TextDiff.Row> diff = robot.from(robot.lookup("#add-diff").<Node>query())
                .lookup(".diff-list")
                .queryListView();
        assertThat(diff.getItems())
                .anyMatch(row -> row.right() != null
                        && row.right().kind() == TextDiff.Kind.ADDED
                        && row.right().text().contains("?$HOME/wanted notes"));
        assertThat(texts(robot, "#add-effect")).contains("~/wanted notes").contains("1 file");
        robot.push(KeyCode.ESCAPE);
        assertThat(file).doesNotExist();

        // Save gives the built-in profile a file of the user's; undo takes it away again, decision and all.
        fire(robot, "#runs-add");
        Opened.await(
                "the preview", () -> !robot.lookup("#add-save").queryButton().isDisabled());
        fire(robot, "#add-save");
        Opened.await("the decision", () -> decided(denials, secret) == Decision.Kind.PROFILE);
        assertThat(file).content().contains("ro = [\"?$HOME/wanted notes\"]");
        fire(robot, "#runs-undo");
        Opened.await("undecided again", () -> decided(denials, secret) == null);
        assertThat(file).doesNotExist();

        // Once more, and run it again: it works, and the comparison says what was mended.
        robot.interact(() -> ((ButtonBase) robot.lookup("#denials-tick-all").query()).fire());
        Opened.await("the tick", () -> rerun.getText().equals("Rerun with 1 selected"));
        fire(robot, "#runs-add");
        Opened.await(
                "the preview", () -> !robot.lookup("#add-save").queryButton().isDisabled());
        fire(robot, "#add-save");
        Opened.await(
                "the note", () -> robot.lookup("#runs-rerun-now").tryQuery().isPresent());
        fire(robot, "#runs-rerun-now");
        Opened.await(
                "the run sheet", () -> robot.lookup("#run-command").tryQuery().isPresent());
        ButtonBase compare = robot.lookup("#runs-tab-compare").queryAs(ButtonBase.class);
        Tabs.start(robot);
        Opened.await(
                "the second run",
                () -> runs.getItems().size() == 2 && runs.getItems().getFirst().state() == RunSummary.State.FINISHED);
        assertThat(runs.getItems().getFirst().exitCode()).hasValue(0);
        robot.interact(() -> {
            runs.getSelectionModel().select(0);
            compare.fire();
        });
        Label result = robot.lookup("#compare-result").queryAs(Label.class);
        TableView<RunComparison.Row> compared = table(robot, "#compare-table");
        Opened.await("the comparison", () -> result.getText().equals("1 fixed, 0 new, 0 same"));
        assertThat(compared.getItems())
                .singleElement()
                .satisfies(row -> assertThat(row.denial().target()).isEqualTo(secret.toString()));
    }

    @Test
    void repeatsUntilItWorksAndEndsWithOneSetToReview(FxRobot robot) throws Exception {
        Path one = Files.writeString(home.resolve("one"), "1");
        Path two = Files.writeString(home.resolve("two"), "2");
        runInAShell("tool", "sh", "-c", "cat \"$1\" && cat \"$2\"", "sh", one.toString(), two.toString());
        Mouse.click(robot, "#rail-runs");
        TableView<RunSummary> runs = table(robot, "#runs-table");
        Opened.await("the run of the command line", () -> runs.getItems().size() == 1);
        TableView<DenialRow> denials = table(robot, "#denials-table");
        Opened.await("its denials", () -> group(denials, one).isPresent());

        robot.interact(() -> robot.lookup("#runs-more")
                .queryButton()
                .getContextMenu()
                .getItems()
                .getFirst()
                .fire());
        fire(robot, "#repeat-start");
        Label result = robot.lookup("#repeat-result").queryAs(Label.class);
        Opened.await("the end", () -> !result.getText().isEmpty());
        assertThat(result.getText()).isEqualTo("It works. Nothing that it was denied is left.");
        assertThat(texts(robot, "#repeat-attempts")).contains("?$HOME/two");
        fire(robot, "#repeat-review");
        Opened.await(
                "the preview", () -> !robot.lookup("#add-save").queryButton().isDisabled());
        assertThat(texts(robot, "#add-effect")).contains("~/one").contains("~/two");
        robot.push(KeyCode.ESCAPE);
        assertThat(home.resolve(".config/bulle/profiles/tool.toml")).doesNotExist();
        assertThat(runs.getItems().getLast().undecided())
                .as("it decides nothing")
                .isPositive();
        RunHistory history = new RunHistory(home.resolve(".local/state/bulle/runs"));
        assertThat(history.output(history.ids().iterator().next()).orElseThrow().text())
                .isEqualTo("12");
    }

    @Test
    void repeatsInAScratchOfTheRepositoryAndChangesNothingInIt(FxRobot robot) throws Exception {
        Path one = Files.writeString(home.resolve("one"), "1");
        Path kept = Files.writeString(app.workspace.resolve("kept"), "before");
        git("init", "-q");
        git("add", "-A");
        git("-c", "user.name=U", "-c", "user.email=u@example.org", "commit", "-qm", "Begin");
        runInAShell("tool", "sh", "-c", "cat \"$1\" && echo made >made && echo after >kept", "sh", one.toString());
        Mouse.click(robot, "#rail-runs");
        TableView<RunSummary> runs = table(robot, "#runs-table");
        Opened.await("the run of the command line", () -> runs.getItems().size() == 1);
        TableView<DenialRow> denials = table(robot, "#denials-table");
        Opened.await("its denials", () -> group(denials, one).isPresent());
        robot.interact(() -> robot.lookup("#runs-more")
                .queryButton()
                .getContextMenu()
                .getItems()
                .getFirst()
                .fire());
        fire(robot, "#repeat-start");
        Label result = robot.lookup("#repeat-result").queryAs(Label.class);
        Opened.await("the end", () -> !result.getText().isEmpty());
        assertThat(result.getText()).isEqualTo("It works. Nothing that it was denied is left.");
        RunHistory history = new RunHistory(home.resolve(".local/state/bulle/runs"));
        assertThat(history.list().getFirst().workspace())
                .startsWith(home.resolve(".local/state/bulle/scratch").toString());
        assertThat(app.workspace.resolve("made"))
                .as("what it wrote was in the scratch")
                .doesNotExist();
        assertThat(kept).hasContent("before");
        assertThat(app.window.context().engine().scratches().list())
                .as("the scratch is gone")
                .isEmpty();
    }

    private void git(String... arguments) throws Exception {
        List<String> words = new ArrayList<>(List.of("git"));
        words.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(words).directory(app.workspace.toFile()).inheritIO();
        builder.environment().put("HOME", home.toString());
        assertThat(builder.start().waitFor()).isZero();
    }

    /** The watchdog over UI tests fails this when the UI thread is kept. */
    @Test
    void opensAndFiltersFiftyThousandDenials(FxRobot robot) throws Exception {
        RecordedRuns recorded = new RecordedRuns(home);
        List<Denial> many = new ArrayList<>();
        for (int i = 0; i < 50_000; i++) {
            many.add(RecordedRuns.denial(
                    Access.READ, home + "/many/file-" + i, 1, "java", Risk.NONE, "ro", "?$HOME/many/file-" + i));
        }
        recorded.add(
                Duration.ofMinutes(2),
                Duration.ofSeconds(1),
                List.of("tool"),
                List.of("/bin/cat"),
                app.workspace,
                1,
                DenialSource.complete(DenialSource.Kind.OBSERVE),
                Optional.empty(),
                many);
        robot.interact(() -> app.window.context().navigator().open("runs"));
        TableView<DenialRow> denials = table(robot, "#denials-table");
        Opened.await("fifty thousand lines", () -> denials.getItems().size() == 50_000);
        robot.interact(() -> denials.scrollTo(49_000));
        // With a layout: what is selected before one is brought into sight at the lower edge.
        assertThat(first(robot, denials)).isEqualTo(49_000);
        robot.interact(() -> denials.getSelectionModel().select(49_000));
        Opened.await(
                "what the first of them would expose",
                () -> denials.getItems().get(49_000) instanceof DenialRow.Group group
                        && group.facts().isPresent());
        assertThat(first(robot, denials))
                .as("lines that are drawn anew move nothing")
                .isEqualTo(49_000);
        robot.interact(() -> denials.scrollTo(20_000));
        assertThat(first(robot, denials)).isEqualTo(20_000);
        assertThat(denials.getSelectionModel().getSelectedIndices()).containsExactly(49_000);
        TextInputControl filter = robot.lookup("#denials-filter").queryTextInputControl();
        robot.interact(() -> filter.setText("file-4999"));
        Opened.await("the filter", () -> denials.getItems().size() == 11);
        robot.interact(() -> filter.setText(""));
        Opened.await("all of them", () -> denials.getItems().size() == 50_000);
        robot.interact(() -> ((ButtonBase) robot.lookup("#denials-tick-all").query()).fire());
        Button rerun = robot.lookup("#runs-rerun").queryButton();
        Opened.await(
                "all ticks but of what is gone", () -> rerun.getText().matches("Rerun with \\d\\d,\\d{3} selected"));
    }

    /** After the layout that a scroll asked for. */
    private static int first(FxRobot robot, TableView<?> table) {
        CompletableFuture<Integer> index = new CompletableFuture<>();
        robot.interact(() -> {
            table.layout();
            VirtualFlow<?> flow = (VirtualFlow<?>) table.lookup(".virtual-flow");
            index.complete(flow.getFirstVisibleCell().getIndex());
        });
        return index.join();
    }

    @SuppressWarnings("unchecked")
    private static <T> TableView<T> table(FxRobot robot, String query) {
        Opened.await(query, () -> robot.lookup(query).tryQuery().isPresent());
        return robot.lookup(query).queryAs(TableView.class);
    }

    private static Optional<DenialRow.Group> group(TableView<DenialRow> table, Path path) {
        return table.getItems().stream()
                .filter(row -> row instanceof DenialRow.Group group
                        && group.first().target().equals(path.toString()))
                .map(DenialRow.Group.class::cast)
                .findFirst();
    }

    private static Optional<org.bulle.desktop.runs.RungFacts> facts(TableView<DenialRow> table, Path path) {
        return group(table, path).flatMap(DenialRow.Group::facts);
    }

    private static BreadthLadder.Kind kind(TableView<DenialRow> table, Path path) {
        DenialRow.Group shown = group(table, path).orElseThrow();
        return shown.ladder().rungs().get(shown.rung()).kind();
    }

    private static Decision.@org.jspecify.annotations.Nullable Kind decided(TableView<DenialRow> table, Path path) {
        return group(table, path)
                .flatMap(DenialRow.Group::decision)
                .map(Decision::kind)
                .orElse(null);
    }

    private static String label(FxRobot robot, String query) {
        return robot.lookup(query).queryAs(Label.class).getText();
    }

    private static void fire(FxRobot robot, String query) {
        robot.interact(() -> ((ButtonBase) robot.lookup(query).query()).fire());
    }

    private static String texts(FxRobot robot, String query) {
        StringBuilder words = new StringBuilder();
        for (Node node :
                robot.from(robot.lookup(query).<Node>query()).lookup(".label").queryAll()) {
            words.append(((Label) node).getText()).append('\n');
        }
        return words.toString();
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
