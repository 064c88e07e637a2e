package org.bulle.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.bulle.desktop.editor.NewProfileDialog;
import org.bulle.desktop.profiles.EffectiveRow;
import org.bulle.engine.denial.Access;
import org.bulle.engine.denial.DenialSource;
import org.bulle.engine.denial.Risk;
import org.bulle.engine.profile.Completions.Proposal;
import org.bulle.engine.profile.TextEntry;
import org.fxmisc.richtext.CodeArea;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;

/** What helps in writing a profile, in the real window on the real engine: completion, hover, search, tables, forms, starts. */
@ExtendWith(ApplicationExtension.class)
class EditorToolsUiTest {
    private static final String TEXT = """
            title = "Mine"
            inherits = ["git"]
            # keep this
            ro = ["?$HOME/notes/"]   # why
            """;

    @TempDir
    Path home;

    private Opened app;
    private Path file;

    @Start
    void open(Stage stage) throws Exception {
        home = home.toRealPath();
        file = home.resolve(".config/bulle/profiles/mine.toml");
        Files.createDirectories(file.getParent());
        Files.writeString(file, TEXT);
        Files.writeString(Files.createDirectories(home.resolve("notes")).resolve("a.txt"), "a");
        Files.writeString(home.resolve("wanted.txt"), "w");
        app = Opened.on(stage, home);
        stage.setWidth(1360);
        stage.setHeight(860);
    }

    @AfterEach
    void close(FxRobot robot) {
        robot.interact(app::close);
    }

    private void openProfile(FxRobot robot) {
        Opened.await("the profiles", () -> isThere(robot, "#profile-git"));
        robot.interact(() -> app.window.context().navigator().open("profiles", "mine"));
    }

    private CodeArea editor(FxRobot robot) {
        robot.interact(() -> robot.lookup("#tab-toml").queryAs(ButtonBase.class).fire());
        Opened.await("the editor", () -> isThere(robot, "#editor-text"));
        CodeArea area = robot.lookup("#editor-text").query();
        TableView<TextEntry> entries = robot.lookup("#own-entries").query();
        Opened.await("the entries", () -> entries.getItems().size() == 2);
        robot.interact(area::requestFocus);
        return area;
    }

    private static boolean isThere(FxRobot robot, String query) {
        return robot.lookup(query).tryQuery().isPresent();
    }

    private static <T extends Node> T node(FxRobot robot, String query, Class<T> type) {
        return robot.lookup(query).queryAs(type);
    }

    /** Asks at the end of a line that is written for it, and takes the line out again. */
    private static List<String> proposals(FxRobot robot, CodeArea area, String line, int back) {
        robot.interact(() -> {
            area.appendText(line);
            area.moveTo(area.getLength() - back);
        });
        robot.push(KeyCode.CONTROL, KeyCode.SPACE);
        Opened.await(
                "proposals for " + line,
                () -> robot.lookup("#completion-list").queryAll().stream()
                        .anyMatch(list -> list.getParent().isVisible()));
        ListView<Proposal> list = robot.lookup("#completion-list").query();
        List<String> labels = list.getItems().stream().map(Proposal::label).toList();
        robot.push(KeyCode.ESCAPE);
        robot.interact(area::undo);
        assertThat(area.getText()).as("one undo takes the line out").isEqualTo(TEXT);
        return labels;
    }

    @Test
    void completesEachKindOfWordTellsWhatAnEntryIsHereAndReplaces(FxRobot robot) {
        openProfile(robot);
        CodeArea area = editor(robot);
        // The words of this machine are read in the background.
        Opened.await("the profiles as words", () -> {
            robot.lookup("#editor-text").query();
            return app.window.context().catalog().get().entries().size() > 20;
        });
        assertThat(proposals(robot, area, "rw", 0)).contains("rw", "rwx");
        assertThat(proposals(robot, area, "allow = [\"ne\"]", 2)).contains("network");
        assertThat(proposals(robot, area, "rw = [\"$CA\"]", 2)).anyMatch(label -> label.contains("CACHE"));
        assertThat(proposals(robot, area, "rw = [\"npm:\"]", 2)).contains("npm:cache");
        assertThat(proposals(robot, area, "env = [\"PA\"]", 2)).contains("PATH");
        robot.interact(() -> area.insertText(TEXT.indexOf("\"git\"") + 5, ", \"offl\""));
        robot.interact(() -> area.moveTo(TEXT.indexOf("\"git\"") + 12));
        robot.push(KeyCode.CONTROL, KeyCode.SPACE);
        ListView<Proposal> list = robot.lookup("#completion-list").query();
        Opened.await(
                "the profile",
                () -> list.getItems().stream()
                        .anyMatch(proposal -> proposal.label().equals("offline")));
        robot.push(KeyCode.ENTER);
        assertThat(area.getText()).isEqualTo(TEXT.replace("\"git\"", "\"git\", \"offline\""));

        robot.interact(() -> area.moveTo(area.getText().indexOf("notes")));
        robot.push(KeyCode.CONTROL, KeyCode.Q);
        Opened.await(
                "what the entry is here",
                () -> robot.lookup("#hover-card .label").queryAllAs(Label.class).stream()
                        .anyMatch(label -> label.getText().contains("~/notes")));
        assertThat(robot.lookup("#hover-card .label").queryAllAs(Label.class))
                .extracting(Label::getText)
                .anyMatch(words -> words.startsWith("1 file"));
        robot.push(KeyCode.ESCAPE);
        assertThat(isThere(robot, "#hover-card")).isFalse();

        String before = area.getText();
        robot.push(KeyCode.CONTROL, KeyCode.F);
        robot.interact(() -> {
            node(robot, "#find-query", TextField.class).setText("E");
            node(robot, "#find-replacement", TextField.class).setText("3");
        });
        assertThat(node(robot, "#find-count", Label.class).getText())
                .startsWith(before.toLowerCase(Locale.ROOT)
                                .chars()
                                .filter(each -> each == 'e')
                                .count() + " ");
        robot.interact(() -> node(robot, "#find-replace-all", Button.class).fire());
        assertThat(area.getText()).isEqualTo(before.replace("e", "3").replace("E", "3"));
        robot.interact(area::undo);
        assertThat(area.getText()).as("all of it is one step of undo").isEqualTo(before);
    }

