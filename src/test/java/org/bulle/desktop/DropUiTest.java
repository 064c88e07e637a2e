package org.bulle.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.javafx.scene.input.DragboardHelper;
import com.sun.javafx.tk.TKClipboard;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import javafx.event.Event;
import javafx.event.EventType;
import javafx.scene.Parent;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.image.Image;
import javafx.scene.input.DataFormat;
import javafx.scene.input.DragEvent;
import javafx.scene.input.PickResult;
import javafx.scene.input.TransferMode;
import javafx.stage.Stage;
import javafx.util.Pair;
import org.bulle.engine.profile.InstallPlan.Item;
import org.bulle.engine.profile.InstallPlan.Status;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;

/**
 * What is dropped on the window. The headless platform has no other windows to drag from, so the events are fired at the scene as the toolkit does it;
 * {@link DropDisplayIT} makes the whole gesture with a mouse, from another program's window, where there is an X display.
 */
@ExtendWith(ApplicationExtension.class)
class DropUiTest {
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
    void aDroppedProfileOpensItsReviewAndNothingElseIsTaken(FxRobot robot) throws Exception {
        Path profile = Files.writeString(home.resolve("acme.toml"), "title = \"Acme\"\nro = [\"?$HOME/acme\"]\n");
        Path notes = Files.writeString(home.resolve("notes.txt"), "buy milk\n");
        Opened.await(
                "the profiles", () -> robot.lookup("#profile-git").tryQuery().isPresent());

        robot.interact(() -> {
            DragEvent over = fire(DragEvent.DRAG_OVER, List.of(profile));
            assertThat(over.getAcceptedTransferMode()).isEqualTo(TransferMode.COPY);
        });
        assertThat(robot.lookup("#drop-hint").tryQuery())
                .as("what a drop would do")
                .isPresent();
        robot.interact(() -> fire(DragEvent.DRAG_EXITED_TARGET, List.of(profile)));
        assertThat(robot.lookup("#drop-hint").tryQuery()).isEmpty();

        robot.interact(
                () -> assertThat(fire(DragEvent.DRAG_DROPPED, List.of(notes)).isDropCompleted())
                        .isTrue());
        Opened.await(
                "the reason",
                () -> robot.lookup("#status-note")
                        .queryAs(Label.class)
                        .getText()
                        .contains("notes.txt"));
        assertThat(robot.lookup("#install-review").tryQuery()).isEmpty();

        robot.interact(() -> fire(DragEvent.DRAG_DROPPED, List.of(profile, notes)));
        Opened.await("the review", () -> files(robot).size() == 1);
        assertThat(files(robot).getFirst().name()).isEqualTo("acme");
        assertThat(files(robot).getFirst().status()).isEqualTo(Status.NEW);
        assertThat(home.resolve(".config/bulle/profiles/acme.toml"))
                .as("only reviewed")
                .doesNotExist();
    }

    @Test
    void nothingCanBeDroppedUnderADialog(FxRobot robot) {
        Opened.await(
                "the profiles", () -> robot.lookup("#profile-git").tryQuery().isPresent());
        robot.interact(() -> robot.lookup("#run").queryButton().fire());
        robot.interact(() -> {
            DragEvent over = fire(DragEvent.DRAG_OVER, List.of(home));
            assertThat(over.getAcceptedTransferMode()).isNull();
            assertThat(fire(DragEvent.DRAG_DROPPED, List.of(home)).isDropCompleted())
                    .isFalse();
        });
        assertThat(robot.lookup("#install-review").tryQuery()).isEmpty();
    }

    @SuppressWarnings("unchecked")
    private static List<Item> files(FxRobot robot) {
        return robot.lookup("#install-files")
                .tryQuery()
                .map(list -> ((ListView<Item>) list).getItems())
                .map(List::copyOf)
                .orElse(List.of());
    }

    /** The same event as its handlers left it. */
    private DragEvent fire(EventType<DragEvent> type, List<Path> files) {
        Parent root = app.stage.getScene().getRoot();
        DragEvent event = new DragEvent(
                root,
                root,
                type,
                DragboardHelper.createDragboard(new Dragged(files)),
                600,
                400,
                600,
                400,
                TransferMode.COPY,
                null,
                null,
                new PickResult(root, 600, 400));
        Event.fireEvent(root, event);
        return event;
    }

    /** Files in the hand of another program. */
    private record Dragged(List<Path> files) implements TKClipboard {
        @Override
        public Set<DataFormat> getContentTypes() {
            return Set.of(DataFormat.FILES);
        }

        @Override
        @SafeVarargs
        public final boolean putContent(Pair<DataFormat, Object>... content) {
            return false;
        }

        @Override
        public Object getContent(DataFormat format) {
            return files.stream().map(Path::toFile).toList();
        }

        @Override
        public boolean hasContent(DataFormat format) {
            return format.equals(DataFormat.FILES);
        }

        @Override
        public Set<TransferMode> getTransferModes() {
            return EnumSet.of(TransferMode.COPY);
        }

        @Override
        public void setDragView(Image image) {}

        @Override
        public void setDragViewOffsetX(double offset) {}

        @Override
        public void setDragViewOffsetY(double offset) {}

        @Override
        public @Nullable Image getDragView() {
            return null;
        }

        @Override
        public double getDragViewOffsetX() {
            return 0;
        }

        @Override
        public double getDragViewOffsetY() {
            return 0;
        }
    }
}
