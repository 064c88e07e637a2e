package org.bulle.desktop.install;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.bulle.desktop.shared.DesktopContext;
import org.bulle.desktop.shared.Icons;
import org.bulle.desktop.shared.Messages;
import org.bulle.desktop.shared.Overlay;
import org.bulle.engine.profile.OsPath;
import org.kordamp.ikonli.feather.Feather;

/** Asks where profiles are to be installed from: a file, a folder, a git repository on this machine, or GitHub. */
public final class InstallSourceDialog {
    private final DesktopContext context;

    public InstallSourceDialog(DesktopContext context) {
        this.context = context;
    }

    /** @param open is given the source as it is written on the command line */
    public void ask(Consumer<String> open) {
        Messages messages = context.messages();
        TextField source = new TextField();
        source.setId("install-source");
        source.setAccessibleText(messages.get("install.source.name"));
        source.setPromptText(messages.get("install.source.prompt"));
        HBox.setHgrow(source, Priority.ALWAYS);
        Button file = new Button(messages.get("install.source.file"), Icons.of(Feather.FILE));
        file.setOnAction(event ->
                context.fileDialogs().chooseFiles(messages.get("install.source.title"), "TOML", "*.toml").stream()
                        .findFirst()
                        .ifPresent(path -> source.setText(OsPath.text(path))));
        Button folder = new Button(messages.get("install.source.folder"), Icons.of(Feather.FOLDER));
        folder.setOnAction(event -> context.fileDialogs()
                .chooseFolder(messages.get("install.source.title"), Optional.<Path>empty())
                .ifPresent(path -> source.setText(OsPath.text(path))));
        Label words = new Label(messages.get("install.source.words"));
        words.setWrapText(true);
        words.getStyleClass().add("secondary");
        VBox body = new VBox(source, new HBox(8, file, folder), words);
        body.getStyleClass().add("dialog-body");
        Button cancel = new Button(messages.get("shared.dialog.cancel"));
        Button go = new Button(messages.get("install.source.verb"));
        go.setId("install-source-confirm");
        go.getStyleClass().add("accent");
        go.disableProperty().bind(source.textProperty().map(String::isBlank));
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        HBox foot = new HBox(space, cancel, go);
        foot.getStyleClass().add("dialog-foot");
        Overlay.Shown shown = context.overlay().dialog(messages.get("install.source.title"), body, foot, 560, 0);
        cancel.setOnAction(event -> shown.close());
        go.setOnAction(event -> {
            shown.close();
            open.accept(source.getText().strip());
        });
        source.setOnAction(event -> go.fire());
        source.requestFocus();
    }
}