    private static Optional<EffectiveRow.Entry> row(FxRobot robot, Predicate<EffectiveRow.Entry> wanted) {
        TableView<EffectiveRow> table = robot.lookup("#effective-table").query();
        return table.getItems().stream()
                .filter(EffectiveRow.Entry.class::isInstance)
                .map(EffectiveRow.Entry.class::cast)
                .filter(wanted)
                .findFirst();
    }

    private static void choose(FxRobot robot, String name) {
        Opened.await(
                "the row of " + name,
                () -> row(robot, row -> row.name().equals(name)).isPresent());
        TableView<EffectiveRow> table = robot.lookup("#effective-table").query();
        robot.interact(() -> {
            table.requestFocus();
            table.getSelectionModel()
                    .select(row(robot, row -> row.name().equals(name)).orElseThrow());
        });
    }

    private static void write(FxRobot robot, String entry) {
        Opened.await(
                "the form",
                () -> node(robot, "#own-entry-text", TextField.class).isFocused());
        robot.interact(() -> node(robot, "#own-entry-text", TextField.class).setText(entry));
        robot.push(KeyCode.ENTER);
    }

    @Test
    void theEffectiveTableEditsTheOwnFilesTextAndSharesItsUndo(FxRobot robot) throws Exception {
        openProfile(robot);
        choose(robot, "~/notes");
        robot.push(KeyCode.INSERT);
        write(robot, "?~/wanted.txt");
        String added = TEXT.replace("notes/\"]", "notes/\", \"?~/wanted.txt\"]");
        Opened.await(
                "the new row",
                () -> row(robot, row -> row.name().equals("~/wanted.txt")).isPresent());
        assertThat(Files.readString(file))
                .as("nothing is written before the review")
                .isEqualTo(TEXT);
        assertThat(node(robot, "#own-unsaved", Label.class).getText()).contains("mine.toml", "not saved");

        choose(robot, "~/notes");
        robot.push(KeyCode.F2);
        write(robot, "?$HOME/notes/a.txt");
        String changed = added.replace("notes/\"", "notes/a.txt\"");
        choose(robot, "~/notes/a.txt");
        robot.push(KeyCode.DELETE);
        Opened.await(
                "the row to go",
                () -> row(robot, row -> row.name().equals("~/notes/a.txt")).isEmpty());

        CodeArea area = editor(robot);
        assertThat(area.getText()).isEqualTo(TEXT.replace("?$HOME/notes/\"", "?~/wanted.txt\""));
        robot.interact(area::undo);
        assertThat(area.getText())
                .as("the text's undo takes back the table's edit")
                .isEqualTo(changed);
        robot.interact(() -> node(robot, "#tab-effective", ButtonBase.class).fire());
        choose(robot, "~/notes/a.txt");
        robot.push(KeyCode.CONTROL, KeyCode.Z);
        robot.push(KeyCode.CONTROL, KeyCode.Z);
        assertThat(area.getText())
                .as("the table's undo takes back what came before")
                .isEqualTo(TEXT);
        Opened.await(
                "the first rows",
                () -> row(robot, row -> row.name().equals("~/wanted.txt")).isEmpty()
                        && row(robot, row -> row.name().equals("~/notes")).isPresent());
        robot.interact(() -> node(robot, "#own-redo", Button.class).fire());
        assertThat(area.getText()).isEqualTo(added);
        robot.interact(() -> node(robot, "#own-save", Button.class).fire());
        Opened.await(
                "the review",
                () -> isThere(robot, "#save-confirm")
                        && !node(robot, "#save-confirm", Button.class).isDisabled());
        robot.interact(() -> node(robot, "#save-confirm", Button.class).fire());
        Opened.await("the file", () -> onDisk(file).equals(added));
    }

