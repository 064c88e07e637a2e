package org.bulle.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bulle.desktop.shared.Messages;
import org.junit.jupiter.api.Test;

/** Every word that the app shows is there in both languages, and no word is left over. */
class MessagesTest {
    private static final Path JAVA = Path.of("src/main/java/org/bulle/desktop");
    private static final Path RESOURCES = Path.of("src/main/resources/org/bulle/desktop");
    private static final Pattern KEY =
            Pattern.compile("[\"%]((?:" + String.join("|", Messages.FEATURES) + ")\\.[a-z0-9._-]+)(\")?");
    private static final Pattern HOLE = Pattern.compile("\\{(\\d)");

    @Test
    void everyKeyInTheCodeHasWords() throws IOException {
        Messages english = new Messages(Locale.ENGLISH);
        Set<String> missing = whole().stream()
                .filter(key -> !english.containsKey(key))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(missing).isEmpty();
    }

    @Test
    void everyWordIsUsed() throws IOException {
        Set<String> whole = whole();
        Set<String> begun = begun();
        Set<String> unused = keys("messages.properties").stream()
                .filter(key -> !whole.contains(key) && !ofTheEngine(key))
                .filter(key -> begun.stream().noneMatch(key::startsWith))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(unused).isEmpty();
    }

    @Test
    void frenchSaysEverythingThatEnglishSays() throws IOException {
        assertThat(keys("messages_fr.properties")).containsExactlyInAnyOrderElementsOf(keys("messages.properties"));
    }

    @Test
    void frenchFillsInWhatEnglishFillsIn() {
        Messages english = new Messages(Locale.ENGLISH);
        Messages french = new Messages(Locale.FRENCH);
        for (String key : english.keySet()) {
            assertThat(holes(french.getString(key))).as(key).isEqualTo(holes(english.getString(key)));
        }
    }

    @Test
    void everyPatternCanBeFilledIn() {
        for (Locale language : List.of(Locale.ENGLISH, Locale.FRENCH)) {
            Messages messages = new Messages(language);
            for (String key : messages.keySet()) {
                assertThat(messages.get(key, 3, 4, 5))
                        .as(key)
                        .doesNotContain("{")
                        .doesNotContain("''");
            }
        }
    }

    @Test
    void theVariablesOfTheSystemChooseTheLanguage() {
        assertThat(Messages.languageOf(java.util.Map.of("LANG", "fr_FR.UTF-8"))).isEqualTo(Locale.FRENCH);
        assertThat(Messages.languageOf(java.util.Map.of("LC_ALL", "C", "LANG", "fr_FR.UTF-8")))
                .isEqualTo(Locale.ENGLISH);
    }

    private static Set<String> holes(String words) {
        return HOLE.matcher(words)
                .results()
                .map(result -> result.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Keys that stand whole in a string or in FXML. */
    private static Set<String> whole() throws IOException {
        Set<String> keys = new TreeSet<>();
        for (Path file : sources()) {
            Matcher key = KEY.matcher(Files.readString(file));
            while (key.find()) {
                if (!key.group(1).endsWith(".") && !key.group(1).endsWith(".properties") && !composed(key, file)) {
                    keys.add(key.group(1));
                }
            }
        }
        return keys;
    }

    /** A string that a plus sign goes on with is only the beginning of a key; so is one that a method is given to finish. */
    private static boolean composed(Matcher key, Path file) throws IOException {
        String text = Files.readString(file);
        String after = text.substring(key.end(), Math.min(text.length(), key.end() + 4))
                .strip();
        return after.startsWith("+") || text.contains(key.group(1) + "\", ") && begunBy(key.group(1));
    }

    /** Steps of the welcome page are named by the beginning of three keys. */
    private static boolean begunBy(String key) {
        return key.startsWith("profiles.welcome.") && key.split("\\.").length == 3;
    }

    /** Named by a constant of the engine: StatementWordsTest compares them. */
    private static boolean ofTheEngine(String key) {
        return key.startsWith("statement.");
    }

    private static Set<String> begun() throws IOException {
        Set<String> beginnings = new TreeSet<>();
        for (Path file : sources()) {
            Matcher key = KEY.matcher(Files.readString(file));
            while (key.find()) {
                if (key.group(1).endsWith(".") || composed(key, file)) {
                    beginnings.add(key.group(1));
                }
            }
        }
        return beginnings;
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> java = Files.walk(JAVA);
                Stream<Path> fxml = Files.walk(RESOURCES)) {
            return Stream.concat(
                            java.filter(file -> file.toString().endsWith(".java")),
                            fxml.filter(file -> file.toString().endsWith(".fxml")))
                    .toList();
        }
    }

    private static Set<String> keys(String name) throws IOException {
        Set<String> keys = new TreeSet<>();
        try (Stream<Path> files = Files.walk(RESOURCES)) {
            for (Path file : files.filter(each -> each.getFileName().toString().equals(name))
                    .toList()) {
                Properties properties = new Properties();
                try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
                    properties.load(reader);
                }
                String feature = file.getParent().getFileName().toString();
                properties.stringPropertyNames().forEach(key -> {
                    assertThat(key).as("in " + file).startsWith(feature + ".");
                    keys.add(key);
                });
            }
        }
        return keys;
    }
}
