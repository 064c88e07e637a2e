package org.bulle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page that says which test shows what names only tests that exist. */
class SpecificationCoverageTest {
    private static final Pattern NAMED = Pattern.compile("`(\\w+(?:Test|IT))\\.(\\w+)`");
    private static final Pattern METHOD = Pattern.compile("^\\s+(?:public )?void (\\w+)\\(", Pattern.MULTILINE);

    @Test
    void everyTestThatIsNamedExists() throws IOException {
        Map<String, String> methods = new TreeMap<>();
        try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
            for (Path file :
                    (Iterable<Path>) files.filter(path -> path.toString().endsWith(".java"))::iterator) {
                String source = Files.readString(file);
                String type = file.getFileName().toString().replace(".java", "");
                METHOD.matcher(source).results().forEach(method -> methods.put(type + "." + method.group(1), ""));
            }
        }
        String page = Files.readString(Path.of("src/site/markdown/coverage-of-the-specification.md"));
        assertThat(NAMED.matcher(page).results().map(named -> name(named)))
                .hasSizeGreaterThan(80)
                .allMatch(methods::containsKey, "an existing test");
    }

    /** Under the head of each table and the line below it. */
    @Test
    void everyRowNamesATest() throws IOException {
        assertThat(Files.readAllLines(Path.of("src/site/markdown/coverage-of-the-specification.md")))
                .filteredOn(line -> line.startsWith("| ") && !line.startsWith("| ---") && !line.endsWith("| Test |"))
                .hasSizeGreaterThan(100)
                .allMatch(line -> NAMED.matcher(line).find(), "a row with a test");
    }

    private static String name(MatchResult named) {
        return named.group(1) + "." + named.group(2);
    }
}
