package org.bulle.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javafx.geometry.Point2D;
import javafx.scene.control.ListView;
import javafx.scene.input.MouseButton;
import javafx.stage.Stage;
import org.bulle.engine.profile.InstallPlan.Item;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;

/** A profile's file is dragged with the mouse from another program's window into ours. */
@EnabledIfEnvironmentVariable(named = "DISPLAY", matches = ".+", disabledReason = "needs an X display (xvfb-run)")
@DisabledIfSystemProperty(named = "glass.platform", matches = "Headless", disabledReason = "needs an X display")
@ExtendWith(ApplicationExtension.class)
class DropDisplayIT {
    @TempDir
    Path home;

    private Opened app;

    @Start
    void open(Stage stage) throws Exception {
        app = Opened.on(stage, home);
        stage.setX(2.0 * DragSource.SIZE);
        stage.setY(0);
        stage.setWidth(900);
        stage.setHeight(600);
    }

    @AfterEach
    void close(FxRobot robot) {
        robot.interact(app::close);
    }

    @Test
    void draggingAProfileIntoTheWindowOpensItsReview(FxRobot robot) throws Exception {
        Path profile = Files.writeString(home.resolve("acme.toml"), "title = \"Acme\"\nro = [\"?$HOME/acme\"]\n");
        Opened.await(
                "the profiles", () -> robot.lookup("#profile-git").tryQuery().isPresent());
        Process other = other(profile);
        try (BufferedReader said = other.inputReader(StandardCharsets.UTF_8)) {
            assertThat(said.readLine()).isEqualTo("ready");
            Point2D target = new Point2D(700, 300);
            robot.moveTo(new Point2D(DragSource.SIZE / 2.0, DragSource.SIZE / 2.0));
            robot.press(MouseButton.PRIMARY);
            robot.moveBy(20, 10);
            for (int step = 1; step <= 10; step++) {
                robot.moveTo(new Point2D(80 + (target.getX() - 80) * step / 10, 70 + (target.getY() - 70) * step / 10));
            }
            Opened.await("the hint", () -> robot.lookup("#drop-hint").tryQuery().isPresent());
            robot.release(MouseButton.PRIMARY);
            Opened.await("the review", () -> files(robot).size() == 1);
            assertThat(said.readLine()).isEqualTo("done COPY");
        } finally {
            other.destroy();
            other.waitFor(10, TimeUnit.SECONDS);
        }
        assertThat(files(robot).getFirst().name()).isEqualTo("acme");
        assertThat(robot.lookup("#drop-hint").tryQuery()).isEmpty();
    }

    private static Process other(Path file) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:+UseSerialGC",
                        "-Dprism.order=sw",
                        "-cp",
                        DesktopApp.absolute(System.getProperty("java.class.path")),
                        DragSource.class.getName(),
                        file.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    @SuppressWarnings("unchecked")
    private static List<Item> files(FxRobot robot) {
        return robot.lookup("#install-files")
                .tryQuery()
                .map(list -> ((ListView<Item>) list).getItems())
                .map(List::copyOf)
                .orElse(List.of());
    }
}
