package org.bulle.desktop.shared;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.bulle.engine.profile.Platform;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CatalogModelTest {
    @TempDir
    Path home;

    private final Queue<Runnable> background = new ArrayDeque<>();
    private final List<String> told = new ArrayList<>();

    private CatalogModel model() {
        Engine engine =
                new Engine(home, Map.of("HOME", home.toString(), "PATH", "/usr/bin"), Platform.current(), List.of());
        CatalogModel model = new CatalogModel(engine, new Tasks(background::add, Runnable::run));
        model.snapshotProperty().addListener((property, old, now) -> told.add("read"));
        return model;
    }

    private void work() {
        for (Runnable next = background.poll(); next != null; next = background.poll()) {
            next.run();
        }
    }

    @Test
    void whoWaitsForAReadingIsToldByTheOneThatTookItsPlace() {
        CatalogModel model = model();
        model.reload(() -> told.add("first"));
        model.reload(() -> told.add("second"));
        work();
        assertThat(told).containsExactly("read", "first", "second");
    }

    @Test
    void onlyAChangeOfTheFilesIsReadAgain() throws Exception {
        CatalogModel model = model();
        model.reload(() -> {});
        // As at the start, when what is watched is told of before anything was read.
        model.look();
        work();
        assertThat(told).containsExactly("read");
        Path profiles = Files.createDirectories(home.resolve("profiles"));
        Files.writeString(profiles.resolve("mine.toml"), "title = \"Mine\"\n");
        model.look();
        work();
        model.look();
        work();
        assertThat(told).containsExactly("read", "read");
        assertThat(model.get().entries()).containsKey("mine");
    }
}
