package org.bulle.desktop.shared;

import javafx.scene.AccessibleRole;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** The icons of visual-language: Feather, sized and coloured by style classes. */
public final class Icons {
    private Icons() {}

    /** An icon that only repeats what a word beside it says, so it is not read out. */
    public static FontIcon of(Feather icon, String... styleClasses) {
        FontIcon made = new FontIcon(icon);
        made.getStyleClass().addAll(styleClasses);
        made.setAccessibleRole(AccessibleRole.NODE);
        return made;
    }
}
