package org.bulle.desktop;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Predicate;
import javafx.scene.Node;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.ComboBox;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import org.bulle.desktop.runs.DenialRow;

/** Writes a picture of every state of the Runs view in both themes. The arguments are the folder and, to see only some, the beginning of their names. */
final class RunsPictures {
    private final Pictures pictures;
    private final Opened app;

    private RunsPictures(Pictures pictures) {
        this.pictures = pictures;
        app = pictures.app();
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
        Pictures.take(args, home, pictures -> new RunsPictures(pictures).takeAll(home));
    }

    private void takeAll(Path home) throws Exception {
        Pictures.ui(() -> {
            app.window.context().selection().stack().setAll("claude", "offline");
            app.window.context().navigator().open("runs");
        });
        Thread.sleep(1500);
        both("runs-empty");
        new RecordedRuns(home).furnish();
        Opened.await("runs", () -> runs().getItems().size() == 6);
        Pictures.ui(() -> runs().getSelectionModel().select(0));
        Opened.await("denials", () -> denials().getItems().size() > 7);
        Thread.sleep(1500);
        Pictures.ui(() -> fire(box -> named(box, ".m2")));
        Thread.sleep(300);
        Pictures.ui(() -> fire(box -> named(box, "git/ignore")));
        Thread.sleep(1500);
        both("runs-denials");
        Pictures.ui(() -> fire(box -> box.getStyleClass().contains("decision")));
        both("runs-decision");
        pictures.closeMenus();
        Pictures.ui(() -> {
            denials().getSelectionModel().select(0);
            KeyEvent enter = new KeyEvent(KeyEvent.KEY_PRESSED, "", "", KeyCode.ENTER, false, false, false, false);
            denials().fireEvent(enter);
        });
        Thread.sleep(500);
        both("runs-records");
        pictures.fire("#runs-add");
        Opened.await("preview", () -> !((ButtonBase) find("#add-save")).isDisabled());
        both("runs-add");
        escape();
        Pictures.ui(() -> fire(box -> named(box, "id_ed25519")));
        both("runs-name");
        escape();
        for (String tab : new String[] {"output", "policy", "compare"}) {
            Pictures.ui(() -> ((ButtonBase) find("#runs-tab-" + tab)).fire());
            Thread.sleep(600);
            both("runs-" + tab);
        }
        Pictures.ui(() -> runs().getSelectionModel().select(3));
        Thread.sleep(600);
        both("runs-compare-maven");
        Pictures.ui(() -> {
            ComboBox<?> other = (ComboBox<?>) find("#compare-other");
            other.getSelectionModel().select(3);
        });
        Thread.sleep(600);
        both("runs-compare-unwatched");
        Pictures.ui(() -> ((ButtonBase) find("#runs-tab-output")).fire());
        Thread.sleep(600);
        both("runs-output-none");
        Pictures.ui(() -> ((ButtonBase) find("#runs-tab-denials")).fire());
        Pictures.ui(() -> runs().getSelectionModel().select(1));
        Thread.sleep(600);
        both("runs-unavailable");
        Pictures.ui(() -> runs().getSelectionModel().select(4));
        Thread.sleep(600);
        both("runs-partial");
        Pictures.ui(() -> runs().getSelectionModel().select(2));
        Thread.sleep(600);
        both("runs-nothing");
        Pictures.ui(() -> runs().getSelectionModel().select(3));
        Thread.sleep(600);
        Pictures.ui(() -> ((javafx.scene.control.Button) find("#runs-more"))
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
                && !box.getStyleClass().contains("decision");
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
        return pictures.find(query);
    }

    private TableView<?> runs() {
        return (TableView<?>) find("#runs-table");
    }

    @SuppressWarnings("unchecked")
    private TableView<DenialRow> denials() {
        return (TableView<DenialRow>) find("#denials-table");
    }

    private void escape() {
        pictures.escape();
    }

    private void both(String view) throws Exception {
        pictures.both(view);
    }
}
