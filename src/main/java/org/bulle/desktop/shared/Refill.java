package org.bulle.desktop.shared;

import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.IntConsumer;
import javafx.scene.Node;
import javafx.scene.control.Cell;
import javafx.scene.control.IndexedCell;
import javafx.scene.control.Labeled;
import org.jspecify.annotations.Nullable;

/**
 * How a row goes on to another item. The toolkit styles a row and all in it anew whenever the row needs a layout after it was given its index, and it gives the
 * index two or three times for each change. A row that only shows other words keeps its styles: what differs is noted here and styled by itself, and the row is
 * laid out at once, so that it needs no layout when the toolkit asks.
 */
public final class Refill {
    private final Set<Node> otherwise = Collections.newSetFromMap(new IdentityHashMap<>());
    private boolean released;

    /** What decides how a row itself looks. */
    private record Look(boolean empty, boolean selected, boolean focused) {
        private static Look of(Cell<?> row) {
            return new Look(row.isEmpty(), row.isSelected(), row.isFocused());
        }
    }

    /**
     * Gives the row an index by {@code update}. While its list is laid out after a change, a row is given none for a moment, and then one again: that moment is left
     * out, for an empty row is styled anew as well. Whatever makes the row itself look otherwise has all of it styled as usual.
     */
    public void index(IndexedCell<?> row, int index, IntConsumer update) {
        boolean settled = row.getScene() != null && row.isVisible() && row.getWidth() > 0;
        released = index < 0 && settled && !row.isEmpty();
        if (released) {
            return;
        }
        Look before = Look.of(row);
        update.accept(index);
        if (settled && row.isNeedsLayout()) {
            if (before.equals(Look.of(row)) && !otherwise.contains(row)) {
                otherwise.forEach(Node::applyCss);
            } else {
                row.applyCss();
            }
            row.layout();
        }
        otherwise.clear();
    }

    /** When the row is hidden: one that was given no other index has none. */
    public void hidden(IntConsumer update) {
        if (released) {
            released = false;
            update.accept(-1);
            otherwise.clear();
        }
    }

    /** The node is to be styled by itself; when it is the row, all of it as usual. */
    public void differs(Node node) {
        otherwise.add(node);
    }

    /** As {@link Styles#only}. */
    public void only(Node node, Collection<String> several, String wanted) {
        if (Styles.only(node, several, wanted)) {
            differs(node);
        }
    }

    /** As {@link Styles#graphic}; the words beside it leave and come again with it. */
    public void graphic(Labeled label, @Nullable Node graphic) {
        if (Styles.graphic(label, graphic)) {
            differs(label);
        }
    }

    /** Other words; a label without any has no node for them. */
    public void text(Labeled label, String words) {
        if (label.getText().isEmpty() != words.isEmpty()) {
            differs(label);
        }
        label.setText(words);
    }
}
