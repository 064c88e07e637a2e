package org.bulle.desktop;

import java.nio.file.Path;
import java.util.Arrays;
import javafx.application.Platform;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.scene.input.ClipboardContent;
import javafx.scene.input.TransferMode;
import javafx.stage.Stage;
import javafx.stage.StageStyle;

/** Another program, with a window from which files can be dragged. Its arguments are the files; it says "ready" when it can be seen. */
final class DragSource {
    /** Where the window lies on the screen, in pixels. */
    static final int SIZE = 120;

    private DragSource() {}

    public static void main(String[] files) {
        Platform.startup(() -> {
            Label handle = new Label("drag me");
            handle.setPrefSize(SIZE, SIZE);
            handle.setOnDragDetected(event -> {
                ClipboardContent content = new ClipboardContent();
                content.putFiles(
                        Arrays.stream(files).map(Path::of).map(Path::toFile).toList());
                handle.startDragAndDrop(TransferMode.COPY).setContent(content);
                event.consume();
            });
            handle.setOnDragDone(event -> System.out.println("done " + event.getTransferMode()));
            Stage stage = new Stage(StageStyle.UNDECORATED);
            stage.setScene(new Scene(handle));
            stage.setX(0);
            stage.setY(0);
            stage.setOnShown(event -> System.out.println("ready"));
            stage.show();
        });
    }
}
