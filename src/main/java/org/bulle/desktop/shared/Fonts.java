package org.bulle.desktop.shared;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import javafx.scene.text.Font;

/** The bundled typefaces. JavaFX knows only regular and bold of a family, so the weights between are families of their own. */
public final class Fonts {
    /** The typeface of paths, names, commands and TOML. */
    public static final String MONO = "JetBrains Mono";

    private static final List<String> FILES = List.of(
            "Inter-Regular.otf",
            "Inter-Medium.otf",
            "Inter-SemiBold.otf",
            "Inter-Bold.otf",
            "JetBrainsMono-Regular.ttf",
            "JetBrainsMono-Bold.ttf");

    private Fonts() {}

    /** Makes the typefaces known to JavaFX; call once, before the first scene. */
    public static void load() {
        for (String name : FILES) {
            try (InputStream font = Fonts.class.getResourceAsStream("fonts/" + name)) {
                if (font == null || Font.loadFont(font, 13) == null) {
                    throw new IllegalStateException("font " + name + " is missing from the app");
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
