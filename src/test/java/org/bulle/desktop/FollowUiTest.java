package org.bulle.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.TableView;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.skin.VirtualFlow;
import javafx.stage.Stage;
import org.bulle.desktop.profiles.EffectiveRow;
import org.bulle.desktop.profiles.ProfileRow;
import org.fxmisc.richtext.CodeArea;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;

/** What other programs do to the files is shown without being asked for; what the user looks at stays where it is. */
@ExtendWith(ApplicationExtension.class)
class FollowUiTest {
    private static final int GRANTS = 60;

    @TempDir
    Path home;

    private Opened app;
    private Path profiles;

    @Start
    void open(Stage stage) throws Exception {
        StringBuilder many = new StringBuilder("title = \"Many\"\nro = [\n");
        for (int i = 0; i < GRANTS; i++) {
            Files.createDirectories(home.resolve("data-" + (100 + i)));
            many.append("  \"$HOME/data-").append(100 + i).append("\",\n");
        }
        profiles = Files.createDirectories(home.resolve(".config/bulle/profiles"));
        Files.writeString(profiles.resolve("many.toml"), many.append("]\n").toString());
        Files.writeString(profiles.resolve("small.toml"), "inherits = [\"many\"]\n");
        app = Opened.on(stage, home);
    }

    @AfterEach
    void close(FxRobot robot) {
        robot.interact(app::close);
    }

    private void replace(Path file, String text) throws Exception {
        Path fresh = Files.writeString(home.resolve("fresh"), text);
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    @Test
    void aProfileThatAnotherProgramChangesIsWorkedOutAnewAndTheChosenRowStays(FxRobot robot) throws Exception {
        Opened.await("the profiles", () -> has(robot.lookup("#profile-list").query(), "small"));
        robot.interact(() -> app.window.context().navigator().open("profiles", "small"));
        TableView<EffectiveRow> table = robot.lookup("#effective-table").query();
        Opened.await("the entries", () -> place(table, "~/data-150") >= 0);
        robot.interact(() -> {
            table.scrollTo(place(table, "~/data-140"));
            table.getSelectionModel().select(place(table, "~/data-150"));
        });
        Opened.await("the scrolled table", () -> top(table).equals("~/data-140"));
        assertThat(inspected(robot)).isEqualTo("--ro ~/data-150");

        // What the open profile inherits: its own line in the list stays as it was.
        Files.createDirectories(home.resolve("data-000"));
        String before = Files.readString(profiles.resolve("many.toml"));
        replace(profiles.resolve("many.toml"), before.replace("ro = [", "ro = [\n  \"$HOME/data-000\","));
        Opened.await("the new entry", () -> place(table, "~/data-000") >= 0);
        Opened.await("the same rows in sight", () -> top(table).equals("~/data-140"));
        Opened.await("the chosen row", () -> chosen(table).equals("~/data-150"));
        assertThat(inspected(robot)).isEqualTo("--ro ~/data-150");

        replace(profiles.resolve("many.toml"), before.replace("  \"$HOME/data-150\",\n", ""));
        Opened.await("the entry to go", () -> place(table, "~/data-150") < 0);
        Opened.await(
                "the inspector to close",
                () -> robot.lookup("#inspector-flag").tryQuery().isEmpty());
    }

    @Test
    void filesThatComeAndGoAreListedAndTheOpenTextFollowsUnlessItWasChanged(FxRobot robot) throws Exception {
        Opened.await("the profiles", () -> has(robot.lookup("#profile-list").query(), "small"));
        robot.interact(() -> app.window.context().navigator().open("profiles", "small"));
        ListView<ProfileRow> list = robot.lookup("#profile-list").query();
        Files.writeString(profiles.resolve("apple.toml"), "title = \"Apple\"\n");
        Opened.await("the new profile", () -> has(list, "apple"));
        assertThat(list.getSelectionModel().getSelectedItem().identity()).isEqualTo("small");
        Files.delete(profiles.resolve("apple.toml"));
        Opened.await("the deletion", () -> !has(list, "apple"));

        robot.interact(
                () -> robot.lookup("#tab-toml").queryAs(ToggleButton.class).fire());
        Opened.await("the text", () -> robot.lookup("#editor-text").tryQuery().isPresent());
        CodeArea text = robot.lookup("#editor-text").query();
        Opened.await("all of it", () -> text.getText().contains("inherits"));
        replace(profiles.resolve("small.toml"), "inherits = [\"many\"]\n# from elsewhere\n");
        Opened.await("the text from elsewhere", () -> text.getText().endsWith("# from elsewhere\n"));
        robot.interact(() -> text.appendText("# mine\n"));
        replace(profiles.resolve("small.toml"), "inherits = [\"many\"]\n# again\n");
        Opened.await("the warning", () -> robot.lookup("#foreign-line").query().isVisible());
        assertThat(text.getText()).as("what was typed").endsWith("# mine\n");
    }

    @Test
    void whatIsWrongInANewConfigurationIsSaidAtOnce(FxRobot robot) throws Exception {
        Opened.await(
                "no problems",
                () -> robot.lookup("#status-problems")
                        .queryAs(Hyperlink.class)
                        .getText()
                        .startsWith("0"));
        robot.interact(() -> app.window.context().navigator().open("explore", "$FOLLOWED"));
        Opened.await("nobody", () -> answer(robot).startsWith("No profile"));
        Files.writeString(
                home.resolve(".config/bulle/config.toml"), "wrong = 1\n[profiles.small]\nenv = [\"FOLLOWED=1\"]\n");
        Opened.await(
                "the problem",
                () -> robot.lookup("#status-problems")
                        .queryAs(Hyperlink.class)
                        .getText()
                        .startsWith("1"));
        replace(home.resolve(".config/bulle/config.toml"), "[profiles.small]\nenv = [\"FOLLOWED=1\"]\n");
        Opened.await("the answer of now", () -> answer(robot).startsWith("1 profile"));
    }

    private static String answer(FxRobot robot) {
        return robot.lookup("#explore-answer").queryAs(Label.class).getText();
    }

    private static boolean has(ListView<ProfileRow> list, String name) {
        return list.getItems().stream().anyMatch(row -> row.identity().equals(name));
    }

    private static int place(TableView<EffectiveRow> table, String name) {
        Predicate<EffectiveRow> wanted =
                row -> row instanceof EffectiveRow.Entry entry && entry.name().equals(name);
        return IntStream.range(0, table.getItems().size())
                .filter(i -> wanted.test(table.getItems().get(i)))
                .findFirst()
                .orElse(-1);
    }

    private static String top(TableView<EffectiveRow> table) {
        VirtualFlow<?> flow = (VirtualFlow<?>) table.lookup(".virtual-flow");
        return flow.getFirstVisibleCell().getItem() instanceof EffectiveRow.Entry entry ? entry.name() : "";
    }

    private static String chosen(TableView<EffectiveRow> table) {
        return table.getSelectionModel().getSelectedItem() instanceof EffectiveRow.Entry entry ? entry.name() : "";
    }

    private static String inspected(FxRobot robot) {
        Opened.await(
                "the inspector",
                () -> robot.lookup("#inspector-flag").tryQuery().isPresent());
        return robot.lookup("#inspector-flag").queryAs(Label.class).getText();
    }
}
