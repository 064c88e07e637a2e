package org.bulle.desktop.shared;

import javafx.scene.Node;
import javafx.scene.control.Skin;
import javafx.scene.control.TableRow;
import javafx.scene.control.skin.TableRowSkin;
import org.jspecify.annotations.Nullable;

/** A row of a table that can draw one thing over all its columns: the head of a group, or what is folded away. */
public abstract class AcrossRow<T> extends TableRow<T> {
    private static final double PADDING = 8;

    private @Nullable Node across;

    /** What lies over the columns from now on; nothing when null. */
    protected final void across(@Nullable Node node) {
        if (across != node) {
            across = node;
            requestLayout();
        }
    }

    @Override
    protected final Skin<?> createDefaultSkin() {
        return new AcrossSkin<>(this);
    }

    private static final class AcrossSkin<T> extends TableRowSkin<T> {
        private final AcrossRow<T> row;
        private @Nullable Node drawn;

        private AcrossSkin(AcrossRow<T> row) {
            super(row);
            this.row = row;
        }

        @Override
        protected void layoutChildren(double x, double y, double width, double height) {
            super.layoutChildren(x, y, width, height);
            if (drawn != row.across) {
                getChildren().remove(drawn);
                drawn = row.across;
            }
            if (drawn != null) {
                // The table lays its cells out anew, and then knows nothing of this one.
                if (!getChildren().contains(drawn)) {
                    drawn.setMouseTransparent(true);
                    getChildren().add(drawn);
                    drawn.applyCss();
                }
                drawn.resizeRelocate(x + PADDING, y, Math.max(0, width - 2 * PADDING), height);
            }
        }
    }
}
