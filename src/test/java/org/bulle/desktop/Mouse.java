package org.bulle.desktop;

import javafx.geometry.Bounds;
import javafx.geometry.Point2D;
import javafx.scene.Node;
import org.testfx.api.FxRobot;

/** Clicks where a node is. TestFX would ask for its place on the test's thread, while the window lays out the same text on its own. */
final class Mouse {
    private Mouse() {}

    /** Waits until there is one that can be seen, and clicks into its middle. */
    static FxRobot click(FxRobot robot, String query) {
        Point2D[] at = new Point2D[1];
        Opened.await(
                query + " to click on",
                () -> robot.lookup(query).queryAll().stream().anyMatch(node -> (at[0] = middle(node)) != null));
        robot.clickOn(at[0]);
        return robot;
    }

    static FxRobot click(FxRobot robot, Node node) {
        Point2D[] at = new Point2D[1];
        Opened.await(node + " to click on", () -> (at[0] = middle(node)) != null);
        robot.clickOn(at[0]);
        return robot;
    }

    /** Null for one that is hidden, disabled or outside the window. */
    private static Point2D middle(Node node) {
        for (Node above = node; above != null; above = above.getParent()) {
            if (!above.isVisible()) {
                return null;
            }
        }
        if (node.getScene() == null || node.isDisabled()) {
            return null;
        }
        Bounds bounds = node.localToScene(node.getLayoutBounds());
        Point2D middle = new Point2D(bounds.getCenterX(), bounds.getCenterY());
        boolean inside = middle.getX() > 0
                && middle.getY() > 0
                && middle.getX() < node.getScene().getWidth()
                && middle.getY() < node.getScene().getHeight();
        return inside
                ? node.localToScreen(
                        node.getLayoutBounds().getCenterX(),
                        node.getLayoutBounds().getCenterY())
                : null;
    }
}
