package org.bulle.desktop.shared;

import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.IntConsumer;
import javafx.collections.ListChangeListener;
import javafx.collections.ObservableList;
import javafx.scene.control.Control;
import javafx.scene.control.ListView;
import javafx.scene.control.TableView;
import javafx.scene.control.skin.VirtualFlow;

/**
 * Keeps what a list or table shows where it is when its rows are others: the row at the top of the view stays there, though rows came or went above it. At the
 * very top new rows are shown.
 */
public final class Steady<T> implements ListChangeListener<T> {
    private final Control view;
    private final ObservableList<T> rows;
    private final Function<T, Object> identity;
    private final BooleanSupplier when;
    private final IntConsumer scroll;
    private List<T> before;

    private Steady(
            Control view,
            ObservableList<T> rows,
            Function<T, Object> identity,
            BooleanSupplier when,
            IntConsumer scroll) {
        this.view = view;
        this.rows = rows;
        this.identity = identity;
        this.when = when;
        this.scroll = scroll;
        before = List.copyOf(rows);
    }

    /**
     * @param identity what is the same of a row that is otherwise another
     * @param when whether what changes the rows is no wish of the user's to see others
     */
    public static <T> void keep(TableView<T> table, Function<T, Object> identity, BooleanSupplier when) {
        table.getItems().addListener(new Steady<>(table, table.getItems(), identity, when, table::scrollTo));
    }

    /** The same for a list. */
    public static <T> void keep(ListView<T> list, Function<T, Object> identity, BooleanSupplier when) {
        list.getItems().addListener(new Steady<>(list, list.getItems(), identity, when, list::scrollTo));
    }

    @Override
    public void onChanged(Change<? extends T> change) {
        List<T> old = before;
        before = List.copyOf(rows);
        int top = top().orElse(0);
        if (top >= before.size() && top > 0) {
            // A table that stands behind its last row looks for more below it, and warns that it found none.
            scroll.accept(Math.max(0, before.size() - 1));
        }
        if (top <= 0 || top >= old.size() || !when.getAsBoolean()) {
            return;
        }
        Object wanted = identity.apply(old.get(top));
        if (top < before.size() && identity.apply(before.get(top)).equals(wanted)) {
            return;
        }
        for (int i = 0; i < before.size(); i++) {
            if (identity.apply(before.get(i)).equals(wanted)) {
                scroll.accept(i);
                return;
            }
        }
    }

    private Optional<Integer> top() {
        return Optional.ofNullable(view.lookup(".virtual-flow"))
                .map(flow -> ((VirtualFlow<?>) flow).getFirstVisibleCell())
                .map(cell -> cell.getIndex());
    }
}
