package org.bulle.engine.merge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.profile.BuiltIns;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.Platform;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.profile.ProblemException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each folder of the corpus with a {@code merge} file is one case. That file says in its first line what it shows, then the arguments: profiles,
 * flags, {@code --macos}. {@code built-in/} holds the built-in profiles, the rest is the configuration root, {@code merged.txt} the result. Run with
 * {@code -Dcorpus.update=true} to write the results anew, and read the difference.
 */
class MergeCorpusTest {
    private static final Path CORPUS = Path.of("src/test/resources/corpus");

    static List<String> cases() throws IOException {
        try (Stream<Path> folders = Files.list(CORPUS)) {
            return folders.filter(folder -> Files.exists(folder.resolve("merge")))
                    .map(folder -> folder.getFileName().toString())
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void mergesAsWrittenDown(String name) throws IOException {
        Path folder = CORPUS.resolve(name);
        List<String> lines = Files.readAllLines(folder.resolve("merge"));
        assertThat(lines)
                .as("a line that says what it shows, then the arguments")
                .hasSize(2);
        String actual = run(
                folder,
                Stream.of(lines.get(1).split(" "))
                        .filter(word -> !word.isEmpty())
                        .toList());
        if (Boolean.getBoolean("corpus.update")) {
            Files.writeString(folder.resolve("merged.txt"), actual);
        }
        assertThat(actual).as(lines.getFirst()).isEqualTo(Files.readString(folder.resolve("merged.txt")));
    }

    private static String run(Path folder, List<String> arguments) throws IOException {
        Catalog catalog = Catalog.load(folder, BuiltIns.of(builtIns(folder.resolve("built-in"))));
        List<String> stack = new ArrayList<>();
        Map<AccessList, List<String>> paths = new EnumMap<>(AccessList.class);
        List<String> env = new ArrayList<>();
        List<String> allow = new ArrayList<>();
        List<String> deny = new ArrayList<>();
        boolean noDefaults = false;
        Platform platform = Platform.LINUX;
        for (int i = 0; i < arguments.size(); i++) {
            switch (arguments.get(i)) {
                case "--no-defaults" -> noDefaults = true;
                case "--macos" -> platform = Platform.MACOS;
                case "--env" -> env.add(arguments.get(++i));
                case "--allow" -> allow.add(arguments.get(++i));
                case "--deny" -> deny.add(arguments.get(++i));
                default -> {
                    String word = arguments.get(i);
                    if (word.startsWith("--")) {
                        AccessList list = AccessList.valueOf(word.substring(2).toUpperCase(java.util.Locale.ROOT));
                        paths.computeIfAbsent(list, any -> new ArrayList<>()).add(arguments.get(++i));
                    } else {
                        stack.addAll(List.of(word.split(",", -1)));
                    }
                }
            }
        }
        try {
            MergedProfile merged =
                    Merger.merge(catalog, stack, new Overrides(paths, env, allow, deny, noDefaults), platform);
            List<Problem> unused = catalog.unusedProblems(merged.chain());
            return MergedText.of(merged) + MergedText.of(unused, OsPath.text(folder));
        } catch (ProblemException e) {
            return MergedText.of(e.problems(), OsPath.text(folder));
        }
    }

    private static Map<String, String> builtIns(Path folder) throws IOException {
        Map<String, String> texts = new TreeMap<>();
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file : files.toList()) {
                    texts.put(file.getFileName().toString().replace(".toml", ""), Files.readString(file));
                }
            }
        }
        texts.putIfAbsent("floor", "rw = [\"/dev/null\"]\nenv = [\"HOME\", \"PATH\"]\n");
        texts.putIfAbsent("default", "allow = [\"network\"]\n");
        texts.remove(".keep");
        return texts;
    }
}
