package org.bulle.desktop;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import javafx.application.Platform;
import javafx.scene.Node;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.ComboBox;
import javafx.scene.control.TableView;
import javafx.stage.Stage;
import org.bulle.desktop.runs.DenialRow;
import org.bulle.desktop.shared.Appearance;

/** Writes a picture of every state of the Runs view in both themes. The arguments are the folder and, to see only some, the beginning of their names. */
final class RunsPictures {
    private final Path folder;
    private final String only;
    private final Opened app;

    private RunsPictures(Path folder, String only, Opened app) {
        this.folder = folder;
        this.only = only;
        this.app = app;
    }

    public static void main(String[] args) throws Exception {
        Path home = Screenshots.furnish(Files.createTempDirectory("bulle-screenshots"));
        for (int i = 0; i < 120; i++) {
            Path file = home.resolve(".m2/repository/org/junit/" + i + ".jar");
            Files.createDirectories(file.getParent());
            Files.writeString(file, "x");
        }
        Files.writeString(home.resolve(".ssh/id_ed25519"), "");
        Files.createDirectories(home.resolve("src/orders-api"));
        Files.writeString(home.resolve("src/orders-api/mvnw"), "");
        CompletableFuture<Opened> opened = new CompletableFuture<>();
        Platform.startup(() -> {
            try {
                opened.complete(Opened.on(new Stage(), home));
            } catch (Exception e) {
                opened.completeExceptionally(e);
            }
        });
        try {
            new RunsPictures(Path.of(args[0]), args.length > 1 ? args[1] : "", opened.join()).takeAll(home);
        } finally {
            ui(() -> opened.join().close());
            Platform.exit();
        }
    }

    private void takeAll(Path home) throws Exception {
        ui(() -> {
            app.stage.setWidth(1360);
            app.stage.setHeight(860);
            app.window.context().selection().stack().setAll("claude", "offline");
            app.window.context().navigator().open("runs");
        });
        Thread.sleep(1500);
        both("runs-empty");
        new RecordedRuns(home).furnish();
        Opened.await("runs", () -> runs().getItems().size() == 6);
        ui(() -> runs().getSelectionModel().select(0));
        Opened.await("denials", () -> denials().getItems().size() > 7);
        Thread.sleep(1500);
        ui(() -> fire(box -> named(box, ".m2")));
        Thread.sleep(300);
        ui(() -> fire(box -> named(box, "git/ignore")));
        Thread.sleep(1500);
        both("runs-denials");
        ui(() -> ((ButtonBase) find("#runs-add")).fire());
        Opened.await("preview", () -> !((ButtonBase) find("#add-save")).isDisabled());
        both("runs-add");
        escape();
        ui(() -> fire(box -> named(box, "id_ed25519")));
        both("runs-name");
        escape();
        for (String tab : new String[] {"output", "policy", "compare"}) {
            ui(() -> ((ButtonBase) find("#runs-tab-" + tab)).fire());
            Thread.sleep(600);
            both("runs-" + tab);
        }
        ui(() -> runs().getSelectionModel().select(3));
        Thread.sleep(600);
        both("runs-compare-maven");
        ui(() -> {
            ComboBox<?> other = (ComboBox<?>) find("#compare-other");
            other.getSelectionModel().select(3);
        });
        Thread.sleep(600);
        both("runs-compare-unwatched");
        ui(() -> ((ButtonBase) find("#runs-tab-output")).fire());
        Thread.sleep(600);
        both("runs-output-none");
        ui(() -> ((ButtonBase) find("#runs-tab-denials")).fire());
        ui(() -> runs().getSelectionModel().select(1));
        Thread.sleep(600);
        both("runs-unavailable");
        ui(() -> runs().getSelectionModel().select(4));
        Thread.sleep(600);
        both("runs-partial");
        ui(() -> runs().getSelectionModel().select(2));
        Thread.sleep(600);
        both("runs-nothing");
        ui(() -> runs().getSelectionModel().select(3));
        Thread.sleep(600);
        ui(() -> ((javafx.scene.control.Button) find("#runs-more"))
                .getContextMenu()
                .getItems()
                .getFirst()
                .fire());
        both("runs-repeat");
        escape();
    }

    private static boolean named(Node box, String part) {
        return box.getAccessibleText() != null
                && box.getAccessibleText().contains(part)
                && box.getAccessibleText().startsWith("Grant");
    }

    private void fire(Predicate<ButtonBase> which) {
        for (String kind : new String[] {".check-box", ".button"}) {
            for (Node node : denials().lookupAll(kind)) {
                if (node instanceof ButtonBase button && which.test(button)) {
                    button.fire();
                    return;
                }
            }
        }
    }

    private Node find(String query) {
        return app.stage.getScene().getRoot().lookup(query);
    }

    private TableView<?> runs() {
        return (TableView<?>) find("#runs-table");
    }

    @SuppressWarnings("unchecked")
    private TableView<DenialRow> denials() {
        return (TableView<DenialRow>) find("#denials-table");
    }

    private void escape() {
        ui(() -> find("#search")
                .getScene()
                .getRoot()
                .fireEvent(new javafx.scene.input.KeyEvent(
                        javafx.scene.input.KeyEvent.KEY_PRESSED,
                        "",
                        "",
                        javafx.scene.input.KeyCode.ESCAPE,
                        false,
                        false,
                        false,
                        false)));
    }

    private void both(String view) throws Exception {
        if (!view.startsWith(only)) {
            return;
        }
        for (Appearance.Choice theme : new Appearance.Choice[] {Appearance.Choice.LIGHT, Appearance.Choice.DARK}) {
            ui(() -> app.window.context().appearance().choiceProperty().set(theme));
            Thread.sleep(700);
            String name = view + "-" + theme.name().toLowerCase(Locale.ROOT) + ".png";
            ui(() -> Pictures.save(app.stage.getScene(), folder.resolve(name)));
        }
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
