package org.bulle.engine.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.bulle.engine.merge.Merger;
import org.bulle.engine.merge.Overrides;
import org.bulle.engine.policy.Layer;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CatalogTest {
    @TempDir
    private Path root;

    @BeforeEach
    void makeProfilesFolder() throws IOException {
        Files.createDirectories(root.resolve("profiles"));
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(root.resolve("profiles").resolve(name), text);
    }

    private Catalog load(String... builtIns) {
        Map<String, String> texts = new java.util.TreeMap<>(Map.of("floor", "", "default", "allow = [\"network\"]"));
        for (int i = 0; i < builtIns.length; i += 2) {
            texts.put(builtIns[i], builtIns[i + 1]);
        }
        return Catalog.load(root, BuiltIns.of(texts));
    }

    @Test
    void aRootThatDoesNotExistIsEmpty() {
        Catalog catalog = Catalog.load(root.resolve("none"), BuiltIns.of(Map.of("a", "")));
        assertThat(catalog.names()).containsExactly("a");
        assertThat(catalog.problems()).isEmpty();
    }

    @Test
    void tellsSourceAndKindOfEveryProfile() throws IOException {
        write("node.toml", "title = 'Mine'\n");
        write("mine.toml", "inherits = 'agent'\n");
        Files.writeString(root.resolve("config.toml"), "[profiles.conf]\ndefault_app = 'x'\n");
        Catalog catalog = load(
                "node",
                "title = 'Node'\ndescription = 'd'",
                "agent",
                "default_app = 'agent'",
                "dead",
                "title='x'\nro = 1");
        assertThat(catalog.entries())
                .extracting(
                        CatalogEntry::name,
                        entry -> entry.source().label(),
                        entry -> entry.kind().label(),
                        CatalogEntry::broken)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("agent", "built-in", "app", false),
                        org.assertj.core.groups.Tuple.tuple("conf", "user-only", "app", false),
                        org.assertj.core.groups.Tuple.tuple("dead", "built-in", "support", true),
                        org.assertj.core.groups.Tuple.tuple("default", "built-in", "support", false),
                        org.assertj.core.groups.Tuple.tuple("floor", "built-in", "support", false),
                        org.assertj.core.groups.Tuple.tuple("mine", "user-only", "app", false),
                        org.assertj.core.groups.Tuple.tuple("node", "user override", "support", false));
        CatalogEntry node = catalog.entry("node").orElseThrow();
        assertThat(node.title()).contains("Mine");
        assertThat(node.description()).contains("d");
        assertThat(node.file()).isEqualTo(root.resolve("profiles/node.toml").toString());
    }

    @Test
    void findsDependentsThroughAllLayers() throws IOException {
        write("top.toml", "inherits = ['mid']\n");
        write("mid.toml", "inherits = 'node'\n");
        Catalog catalog = load("node", "", "agent", "inherits = 'node'", "other", "");
        assertThat(catalog.dependents("node")).containsExactly("agent", "mid", "top");
        assertThat(catalog.dependents("top")).isEmpty();
    }

    @Test
    void givesTheTextOfEveryLayer() throws IOException {
        write("node.toml", "ro = broken");
        Catalog catalog = load("node", "title = 'n'");
        assertThat(catalog.sources("node"))
                .extracting(Catalog.SourceText::layer, Catalog.SourceText::text)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(Layer.BUILT_IN, "title = 'n'"),
                        org.assertj.core.groups.Tuple.tuple(Layer.USER, "ro = broken"));
        assertThat(catalog.layers("node")).hasSize(1);
    }

    @Test
    void aBrokenOverrideFailsTheRunThatUsesIt() throws IOException {
        write("node.toml", "ro = 1\n");
        Catalog catalog = load("node", "title = 'n'");
        assertThatThrownBy(() -> Merger.merge(catalog, List.of("node"), Overrides.NONE, Platform.LINUX))
                .isInstanceOfSatisfying(
                        ProblemException.class, e -> assertThat(e.problems()).hasSize(1));
        assertThat(catalog.unusedProblems(List.of("default")))
                .singleElement()
                .satisfies(problem -> assertThat(problem.severity()).isEqualTo(Problem.Severity.WARNING));
        assertThat(catalog.unusedProblems(List.of("node"))).isEmpty();
    }

    @Test
    void filesThatAreNotTextAreProblemsNotFailures() throws Exception {
        Files.write(
                root.resolve("profiles/bytes.toml"),
                "title = 'a'\nro = ['\u00ff']".getBytes(StandardCharsets.ISO_8859_1));
        Files.createSymbolicLink(root.resolve("profiles/dangling.toml"), Path.of("nowhere"));
        Files.write(root.resolve("profiles/large.toml"), new byte[TomlReader.LARGEST + 1]);
        new ProcessBuilder("mkfifo", root.resolve("profiles/pipe.toml").toString())
                .start()
                .waitFor();
        Files.createDirectory(root.resolve("profiles/folder.toml"));
        Catalog catalog = Assertions.assertTimeoutPreemptively(Duration.ofSeconds(20), () -> load());
        assertThat(catalog.problems())
                .extracting(Problem::message)
                .satisfiesExactly(
                        bytes -> assertThat(bytes).isEqualTo("the file is not UTF-8 text"),
                        dangling -> assertThat(dangling).contains("symbolic link to nothing"),
                        large -> assertThat(large).contains("larger than"),
                        pipe -> assertThat(pipe).contains("not a regular file"));
        assertThat(catalog.problems().getFirst().line()).isEqualTo(2);
    }

    @Test
    void followsLinksToProfileFiles() throws IOException {
        Files.writeString(root.resolve("elsewhere"), "title = 'linked'");
        Files.createSymbolicLink(root.resolve("profiles/linked.toml"), root.resolve("elsewhere"));
        assertThat(load().entry("linked").orElseThrow().title()).contains("linked");
    }

    @Test
    void aConfigurationRootThatIsAFileFailsEveryRun() throws IOException {
        Path file = Files.writeString(root.resolve("file"), "");
        Catalog catalog = Catalog.load(file, BuiltIns.of(Map.of("floor", "", "default", "")));
        assertThatThrownBy(() -> Merger.merge(catalog, List.of(), Overrides.NONE, Platform.LINUX))
                .isInstanceOf(ProblemException.class);
    }

    @Test
    void aDanglingConfigTomlFailsEveryRun() throws IOException {
        Files.createSymbolicLink(root.resolve("config.toml"), Path.of("nowhere"));
        assertThat(load().configurationProblems()).hasSize(1);
    }

    @Test
    void loadsTwoThousandProfilesInATwoThousandDeepChain() throws IOException {
        write("p0.toml", "ro = ['/x']\n");
        for (int i = 1; i <= 2000; i++) {
            write("p" + i + ".toml", "inherits = \"p" + (i - 1) + "\"\n");
        }
        Assertions.assertTimeout(Duration.ofSeconds(20), () -> {
            Catalog catalog = load();
            assertThat(Merger.merge(catalog, List.of("p2000"), Overrides.NONE, Platform.LINUX)
                            .chain())
                    .hasSize(2002);
            assertThat(catalog.dependents("p0")).hasSize(2000);
            assertThat(catalog.entries()).hasSize(2003);
        });
    }

    @Test
    void findsTheRootAsTheSystemSays() {
        assertThat(ConfigRoot.of(Map.of("HOME", "/h", "XDG_CONFIG_HOME", "/c"), Platform.LINUX))
                .isEqualTo(Path.of("/c/bulle"));
        assertThat(ConfigRoot.of(Map.of("HOME", "/h", "XDG_CONFIG_HOME", "c"), Platform.LINUX))
                .isEqualTo(Path.of("/h/.config/bulle"));
        assertThat(ConfigRoot.of(Map.of("HOME", "/h"), Platform.MACOS))
                .isEqualTo(Path.of("/h/Library/Application Support/bulle"));
    }

    @Test
    void namesThatAreNotUtf8AreKept() throws Exception {
        Path path = OsPath.of(root + "/a\udcff b%");
        Files.writeString(path, "x");
        assertThat(OsPath.text(path)).isEqualTo(root + "/a\udcff b%");
        try (var files = Files.list(root)) {
            assertThat(files.map(OsPath::text)).contains(root + "/a\udcff b%");
        }
    }
}
