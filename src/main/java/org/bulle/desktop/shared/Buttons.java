package org.bulle.desktop.shared;

import javafx.scene.control.Button;
import javafx.scene.control.ButtonBase;
import org.kordamp.ikonli.feather.Feather;

/** Buttons that show only an icon still have a name, for the tooltip and for those who do not see them. */
public final class Buttons {
    private Buttons() {}

    /** Without a frame, inside another control. */
    public static Button flat(Feather icon, String name) {
        Button button = named(new Button(), name);
        button.setGraphic(Icons.of(icon));
        button.getStyleClass().add("flat-icon");
        return button;
    }

    /** With a frame, in a row of buttons. */
    public static Button icon(Feather icon, String name) {
        Button button = named(new Button(), name);
        button.setGraphic(Icons.of(icon));
        button.getStyleClass().add("icon-only");
        return button;
    }

    public static <B extends ButtonBase> B named(B button, String name) {
        button.setAccessibleText(name);
        Tips.on(button, () -> name);
        return button;
    }
}
