package org.bulle.engine.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bulle.engine.profile.BuiltIns;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.Platform;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.profile.ProfileEdits;
import org.bulle.engine.resolve.CallerEnvironment;
import org.bulle.engine.resolve.Machine;
import org.bulle.engine.resolve.ToolRunner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each folder of the corpus with a {@code check} file is one case: what it shows, then the profiles to check, or {@code --all}; {@code check.txt}
 * has the findings. Run with {@code -Dcorpus.update=true} to write them anew, and read the difference.
 */
class LintCorpusTest {
    /** Not there, but everybody could make it: what may be made must not depend on who tests. */
    private static final String HOME = "/tmp/u7";

    private static final Path CORPUS = Path.of("src/test/resources/corpus");

    /** A machine on which nothing of a user exists, the same everywhere. */
    static final Machine MACHINE = new Machine(
            CallerEnvironment.of(Map.of("HOME", HOME, "PATH", "/nonexistent/bin")),
            1000,
            HOME,
            "/usr",
            "/tmp",
            Platform.LINUX,
            "00000000");

    static List<String> cases() throws IOException {
        try (Stream<Path> folders = Files.list(CORPUS)) {
            return folders.filter(folder -> Files.exists(folder.resolve("check")))
                    .map(folder -> folder.getFileName().toString())
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void findsWhatIsWrittenDown(String name) throws IOException {
        Path folder = CORPUS.resolve(name);
        List<String> lines = Files.readAllLines(folder.resolve("check"));
        assertThat(lines).hasSize(2);
        Catalog catalog = catalog(folder);
        ProfileLinter linter = linter();
        List<Problem> problems = lines.get(1).equals("--all")
                ? linter.checkAll(catalog)
                : Stream.of(lines.get(1).split(" "))
                        .flatMap(profile -> linter.check(catalog, profile).stream())
                        .toList();
        String actual = problems.stream()
                .map(problem -> line(problem, OsPath.text(folder)))
                .collect(Collectors.joining());
        if (Boolean.getBoolean("corpus.update")) {
            Files.writeString(folder.resolve("check.txt"), actual);
        }
        assertThat(actual).as(lines.getFirst()).isEqualTo(Files.readString(folder.resolve("check.txt")));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void everyFixOfAValidFileCanBeAppliedAndAnswersItsFinding(String name) throws IOException {
        Catalog catalog = catalog(CORPUS.resolve(name));
        for (String profile : catalog.names()) {
            String text = catalog.sources(profile).getLast().text();
            for (Problem problem : linter().check(catalog, profile)) {
                if (problem.fix() != null
                        && problem.file().endsWith("/" + profile + ".toml")
                        && catalog.problems(profile).isEmpty()) {
                    String fixed = ProfileEdits.applyFix(text, problem);
                    assertThat(fixed).as(problem.format()).isNotEqualTo(text);
                    assertThat(says(linter().checkText(catalog, profile, problem.file(), fixed), problem))
                            .as(problem.format())
                            .isLessThan(says(linter().check(catalog, profile), problem));
                }
            }
        }
    }

    @Test
    void builtInProfilesHaveNoErrorsAndKeepTheHouseRules() {
        Catalog catalog = Catalog.load(Path.of("/nonexistent"));
        for (String profile : catalog.names()) {
            assertThat(linter().check(catalog, profile))
                    .filteredOn(problem -> problem.severity() != Problem.Severity.NOTE)
                    .filteredOn(problem -> !problem.message().endsWith("(credential)")
                            && !problem.message().endsWith("(escape)"))
                    .as(profile)
                    .isEmpty();
        }
    }

    private static long says(List<Problem> problems, Problem problem) {
        return problems.stream()
                .filter(other -> other.message().equals(problem.message()))
                .count();
    }

    private static ProfileLinter linter() {
        return new ProfileLinter(MACHINE, ToolRunner.refusing("not asked in this test"));
    }

    private static Catalog catalog(Path folder) throws IOException {
        Map<String, String> texts =
                new TreeMap<>(Map.of("floor", "rw = [\"/dev/null\"]\nenv = [\"HOME\", \"PATH\"]\n", "default", ""));
        if (Files.isDirectory(folder.resolve("built-in"))) {
            try (Stream<Path> files = Files.list(folder.resolve("built-in"))) {
                for (Path file : files.toList()) {
                    texts.put(file.getFileName().toString().replace(".toml", ""), Files.readString(file));
                }
            }
        }
        return Catalog.load(folder, BuiltIns.of(texts));
    }

    private static String line(Problem problem, String root) {
        return problem.severity().name().toLowerCase(Locale.ROOT) + " "
                + problem.format().replace(root + "/", "")
                + (problem.fix() == null ? "" : "  [fix: " + problem.fix() + "]") + "\n";
    }
}
