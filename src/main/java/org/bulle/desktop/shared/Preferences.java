package org.bulle.desktop.shared;

import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.Properties;

/**
 * What the app remembers between starts: theme, font size, language, window place, last stack and workspace. One small properties file in the
 * state directory; it says nothing about policy. An unreadable file counts as empty, an unwritable one is forgotten.
 */
public final class Preferences {
    private final Path file;
    private final Properties values = new Properties();

    public Preferences(Path file) {
        this.file = file;
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            values.load(reader);
        } catch (IOException | IllegalArgumentException absent) {
            values.clear();
        }
    }

    public synchronized Optional<String> get(String key) {
        return Optional.ofNullable(values.getProperty(key));
    }

    public synchronized double number(String key, double otherwise) {
        try {
            return get(key).map(Double::parseDouble).filter(Double::isFinite).orElse(otherwise);
        } catch (NumberFormatException e) {
            return otherwise;
        }
    }

    public synchronized void put(String key, String value) {
        values.setProperty(key, value);
    }

    /** Writes the file in one step. */
    public synchronized void save() throws IOException {
        StringWriter text = new StringWriter();
        values.store(text, null);
        Files.createDirectories(file.getParent());
        Path fresh = Files.createTempFile(file.getParent(), "desktop", ".new");
        try {
            Files.writeString(fresh, text.toString());
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }
}