    private static String onDisk(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void theFormOfTheConfigurationAndItsTextAreOneDocument(FxRobot robot) throws Exception {
        Path configuration = home.resolve(".config/bulle/config.toml");
        Files.writeString(configuration, "# mine\n[vars]\nWORK = \"/mnt/work\"   # disk\n");
        Opened.await("the profiles", () -> isThere(robot, "#profile-git"));
        robot.interact(() -> app.window.context().navigator().open("system", "settings"));
        Opened.await("the form", () -> isThere(robot, "#configuration-editor #editor-text"));
        CodeArea area = robot.lookup("#configuration-editor #editor-text").query();
        Opened.await(
                "the text in the form",
                () -> isThere(robot, "#config-deny-network")
                        && !node(robot, "#config-deny-network", CheckBox.class).isDisabled());
        robot.interact(() -> node(robot, "#config-deny-network", CheckBox.class).fire());
        robot.interact(() -> {
            node(robot, "#config-variable-name", TextField.class).setText("DATA2");
            node(robot, "#config-variable-value", TextField.class).setText("/mnt/data");
            node(robot, "#config-variable-add", Button.class).fire();
        });
        String edited = "deny = [\"network\"]\n# mine\n[vars]\nWORK = \"/mnt/work\"   # disk\nDATA2 = \"/mnt/data\"\n";
        assertThat(area.getText()).isEqualTo(edited);
        robot.interact(() -> area.replaceText(0, area.getText().indexOf("# mine"), ""));
        Opened.await(
                "the form to follow",
                () -> !node(robot, "#config-deny-network", CheckBox.class).isSelected());
        robot.interact(area::undo);
        assertThat(area.getText()).isEqualTo(edited);
    }

    @Test
    void aNewProfileBeginsWithEachOfItsStarts(FxRobot robot) throws Exception {
        Files.writeString(app.workspace.resolve("pom.xml"), "<project/>\n");
        new RecordedRuns(home)
                .add(
                        Duration.ofMinutes(5),
                        Duration.ofSeconds(1),
                        List.of("tool"),
                        List.of("/bin/cat", "x"),
                        app.workspace,
                        1,
                        DenialSource.complete(DenialSource.Kind.OBSERVE),
                        Optional.empty(),
                        List.of(RecordedRuns.denial(
                                Access.READ, home + "/notes/a.txt", 1, "cat", Risk.NONE, "ro", "?$HOME/notes/a.txt")));
        openProfile(robot);
        robot.interact(() -> new NewProfileDialog(
                        app.window.context(),
                        name -> Optional.empty(),
                        (name, text) -> write(file.resolveSibling(name + ".toml"), text))
                .open());
        robot.interact(() -> node(robot, "#new-profile-name", TextField.class).setText("fresh"));
        CodeArea text = robot.lookup("#new-profile-text").query();
        begins(robot, text, "app", "default_app");
        begins(robot, text, "toolchain", "rox");
        begins(robot, text, "install", "network");
        begins(robot, text, "denials", "?$HOME/notes/a.txt");
        begins(robot, text, "project", "maven");
        begins(robot, text, "blank", "description = \"\"");
        robot.interact(() -> node(robot, "#new-profile-confirm", Button.class).fire());
        assertThat(onDisk(file.resolveSibling("fresh.toml"))).isEqualTo(text.getText());

        Opened.await("the page", () -> isThere(robot, "#profile-duplicate"));
        robot.interact(() -> node(robot, "#profile-duplicate", Button.class).fire());
        robot.interact(() -> node(robot, "#new-profile-name", TextField.class).setText("twin"));
        robot.interact(() -> node(robot, "#new-profile-confirm", Button.class).fire());
        Opened.await("the copy", () -> onDisk(file.resolveSibling("twin.toml")).contains("?$HOME/notes/"));

        Path runs = home.resolve(".local/state/bulle/runs");
        Files.move(runs, runs.resolveSibling("elsewhere"));
        Files.writeString(runs, "");
        robot.interact(
                () -> new NewProfileDialog(app.window.context(), name -> Optional.empty(), (name, shown) -> {}).open());
        robot.interact(() -> node(robot, "#start-denials", ButtonBase.class).fire());
        Opened.await(
                "why no run is offered",
                () -> node(robot, "#new-profile-refusal", Label.class).getText().contains("cannot be listed"));
    }

    private static void begins(FxRobot robot, CodeArea text, String start, String word) {
        robot.interact(() -> node(robot, "#start-" + start, ButtonBase.class).fire());
        Opened.await("the start " + start, () -> text.getText().contains(word));
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
