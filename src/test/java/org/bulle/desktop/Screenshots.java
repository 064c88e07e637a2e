package org.bulle.desktop;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import javafx.application.Platform;
import javafx.scene.Scene;
import javafx.stage.Stage;
import org.bulle.desktop.shared.Appearance;

/** Writes a picture of every view in both themes. The argument is the folder. */
final class Screenshots {
    private Screenshots() {}

    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]);
        Path home = Files.createTempDirectory("bulle-screenshots");
        CompletableFuture<Opened> opened = new CompletableFuture<>();
        Platform.startup(() -> {
            try {
                opened.complete(Opened.on(new Stage(), home));
            } catch (Exception e) {
                opened.completeExceptionally(e);
            }
        });
        Opened app = opened.join();
        Opened.await("profiles", () -> app.stage.getScene().getRoot().lookup("#profile-claude") != null);
        ui(() -> {
            app.stage.setWidth(1360);
            app.stage.setHeight(860);
            app.window.context().selection().stack().setAll("claude", "offline");
            app.window.context().navigator().open("profiles", "claude");
        });
        Opened.await(
                "entries",
                () -> !((javafx.scene.control.TableView<?>)
                                app.stage.getScene().getRoot().lookup("#effective-table"))
                        .getItems()
                        .isEmpty());
        ui(() -> {
            var table = (javafx.scene.control.TableView<?>)
                    app.stage.getScene().getRoot().lookup("#effective-table");
            table.getSelectionModel().select(3);
        });
        for (Appearance.Choice theme : new Appearance.Choice[] {Appearance.Choice.LIGHT, Appearance.Choice.DARK}) {
            ui(() -> app.window.context().appearance().choiceProperty().set(theme));
            for (String tab : new String[] {"effective", "toml", "inheritance"}) {
                ui(() -> ((javafx.scene.control.ToggleButton)
                                app.stage.getScene().getRoot().lookup("#tab-" + tab))
                        .fire());
                picture(app.stage.getScene(), folder, "profiles-" + tab, theme);
            }
        }
        ui(app::close);
        Platform.exit();
    }

    private static void picture(Scene scene, Path folder, String view, Appearance.Choice theme) throws Exception {
        Thread.sleep(800);
        ui(() -> Pictures.save(
                scene, folder.resolve(view + "-" + theme.name().toLowerCase(java.util.Locale.ROOT) + ".png")));
    }

    private interface Step {
        void run() throws Exception;
    }

    private static void ui(Step step) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Platform.runLater(() -> {
            try {
                step.run();
                done.complete(null);
            } catch (Exception e) {
                done.completeExceptionally(e);
            }
        });
        done.join();
    }
}
