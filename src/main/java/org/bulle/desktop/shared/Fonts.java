package org.bulle.desktop.shared;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javafx.scene.text.Font;

/** The bundled typefaces. JavaFX knows only regular and bold of a family, so the weights between are families of their own. */
public final class Fonts {
    /** The typeface of paths, names, commands and TOML. */
    public static final String MONO = "JetBrains Mono";

    private static final double SIZE = 13;
    private static final List<String> FILES = List.of(
            "Inter-Regular.otf",
            "Inter-Medium.otf",
            "Inter-SemiBold.otf",
            "Inter-Bold.otf",
            "JetBrainsMono-Regular.ttf",
            "JetBrainsMono-Bold.ttf");

    private Fonts() {}

    /**
     * Makes the typefaces known to JavaFX; call once, before the first scene. Out of a jar JavaFX copies each to a file of its own first, so the start script
     * says in {@code bulle.fonts} where they lie as files.
     */
    public static void load() {
        String folder = System.getProperty("bulle.fonts", "");
        for (String name : FILES) {
            Path file = Path.of(folder, name);
            boolean loaded = !folder.isEmpty() && Files.exists(file)
                    ? Font.loadFont(file.toUri().toString(), SIZE) != null
                    : loadResource("fonts/" + name);
            if (!loaded) {
                throw new IllegalStateException("font " + name + " is missing from the app");
            }
        }
    }

    private static boolean loadResource(String name) {
        try (InputStream font = Fonts.class.getResourceAsStream(name)) {
            return font != null && Font.loadFont(font, SIZE) != null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
