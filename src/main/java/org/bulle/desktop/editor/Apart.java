package org.bulle.desktop.editor;

import javafx.scene.layout.Region;

/**
 * Fills itself with something whose size does not depend on what is in it. Where that changes it is laid out alone: otherwise each key would ask every node of the
 * window, from the text to the root, how large it wants to be.
 */
final class Apart extends Region {
    private final Region content;

    Apart(Region content) {
        this.content = content;
        content.setManaged(false);
        getChildren().add(content);
    }

    @Override
    protected void layoutChildren() {
        content.resizeRelocate(0, 0, getWidth(), getHeight());
    }

    @Override
    protected double computePrefWidth(double height) {
        return content.prefWidth(height);
    }

    @Override
    protected double computePrefHeight(double width) {
        return content.prefHeight(width);
    }

    @Override
    protected double computeMinWidth(double height) {
        return content.minWidth(height);
    }

    @Override
    protected double computeMinHeight(double width) {
        return content.minHeight(width);
    }

    @Override
    protected double computeMaxWidth(double height) {
        return content.maxWidth(height);
    }

    @Override
    protected double computeMaxHeight(double width) {
        return content.maxHeight(width);
    }
}
