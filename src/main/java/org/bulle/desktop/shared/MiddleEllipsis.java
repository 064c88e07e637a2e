package org.bulle.desktop.shared;

import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;

/** Labels for paths: what does not fit is cut in the middle, and the tooltip has all of it. */
public final class MiddleEllipsis {
    private MiddleEllipsis() {}

    public static Label of(String text, String... styles) {
        Label label = new Label(text);
        label.getStyleClass().addAll(styles);
        label.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
        Tips.on(label, () -> text);
        return label;
    }

    /** Other words for the same label. */
    public static void set(Label label, String text) {
        label.setText(text);
        Tips.on(label, () -> text);
    }
}
