package org.bulle.desktop;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Label;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableRow;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import org.bulle.desktop.profiles.EffectiveRow;
import org.testfx.api.FxRobot;
import org.testfx.util.WaitForAsyncUtils;

/** Reads the Effective table as a user does: from the labels on the screen, page by page, with nothing folded away. */
final class ShownRows {
    private final FxRobot robot;
    private final TableView<EffectiveRow> table;
    private final String home;
    private final Map<Integer, Row> rows = new TreeMap<>();

    private ShownRows(FxRobot robot, TableView<EffectiveRow> table, String home) {
        this.robot = robot;
        this.table = table;
        this.home = home;
    }

    /**
     * An entry as it is written on the screen.
     *
     * @param right the letters (R, W, X), or the word
     * @param names the path or the name; all of them when the row stands for several
     */
    record Row(String right, List<String> names, String state) {
        boolean isFile() {
            return right.matches("[RWX]+");
        }

        boolean isSkipped() {
            return state.startsWith("Skipped");
        }

        boolean has(char letter) {
            return isFile() && right.indexOf(letter) >= 0;
        }
    }

    static List<Row> of(FxRobot robot, TableView<EffectiveRow> table, String home) {
        ShownRows shown = new ShownRows(robot, table, home);
        shown.unfold();
        shown.readAll();
        return List.copyOf(shown.rows.values());
    }

    private void unfold() {
        robot.interact(() -> {
            for (int i = 0; i < table.getItems().size(); i++) {
                boolean folded = switch (table.getItems().get(i)) {
                    case EffectiveRow.Fold fold -> fold.folded();
                    case EffectiveRow.Heading heading -> heading.folded();
                    case EffectiveRow.Entry entry -> false;
                };
                if (folded) {
                    table.getSelectionModel().select(i);
                    table.fireEvent(
                            new KeyEvent(KeyEvent.KEY_PRESSED, "", "", KeyCode.ENTER, false, false, false, false));
                }
            }
            table.getSelectionModel().clearSelection();
        });
    }

    private void readAll() {
        Set<Integer> seen = new TreeSet<>();
        int size = table.getItems().size();
        for (int at = 0; at < size; at += 8) {
            int index = at;
            robot.interact(() -> table.scrollTo(index));
            WaitForAsyncUtils.waitForFxEvents();
            robot.interact(() -> read(seen));
        }
        robot.interact(() -> table.scrollTo(size - 1));
        WaitForAsyncUtils.waitForFxEvents();
        robot.interact(() -> read(seen));
        if (seen.size() != size) {
            throw new AssertionError("read " + seen.size() + " of " + size + " rows");
        }
    }

    private void read(Set<Integer> seen) {
        for (Node node : table.lookupAll(".table-row-cell")) {
            if (node instanceof TableRow<?> row && !row.isEmpty() && row.isVisible() && row.getParent() != null) {
                seen.add(row.getIndex());
                if (!row.getStyleClass().contains("group-row") && !(row.getItem() instanceof EffectiveRow.Fold)) {
                    rows.put(row.getIndex(), read(row));
                }
            }
        }
    }

    private Row read(TableRow<?> row) {
        Map<String, Node> cells = new TreeMap<>();
        for (Node node : row.lookupAll(".table-cell")) {
            if (node instanceof TableCell<?, ?> cell && cell.getTableColumn() != null && cell.getGraphic() != null) {
                cells.put(cell.getTableColumn().getId(), cell.getGraphic());
            }
        }
        List<String> right = words(cells.get("column-right"));
        return new Row(
                right.stream().filter(word -> !word.equals("\u00b7")).collect(Collectors.joining()),
                names((Label) cells.get("column-name")),
                words(cells.get("column-state")).getFirst());
    }

    /** A row of several paths has them all in its tooltip. */
    private List<String> names(Label label) {
        pointAt(label);
        boolean several = label.getText().matches("(?s).*  \\+\\d+");
        String tooltip = label.getTooltip().getText();
        return several || tooltip.contains("\n") || label.getText().contains("*") && tooltip.matches("\\w+")
                ? List.of(tooltip.split("\n"))
                : List.of(expanded(label.getText()));
    }

    /** Tooltips are made when the pointer comes. */
    private static void pointAt(Label label) {
        label.fireEvent(new MouseEvent(
                MouseEvent.MOUSE_ENTERED,
                0,
                0,
                0,
                0,
                MouseButton.NONE,
                0,
                false,
                false,
                false,
                false,
                false,
                false,
                false,
                false,
                false,
                true,
                null));
    }

    private String expanded(String name) {
        return name.equals("~") || name.startsWith("~/") ? home + name.substring(1) : name;
    }

    private static List<String> words(Node node) {
        List<String> found = new ArrayList<>();
        if (node instanceof Label label) {
            found.add(label.getText());
        } else if (node instanceof Parent parent) {
            parent.getChildrenUnmodifiable().forEach(child -> found.addAll(words(child)));
        }
        return found;
    }
}
