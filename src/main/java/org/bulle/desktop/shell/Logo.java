package org.bulle.desktop.shell;

import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.paint.Color;
import javafx.scene.shape.Arc;
import javafx.scene.shape.ArcType;
import javafx.scene.shape.Circle;
import javafx.scene.shape.StrokeLineCap;

/** The bubble on its tile. */
final class Logo extends StackPane {
    Logo(double size) {
        setMinSize(size, size);
        setPrefSize(size, size);
        setMaxSize(size, size);
        setMaxHeight(Region.USE_PREF_SIZE);
        setStyle("-fx-background-color: -color-accent-emphasis; -fx-background-radius: 7px;");
        double radius = size * 0.29;
        Circle bubble = new Circle(radius, Color.TRANSPARENT);
        bubble.setStroke(Color.WHITE);
        bubble.setStrokeWidth(2);
        Arc light = new Arc(0, 0, radius * 0.5, radius * 0.5, 100, 70);
        light.setType(ArcType.OPEN);
        light.setFill(Color.TRANSPARENT);
        light.setStroke(Color.WHITE);
        light.setStrokeWidth(1.6);
        light.setStrokeLineCap(StrokeLineCap.ROUND);
        light.setTranslateX(-radius * 0.28);
        light.setTranslateY(-radius * 0.28);
        getChildren().addAll(bubble, light);
    }
}
