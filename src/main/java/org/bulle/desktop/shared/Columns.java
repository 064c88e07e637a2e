package org.bulle.desktop.shared;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import javafx.beans.property.ReadOnlyIntegerProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.FXCollections;
import javafx.geometry.Pos;
import javafx.scene.AccessibleAttribute;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import org.jspecify.annotations.Nullable;

/** Columns of tables whose cells are made from the whole row, and what stands where a table is empty. */
public final class Columns {
    private Columns() {}

    /**
     * Lets a column show what is made from the whole row, in nodes that its cells fill anew for each row. It can neither be sorted nor moved.
     *
     * @param look made once for each cell
     */
    public static <T> void fill(TableColumn<T, T> column, Pos where, Supplier<Function<T, Optional<Node>>> look) {
        column.setCellValueFactory(row -> new ReadOnlyObjectWrapper<>(row.getValue()));
        column.setCellFactory(ignored -> new Cell<>(look.get(), where));
        column.setSortable(false);
        column.setReorderable(false);
    }

    /**
     * The same with a head.
     *
     * @param look made once for each cell
     */
    public static <T> TableColumn<T, T> filled(
            String head, double width, Pos where, Supplier<Function<T, Optional<Node>>> look) {
        TableColumn<T, T> column = new TableColumn<>(head);
        column.setPrefWidth(width);
        fill(column, where, look);
        if (where == Pos.CENTER_RIGHT) {
            column.getStyleClass().add("numbers");
        }
        return column;
    }

    /** A column with a head whose nodes are made for each row: for short tables. */
    public static <T> TableColumn<T, T> of(String head, double width, Pos where, Function<T, Optional<Node>> look) {
        return filled(head, width, where, () -> look);
    }

    /** The columns of a table become wider with the letters. */
    public static void follow(TableView<?> table, ReadOnlyIntegerProperty fontSize) {
        widen(table, fontSize.get() / (double) Appearance.NORMAL_SIZE);
        fontSize.addListener((property, old, now) -> widen(table, now.doubleValue() / old.doubleValue()));
    }

    private static void widen(TableView<?> table, double by) {
        for (TableColumn<?, ?> column : table.getColumns()) {
            double least = column.getMinWidth() * by;
            double wanted = column.getPrefWidth() * by;
            double most = column.getMaxWidth() * by;
            // Never a least width over the greatest.
            column.setMinWidth(0);
            column.setMaxWidth(most);
            column.setPrefWidth(wanted);
            column.setMinWidth(least);
        }
    }

    /** Secondary words in the middle of an empty table. */
    public static Label placeholder(String words) {
        Label label = new Label(words);
        label.getStyleClass().add("secondary");
        label.setWrapText(true);
        label.setMaxWidth(560);
        label.setAlignment(Pos.CENTER);
        label.setTextAlignment(javafx.scene.text.TextAlignment.CENTER);
        return label;
    }

    /** A table asks its cells for what they show whenever it is laid out: the same row is not drawn again. */
    private static final class Cell<T> extends TableCell<T, T> {
        private final Function<T, Optional<Node>> look;
        private @Nullable T shown;

        private Cell(Function<T, Optional<Node>> look, Pos where) {
            this.look = look;
            switch (where) {
                case CENTER_RIGHT -> getStyleClass().add("right-cell");
                case CENTER -> getStyleClass().add("centre-cell");
                default -> setAlignment(where);
            }
        }

        @Override
        public Object queryAccessibleAttribute(AccessibleAttribute attribute, Object... parameters) {
            return attribute == AccessibleAttribute.CHILDREN && isEmpty()
                    ? FXCollections.emptyObservableList()
                    : super.queryAccessibleAttribute(attribute, parameters);
        }

        @Override
        protected void updateItem(@Nullable T row, boolean empty) {
            super.updateItem(row, empty);
            if (!empty && row != null && row != shown) {
                shown = row;
                Styles.graphic(this, look.apply(row).orElse(null));
            }
            // While a table is laid out a cell is empty for a moment, and then has its row again.
            Node drawn = getGraphic();
            if (drawn != null) {
                Styles.seen(drawn, !empty && row != null);
            }
        }
    }
}
