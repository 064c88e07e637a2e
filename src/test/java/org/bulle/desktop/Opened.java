package org.bulle.desktop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import javafx.application.Platform;
import javafx.scene.control.TextInputControl;
import javafx.stage.Stage;
import org.bulle.desktop.shared.Engine;
import org.bulle.desktop.shared.FileDialogs;
import org.bulle.desktop.shared.Fonts;
import org.bulle.desktop.shared.Tasks;
import org.testfx.api.FxRobot;

/** The real window on a home of its own. */
final class Opened implements AutoCloseable {
    private static final int PATIENCE = Integer.getInteger("ui.await.seconds", 120);
    final Path home;
    final Path workspace;
    final Window window;
    final Stage stage;

    private Opened(Path home, Path workspace, Window window, Stage stage) {
        this.home = home;
        this.workspace = workspace;
        this.window = window;
        this.stage = stage;
    }

    /**
     * Call on the UI thread.
     *
     * @param home an empty directory; the workspace is made in it
     */
    static Opened on(Stage stage, Path home) throws IOException {
        return on(stage, home, Platform::runLater);
    }

    /**
     * Call on the UI thread.
     *
     * @param ui runs on the UI thread what is given to it
     */
    static Opened on(Stage stage, Path home, Executor ui) throws IOException {
        Opened opened = unfilled(stage, home, ui);
        opened.window.fill();
        return opened;
    }

    /** As {@link #on(Stage, Path, Executor)}, with its rail and header alone: the rest follows bit by bit, as it does for users. */
    static Opened unfilled(Stage stage, Path home, Executor ui) throws IOException {
        Fonts.load();
        Path workspace = Files.createDirectories(home.resolve("src").resolve("orders-api"));
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.put("HOME", home.toString());
        environment.merge("PATH", home.resolve(".local/bin").toString(), (theirs, ours) -> ours + ":" + theirs);
        environment.put("LANG", System.getProperty("ui.language", "en_GB.UTF-8"));
        environment
                .keySet()
                .removeIf(name -> name.startsWith("XDG_") || name.equals("LC_ALL") || name.equals("LC_MESSAGES"));
        Engine engine = new Engine(
                home.resolve(".config/bulle"), environment, org.bulle.engine.profile.Platform.current(), commandLine());
        Window window = new Window(
                stage,
                engine,
                Tasks.pooled(ui),
                new NoDialogs(),
                home.resolve(".local/state/bulle/desktop.properties"),
                workspace);
        window.open(() -> {});
        return new Opened(home, workspace, window, stage);
    }

    static List<String> commandLine() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                DesktopApp.absolute(System.getProperty("java.class.path")),
                "org.bulle.Main");
    }

    /** Fills a field at once: the headless screen is copied for every key, which takes a second each on a busy machine. */
    static void type(FxRobot robot, String query, String text) {
        Mouse.click(robot, query);
        robot.interact(() -> robot.lookup(query).queryAs(TextInputControl.class).setText(text));
    }

    /** Waits off the UI thread until the condition, asked on it, holds. */
    static void await(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE);
        while (System.nanoTime() < end) {
            CompletableFuture<Boolean> answer = new CompletableFuture<>();
            Platform.runLater(() -> {
                try {
                    answer.complete(condition.getAsBoolean());
                } catch (RuntimeException e) {
                    answer.complete(false);
                }
            });
            if (answer.join()) {
                return;
            }
            try {
                Thread.sleep(30);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
        throw new AssertionError("waited " + PATIENCE + " s for: " + what);
    }

    @Override
    public void close() {
        window.close();
        stage.hide();
    }

    /** No test opens a dialog of the system. */
    private static final class NoDialogs implements FileDialogs {
        @Override
        public Optional<Path> chooseFolder(String title, Optional<Path> from) {
            return Optional.empty();
        }

        @Override
        public List<Path> chooseFiles(String title, String description, String pattern) {
            return List.of();
        }

        @Override
        public Optional<Path> chooseTarget(String title, String proposedName) {
            return Optional.empty();
        }
    }
}
