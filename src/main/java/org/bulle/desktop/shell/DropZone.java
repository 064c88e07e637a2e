package org.bulle.desktop.shell;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.input.DragEvent;
import javafx.scene.input.TransferMode;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.bulle.desktop.shared.DesktopContext;
import org.bulle.desktop.shared.Failure;
import org.bulle.desktop.shared.Icons;
import org.bulle.desktop.shared.Messages;
import org.kordamp.ikonli.feather.Feather;

/** Profiles and folders of profiles may be dropped anywhere on the window: that opens their review. */
final class DropZone {
    private final DesktopContext context;
    private final StackPane layers;
    private final VBox hint;

    private DropZone(DesktopContext context, StackPane layers, Messages messages) {
        this.context = context;
        this.layers = layers;
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
     */
    static void on(DesktopContext context, StackPane layers, Messages messages) {
        DropZone zone = new DropZone(context, layers, messages);
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

    /** What is no profile and no folder is left out; of nothing but that, the review would have nothing to show. */
    private void review(List<Path> dropped) {
        context.tasks()
                .run(
                        () -> dropped.stream()
                                .filter(path -> path.toString().endsWith(".toml") || Files.isDirectory(path))
                                .toList(),
                        fitting -> {
                            if (!fitting.isEmpty()) {
                                context.installReview().open(fitting);
                            }
                        },
                        (Failure failure) -> {});
    }
}
