package org.bulle.engine.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bulle.engine.merge.Merger;
import org.bulle.engine.merge.Overrides;
import org.bulle.engine.policy.Layer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BuiltInsTest {

    static List<String> names() {
        return List.copyOf(BuiltIns.packed().names());
    }

    @Test
    void listsExactlyTheFilesOfTheFolder() throws IOException {
        try (var files = Files.list(Path.of("profiles"))) {
            List<String> inFolder = files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(".toml"))
                    .map(file -> file.substring(0, file.length() - ".toml".length()))
                    .sorted()
                    .toList();
            assertThat(names()).isEqualTo(inFolder);
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void parsesWithoutAProblem(String name) {
        String text = BuiltIns.packed().text(name).orElseThrow();
        assertThat(ProfileParser.parse(name, Layer.BUILT_IN, BuiltIns.file(name), text)
                        .problems())
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("names")
    void mergesOnBothSystems(String name) throws ProblemException {
        for (Platform platform : Platform.values()) {
            assertThat(Merger.merge(Catalog.load(Path.of("/nonexistent")), List.of(name), Overrides.NONE, platform)
                            .chain())
                    .startsWith("floor")
                    .contains(name);
        }
    }

    @Test
    void everyOneHasATitleAndADescription() {
        assertThat(Catalog.load(Path.of("/nonexistent")).entries()).allSatisfy(entry -> {
            assertThat(entry.title()).as(entry.name()).isPresent();
            assertThat(entry.description()).as(entry.name()).isPresent();
        });
    }
}
