package org.bulle.desktop.shared;

import java.util.function.Supplier;
import javafx.scene.Node;
import javafx.scene.control.Control;
import javafx.scene.control.Tooltip;
import javafx.scene.input.MouseEvent;

/** Tooltips that are made when the pointer comes: each is a window with a scene, and a table has one in every cell. */
public final class Tips {
    private static final double WIDEST = 460;

    private Tips() {}

    /** Another one for the same node takes the place of the first. */
    public static void on(Node node, Supplier<String> text) {
        if (node instanceof Control control && control.getTooltip() != null) {
            control.setTooltip(null);
        }
        node.setOnMouseEntered(event -> {
            Tooltip tip = new Tooltip(text.get());
            tip.setWrapText(true);
            tip.setMaxWidth(WIDEST);
            if (node instanceof Control control) {
                control.setTooltip(tip);
            } else {
                Tooltip.install(node, tip);
            }
            node.setOnMouseEntered((MouseEvent later) -> {});
        });
    }
}
