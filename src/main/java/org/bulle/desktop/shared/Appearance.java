package org.bulle.desktop.shared;

import atlantafx.base.theme.PrimerDark;
import atlantafx.base.theme.PrimerLight;
import atlantafx.base.theme.Theme;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javafx.application.Application;
import javafx.application.ColorScheme;
import javafx.application.Platform;
import javafx.beans.property.IntegerProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.SimpleIntegerProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.css.PseudoClass;
import javafx.scene.Scene;

/** Theme and font size of every window of the app. */
public final class Appearance {
    /** What the user chose. */
    public enum Choice {
        LIGHT,
        DARK,
        SYSTEM
    }

    /** The font size everything else is drawn for, in pixels. */
    public static final int NORMAL_SIZE = 13;

    public static final int SMALLEST = 10;
    public static final int LARGEST = 24;

    private static final PseudoClass DARK = PseudoClass.getPseudoClass("dark");
    private final ObjectProperty<Choice> choice;
    private final IntegerProperty fontSize;
    private final ReadOnlyBooleanWrapper dark = new ReadOnlyBooleanWrapper();
    private final List<Scene> scenes = new ArrayList<>();

    public Appearance(Preferences preferences) {
        choice = new SimpleObjectProperty<>(
                preferences.get("theme").map(Appearance::choice).orElse(Choice.SYSTEM));
        fontSize = new SimpleIntegerProperty(
                (int) Math.clamp(preferences.number("font-size", NORMAL_SIZE), SMALLEST, LARGEST));
        choice.addListener((property, old, now) -> {
            preferences.put("theme", now.name());
            apply();
        });
        fontSize.addListener((property, old, now) -> {
            preferences.put("font-size", now.toString());
            apply();
        });
        Platform.getPreferences().colorSchemeProperty().addListener((property, old, now) -> apply());
        apply();
    }

    private static Choice choice(String name) {
        for (Choice each : Choice.values()) {
            if (each.name().equals(name)) {
                return each;
            }
        }
        return Choice.SYSTEM;
    }

    public ObjectProperty<Choice> choiceProperty() {
        return choice;
    }

    /** In pixels. */
    public IntegerProperty fontSizeProperty() {
        return fontSize;
    }

    public ReadOnlyBooleanProperty darkProperty() {
        return dark.getReadOnlyProperty();
    }

    /** Gives a scene the app's style sheet and keeps it in step with the choice. */
    public void style(Scene scene) {
        scenes.removeIf(known -> known.getWindow() == null || !known.getWindow().isShowing());
        scenes.add(scene);
        scene.getStylesheets()
                .add(Objects.requireNonNull(Appearance.class.getResource("bulle.css"))
                        .toExternalForm());
        dress(scene);
    }

    private void apply() {
        dark.set(
                switch (choice.get()) {
                    case LIGHT -> false;
                    case DARK -> true;
                    case SYSTEM -> Platform.getPreferences().getColorScheme() == ColorScheme.DARK;
                });
        Theme theme = dark.get() ? new PrimerDark() : new PrimerLight();
        Application.setUserAgentStylesheet(theme.getUserAgentStylesheet());
        scenes.forEach(this::dress);
    }

    private void dress(Scene scene) {
        scene.getRoot().pseudoClassStateChanged(DARK, dark.get());
        scene.getRoot().setStyle("-fx-font-size: " + fontSize.get() + "px;");
    }
}
