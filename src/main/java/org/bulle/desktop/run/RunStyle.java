package org.bulle.desktop.run;

import java.util.Objects;
import javafx.scene.Parent;

/** The style sheet of this feature, beside the app's own. */
final class RunStyle {
    private RunStyle() {}

    static void dress(Parent root) {
        root.getStylesheets()
                .add(Objects.requireNonNull(RunStyle.class.getResource("runs-and-sheet.css"))
                        .toExternalForm());
    }
}
