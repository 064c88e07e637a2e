package org.bulle.desktop.editor;

import javafx.application.Platform;
import javafx.beans.InvalidationListener;
import javafx.geometry.Insets;
import javafx.geometry.Orientation;
import javafx.scene.Scene;
import javafx.scene.control.ScrollBar;
import javafx.scene.layout.Region;
import org.fxmisc.richtext.CodeArea;
import org.jspecify.annotations.Nullable;

/**
 * A text with scroll bars where it is larger than the space for it. The bars are told once in a frame, after the text was laid out: the library's own pane asks for
 * the size of all lines anew with each step of each change, which is a tenth of what a key costs.
 */
final class ScrolledText extends Region {
    private static final double UNIT = 20;
    private final CodeArea area;
    private final ScrollBar across = bar(Orientation.HORIZONTAL);
    private final ScrollBar down = bar(Orientation.VERTICAL);
    private final Runnable afterLayout = this::follow;
    private final InvalidationListener changed = property -> changed();
    private boolean moved = true;
    private boolean following;

    ScrolledText(CodeArea area) {
        this.area = area;
        area.setManaged(false);
        getChildren().addAll(area, across, down);
        area.estimatedScrollXProperty().addListener(changed);
        area.estimatedScrollYProperty().addListener(changed);
        area.totalWidthEstimateProperty().addListener(changed);
        area.totalHeightEstimateProperty().addListener(changed);
        area.layoutBoundsProperty().addListener(changed);
        across.valueProperty().addListener((property, old, now) -> {
            if (!following) {
                area.scrollXToPixel(now.doubleValue());
            }
        });
        down.valueProperty().addListener((property, old, now) -> {
            if (!following) {
                area.scrollYToPixel(now.doubleValue());
            }
        });
        sceneProperty().addListener((property, old, now) -> move(old, now));
    }

    private static ScrollBar bar(Orientation orientation) {
        ScrollBar bar = new ScrollBar();
        bar.setOrientation(orientation);
        bar.setUnitIncrement(UNIT);
        bar.setVisible(false);
        return bar;
    }

    private void move(@Nullable Scene old, @Nullable Scene now) {
        if (old != null) {
            old.removePostLayoutPulseListener(afterLayout);
        }
        if (now != null) {
            now.addPostLayoutPulseListener(afterLayout);
            changed();
        }
    }

    private void changed() {
        if (!moved) {
            moved = true;
            Platform.requestNextPulse();
        }
    }

    private void follow() {
        if (!moved || area.getHeight() <= 0) {
            return;
        }
        Insets inside = area.getInsets();
        following = true;
        boolean wide = tell(
                across,
                area.estimatedScrollXProperty().getValue(),
                area.getWidth() - inside.getLeft() - inside.getRight(),
                area.totalWidthEstimateProperty().getValue());
        boolean high = tell(
                down,
                area.estimatedScrollYProperty().getValue(),
                area.getHeight() - inside.getTop() - inside.getBottom(),
                area.totalHeightEstimateProperty().getValue());
        following = false;
        area.layoutBoundsProperty().get();
        moved = false;
        if (wide || high) {
            requestLayout();
        }
    }

    /** True when the bar has come or gone. */
    private static boolean tell(ScrollBar bar, @Nullable Double offset, double shown, @Nullable Double whole) {
        double size = whole == null ? 0 : whole;
        double most = Math.max(0, size - shown);
        if (bar.getMax() != most) {
            bar.setMax(most);
        }
        double part = most == 0 ? 0 : most * shown / size;
        if (bar.getVisibleAmount() != part) {
            bar.setVisibleAmount(part);
            bar.setBlockIncrement(shown);
        }
        bar.setValue(Math.clamp(offset == null ? 0 : offset, 0, most));
        boolean needed = most >= 1;
        boolean changed = bar.isVisible() != needed;
        bar.setVisible(needed);
        return changed;
    }

    @Override
    protected void layoutChildren() {
        double right = down.isVisible() ? snapSizeX(down.prefWidth(-1)) : 0;
        double bottom = across.isVisible() ? snapSizeY(across.prefHeight(-1)) : 0;
        double width = getWidth() - right;
        double height = getHeight() - bottom;
        area.resizeRelocate(0, 0, width, height);
        down.resizeRelocate(width, 0, right, height);
        across.resizeRelocate(0, height, width, bottom);
    }

    @Override
    protected double computePrefWidth(double height) {
        return area.prefWidth(height);
    }

    @Override
    protected double computePrefHeight(double width) {
        return area.prefHeight(width);
    }
}
