package org.bulle.desktop.shell;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.input.DragEvent;
import javafx.scene.input.TransferMode;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.bulle.desktop.shared.DesktopContext;
import org.bulle.desktop.shared.Icons;
import org.bulle.desktop.shared.Messages;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.Printable;
import org.kordamp.ikonli.feather.Feather;

/** Profiles and folders of profiles may be dropped anywhere on the window: that opens their review. */
final class DropZone {
    private final DesktopContext context;
    private final StackPane layers;
    private final Messages messages;
    private final Consumer<String> note;
    private final VBox hint;

    private DropZone(DesktopContext context, StackPane layers, Messages messages, Consumer<String> note) {
        this.context = context;
        this.layers = layers;
        this.messages = messages;
        this.note = note;
        Label words = new Label(messages.get("shell.drop.hint"), Icons.of(Feather.DOWNLOAD, "icon-accent"));
        words.getStyleClass().add("strong");
        Label more = new Label(messages.get("shell.drop.more"));
        more.getStyleClass().add("secondary");
        hint = new VBox(6, words, more);
        hint.setAlignment(Pos.CENTER);
        hint.getStyleClass().add("drop-hint");
        hint.setMouseTransparent(true);
        hint.setId("drop-hint");
    }

    /**
     * @param layers the window's root
     * @param note shows a remark in the status bar
     */
    static void on(DesktopContext context, StackPane layers, Messages messages, Consumer<String> note) {
        DropZone zone = new DropZone(context, layers, messages, note);
        layers.addEventHandler(DragEvent.DRAG_OVER, zone::over);
        layers.addEventHandler(DragEvent.DRAG_EXITED_TARGET, event -> {
            if (event.getTarget() == layers) {
                zone.hide();
            }
        });
        layers.addEventHandler(DragEvent.DRAG_DROPPED, zone::drop);
    }

    private boolean isWelcome(DragEvent event) {
        return event.getGestureSource() == null
                && event.getDragboard().hasFiles()
                && !context.overlay().isOpen();
    }

    private void over(DragEvent event) {
        if (isWelcome(event)) {
            event.acceptTransferModes(TransferMode.COPY);
            if (!layers.getChildren().contains(hint)) {
                layers.getChildren().add(hint);
            }
            event.consume();
        }
    }

    private void hide() {
        layers.getChildren().remove(hint);
    }

    private void drop(DragEvent event) {
        hide();
        if (isWelcome(event)) {
            List<Path> dropped =
                    event.getDragboard().getFiles().stream().map(File::toPath).toList();
            event.setDropCompleted(true);
            event.consume();
            review(dropped);
        }
    }

    /** What is no profile and no folder is left out; where there is nothing but that, it is said. */
    private void review(List<Path> dropped) {
        context.tasks()
                .run(
                        () -> dropped.stream()
                                .filter(path -> path.toString().endsWith(".toml") || Files.isDirectory(path))
                                .toList(),
                        fitting -> {
                            if (fitting.isEmpty()) {
                                note.accept(messages.get("shell.drop.nothing", names(dropped)));
                            } else {
                                note.accept("");
                                context.installReview().open(fitting);
                            }
                        },
                        failure -> note.accept(failure.message()));
    }

    private static String names(List<Path> paths) {
        return paths.stream()
                .map(path -> Printable.escape(OsPath.text(path.getFileName() == null ? path : path.getFileName())))
                .collect(Collectors.joining(", "));
    }
}
