package org.bulle.desktop.shared;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.text.MessageFormat;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.ResourceBundle;
import java.util.concurrent.ConcurrentHashMap;
import org.bulle.engine.policy.Phrase;
import org.bulle.engine.policy.Statement;
import org.jspecify.annotations.Nullable;

/**
 * All words of the app in one language. A key is {@code feature.element.state}; its first part names the feature folder whose {@code messages}
 * bundle holds it, so that the words lie beside the view that shows them. FXML uses it as its resource bundle.
 */
public final class Messages extends ResourceBundle {
    /** The features that have a bundle. */
    public static final List<String> FEATURES = List.of(
            "shared",
            "shell",
            "profiles",
            "editor",
            "install",
            "run",
            "runs",
            "explore",
            "scratches",
            "system",
            "statement");

    private final Locale language;
    private final Map<String, Properties> bundles = new ConcurrentHashMap<>();
    /** Reading a pattern takes longer than filling it in, and a table fills in hundreds. */
    private final Map<String, MessageFormat> formats = new ConcurrentHashMap<>();

    public Messages(Locale language) {
        this.language = language;
    }

    /** French when the first of these variables that is set says so, else English: {@code LC_ALL}, {@code LC_MESSAGES}, {@code LANG}. */
    public static Locale languageOf(Map<String, String> environment) {
        for (String name : List.of("LC_ALL", "LC_MESSAGES", "LANG")) {
            String value = environment.getOrDefault(name, "");
            if (!value.isEmpty()) {
                return value.startsWith("fr") ? Locale.FRENCH : Locale.ENGLISH;
            }
        }
        return Locale.ENGLISH;
    }

    public Locale language() {
        return language;
    }

    /** The words for {@code key} with its {@code {0}}, {@code {1}}... filled in; a count chooses its plural by a choice format. */
    public String get(String key, Object... values) {
        String pattern = getString(key);
        if (!pattern.contains("{")) {
            return pattern;
        }
        for (int i = 0; i < values.length; i++) {
            if (values[i] instanceof Statement statement) {
                values[i] = say(statement);
            }
        }
        if (values.length == 1 && values[0] instanceof String word && isPlain(pattern)) {
            return pattern.replace("''", "'").replace("{0}", word);
        }
        MessageFormat format = formats.computeIfAbsent(pattern, read -> new MessageFormat(read, language));
        synchronized (format) {
            return format.format(values);
        }
    }

    /** What the engine says, in this language. */
    public String say(Statement statement) {
        return switch (statement) {
            case Statement.Verbatim(String text) -> text;
            case Statement.Phrased(Phrase phrase, List<Statement> parts) -> get(key(phrase), parts.toArray());
        };
    }

    /** {@code statement.entry.no-match} for {@code EntryPhrase.NO_MATCH}. */
    static String key(Phrase phrase) {
        String group = ((Enum<?>) phrase).getDeclaringClass().getSimpleName().replace("Phrase", "");
        return "statement." + group.toLowerCase(Locale.ROOT) + "."
                + phrase.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** One word is filled in without a format, whose classes take a while to load: the first window needs none. */
    private static boolean isPlain(String pattern) {
        int open = pattern.indexOf('{');
        return pattern.startsWith("{0}", open) && pattern.indexOf('{', open + 1) < 0;
    }

    @Override
    protected @Nullable Object handleGetObject(String key) {
        int dot = key.indexOf('.');
        if (dot < 0 || !FEATURES.contains(key.substring(0, dot))) {
            return null;
        }
        String words =
                bundles.computeIfAbsent(key.substring(0, dot), this::load).getProperty(key);
        return words == null ? null : plain(words);
    }

    /** Only a pattern is read by MessageFormat, which takes two apostrophes for one; the files write two everywhere. */
    private static String plain(String words) {
        return words.contains("{") ? words : words.replace("''", "'");
    }

    /** English, and over it the language. */
    private Properties load(String feature) {
        Properties words = new Properties();
        read("/org/bulle/desktop/" + feature + "/messages.properties", words);
        if (language.equals(Locale.FRENCH)) {
            read("/org/bulle/desktop/" + feature + "/messages_fr.properties", words);
        }
        return words;
    }

    private static void read(String name, Properties words) {
        try (InputStream file = Messages.class.getResourceAsStream(name)) {
            if (file != null) {
                words.load(new InputStreamReader(file, StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(name, e);
        }
    }

    @Override
    public Enumeration<String> getKeys() {
        Map<String, Boolean> keys = new HashMap<>();
        FEATURES.forEach(feature -> bundles.computeIfAbsent(feature, this::load)
                .stringPropertyNames()
                .forEach(key -> keys.put(key, true)));
        return Collections.enumeration(keys.keySet());
    }
}
