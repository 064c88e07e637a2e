package org.bulle.desktop.shared;

import java.util.Collection;
import javafx.collections.ObservableList;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Labeled;
import org.jspecify.annotations.Nullable;

/** Changes to nodes that stay when their row becomes another: only where something differs, for each change has the node and all in it styled anew. */
public final class Styles {
    private static final Object OUT_OF_REACH = new Object();

    private Styles() {}

    /** Of these style classes the node has the wanted one alone; none of them when it is empty. Returns whether that changed something. */
    public static boolean only(Node node, Collection<String> several, String wanted) {
        ObservableList<String> classes = node.getStyleClass();
        boolean changed = false;
        for (String each : several) {
            changed |= !each.equals(wanted) && classes.remove(each);
        }
        return !wanted.isEmpty() && !classes.contains(wanted) ? classes.add(wanted) : changed;
    }

    /** Gives a label its picture. Returns whether it had another. */
    public static boolean graphic(Labeled label, @Nullable Node graphic) {
        boolean other = label.getGraphic() != graphic;
        if (other) {
            label.setGraphic(graphic);
        }
        return other;
    }

    /** Whether it is seen and takes room. */
    public static void shown(Node node, boolean yes) {
        seen(node, yes);
        node.setManaged(yes);
    }

    /**
     * Whether it is seen; what is not can neither be clicked nor reached by keys, nor can anything in it. What becomes visible again is styled anew from the
     * beginning; this is not.
     */
    public static void seen(Node node, boolean yes) {
        double opacity = yes ? 1 : 0;
        if (node.getOpacity() != opacity) {
            node.setOpacity(opacity);
            node.setMouseTransparent(!yes);
            reachable(node, yes);
        }
    }

    private static void reachable(Node node, boolean yes) {
        if (!yes && node.isFocusTraversable()) {
            node.setFocusTraversable(false);
            node.getProperties().put(OUT_OF_REACH, true);
        } else if (yes && node.hasProperties() && node.getProperties().remove(OUT_OF_REACH) != null) {
            node.setFocusTraversable(true);
        }
        if (node instanceof Parent parent) {
            parent.getChildrenUnmodifiable().forEach(child -> reachable(child, yes));
        }
    }
}
