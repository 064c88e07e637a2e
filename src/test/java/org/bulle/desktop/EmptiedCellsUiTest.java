package org.bulle.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.AccessibleAttribute;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableView;
import javafx.stage.Stage;
import org.bulle.desktop.shared.Columns;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;

/** Cells keep their nodes for the next row; while they have none these are not there for anybody. */
@ExtendWith(ApplicationExtension.class)
class EmptiedCellsUiTest {
    private TableView<String> table;

    @Start
    void open(Stage stage) {
        table = new TableView<>();
        table.setFixedCellSize(30);
        table.getColumns().add(Columns.filled("", 200, Pos.CENTER_LEFT, () -> {
            Button button = new Button();
            return row -> {
                button.setText(row);
                return Optional.of(button);
            };
        }));
        table.getItems().setAll("one", "two", "three");
        stage.setScene(new Scene(table, 300, 220));
        stage.show();
    }

    @Test
    void buttonsOfEmptiedCellsCanNeitherBeReachedNorSeenNorClicked(FxRobot robot) {
        Opened.await("three buttons", () -> buttons(false).size() == 3);
        robot.interact(() -> table.getItems().remove(1, 3));
        Opened.await("two of them without a row", () -> buttons(true).size() == 2);
        robot.interact(() -> {
            assertThat(buttons(true)).allSatisfy(button -> {
                assertThat(button.isFocusTraversable()).isFalse();
                assertThat(button.isMouseTransparent()).isTrue();
                assertThat(told(button)).doesNotContain(button);
            });
            assertThat(buttons(false)).hasSize(1).allSatisfy(button -> {
                assertThat(button.isFocusTraversable()).isTrue();
                assertThat(told(button)).contains(button);
            });
            table.getItems().addAll("four", "five");
        });
        Opened.await("all back", () -> buttons(false).size() == 3);
        robot.interact(() -> assertThat(buttons(false)).allSatisfy(button -> {
            assertThat(button.isFocusTraversable()).isTrue();
            assertThat(button.isMouseTransparent()).isFalse();
        }));
    }

    private List<Button> buttons(boolean hidden) {
        return table.lookupAll(".button").stream()
                .map(Button.class::cast)
                .filter(button -> button.getOpacity() == 0 == hidden)
                .toList();
    }

    /** What the button's cell says is in it. */
    private static List<Object> told(Button button) {
        TableCell<?, ?> cell = (TableCell<?, ?>) button.getParent();
        return List.copyOf((List<?>) cell.queryAccessibleAttribute(AccessibleAttribute.CHILDREN));
    }
}
