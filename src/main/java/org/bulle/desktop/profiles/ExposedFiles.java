package org.bulle.desktop.profiles;

import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.layout.VBox;
import org.bulle.desktop.shared.DesktopContext;
import org.bulle.desktop.shared.Exposure;
import org.bulle.desktop.shared.Messages;
import org.bulle.desktop.shared.MiddleEllipsis;
import org.jspecify.annotations.Nullable;

/** The dialog that names the files which a grant exposes now. */
final class ExposedFiles {
    private static final int MOST = 5_000;
    private final DesktopContext context;
    private final Messages messages;

    ExposedFiles(DesktopContext context, Messages messages) {
        this.context = context;
        this.messages = messages;
    }

    void open(String name, List<String> paths) {
        Label count = new Label(messages.get("profiles.inspector.counting"));
        count.getStyleClass().add("secondary");
        ListView<String> files = new ListView<>();
        files.setId("exposed-files");
        files.setAccessibleText(messages.get("profiles.inspector.all.title", name));
        files.setFixedCellSize(24);
        files.setCellFactory(list -> new FileCell());
        files.setPrefHeight(420);
        VBox body = new VBox(count, files);
        body.getStyleClass().add("dialog-body");
        var shown = context.overlay().dialog(messages.get("profiles.inspector.all.title", name), body, null, 640, 0);
        var walking = context.tasks()
                .run(
                        () -> Exposure.of(paths, MOST),
                        exposure -> {
                            files.getItems().setAll(exposure.examples());
                            count.setText(words(exposure));
                        },
                        failure -> count.setText(failure.message()));
        shown.onClosed(walking::cancel);
    }

    private String words(Exposure exposure) {
        if (exposure.files() > exposure.examples().size()) {
            return messages.get(
                    "profiles.inspector.all.capped", exposure.examples().size());
        }
        return messages.get(
                exposure.complete() ? "profiles.inspector.files" : "profiles.inspector.files-at-least",
                exposure.files(),
                org.bulle.desktop.shared.Sizes.words(exposure.bytes()));
    }

    private static final class FileCell extends ListCell<String> {
        @Override
        protected void updateItem(@Nullable String file, boolean empty) {
            super.updateItem(file, empty);
            setGraphic(empty || file == null ? null : MiddleEllipsis.of(file, "mono"));
            setAccessibleText(file);
        }
    }
}
