package org.bulle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bulle.desktop.Desktop;
import org.bulle.engine.run.StartCache;

/**
 * What packaging does once, so that each start afterwards finds its classes ready: it goes through what starts go through, while the Java machine
 * takes notes for its AOT cache.
 */
public final class Training {
    private static final String NEXT = "::";

    private Training() {}

    /**
     * @param arguments {@code digest FILE}: writes what tells these jars from others. {@code sheets FOLDER}: writes each style sheet
     *     in it as JavaFX reads it fastest, beside it. {@code desktop SECONDS}: shows the window for so long. Otherwise command lines with {@code ::} between them
     */
    public static void main(String[] arguments) throws IOException {
        switch (arguments[0]) {
            case "digest" ->
                Files.writeString(Path.of(arguments[1]), StartCache.digest(System.getProperty("java.class.path", "")));
            case "sheets" -> Desktop.compileSheets(Path.of(arguments[1]));
            case "desktop" -> {
                Desktop.endAfter(Integer.parseInt(arguments[1]));
                System.exit(Main.run(new String[] {"desktop"}));
            }
            default -> {
                StartCache.check();
                // There is nothing to compare with yet, and each start does it.
                StartCache.digest(System.getProperty("java.class.path", ""));
                commandLines(List.of(arguments));
            }
        }
        System.exit(0);
    }

    private static void commandLines(List<String> words) {
        List<String> line = new ArrayList<>();
        for (String word : words) {
            if (word.equals(NEXT)) {
                Main.run(line.toArray(String[]::new));
                line.clear();
            } else {
                line.add(word);
            }
        }
        Main.run(line.toArray(String[]::new));
    }
}
