package org.bulle.desktop.profiles;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.bulle.desktop.shared.DesktopContext;
import org.bulle.desktop.shared.Icons;
import org.bulle.desktop.shared.Messages;
import org.kordamp.ikonli.feather.Feather;

/** What stands where no profile is open yet: three steps to a first command that cannot do harm. */
final class WelcomePane extends VBox {
    private static final List<String> FIRST = List.of("coreutils", "offline");
    private static final String COMMAND = "ls -la";
    private final Messages messages;

    WelcomePane(DesktopContext context, Consumer<String> open) {
        messages = context.messages();
        getStyleClass().add("welcome");
        setId("welcome");
        Label title = new Label(messages.get("profiles.welcome.title"));
        title.getStyleClass().add("page-title");
        Label text = words("profiles.welcome.text");
        Button profile = new Button(messages.get("profiles.welcome.profile.verb"), Icons.of(Feather.LAYERS));
        profile.setOnAction(event -> open.accept(FIRST.getFirst()));
        Button folder = new Button(messages.get("profiles.welcome.folder.verb"), Icons.of(Feather.FOLDER));
        folder.setOnAction(event -> context.fileDialogs()
                .chooseFolder(
                        messages.get("profiles.welcome.folder.verb"),
                        Optional.of(context.selection().workspaceProperty().get()))
                .ifPresent(context.selection().workspaceProperty()::set));
        Button run = new Button(messages.get("profiles.welcome.run.verb"), Icons.of(Feather.PLAY));
        run.setId("welcome-run");
        run.setOnAction(event -> {
            context.selection().stack().setAll(FIRST);
            context.runSheet().open(COMMAND);
        });
        getChildren()
                .addAll(
                        title,
                        text,
                        step(1, "profiles.welcome.profile", profile),
                        step(2, "profiles.welcome.folder", folder),
                        step(3, "profiles.welcome.run", run),
                        words("profiles.welcome.foot"));
    }

    private Label words(String key) {
        Label label = new Label(messages.get(key));
        label.setWrapText(true);
        label.setMinHeight(Region.USE_PREF_SIZE);
        label.getStyleClass().add("muted");
        return label;
    }

    private Node step(int number, String key, Button action) {
        Label digit = new Label(Integer.toString(number));
        digit.getStyleClass().add("step-digit");
        Label title = new Label(messages.get(key + ".title"));
        title.getStyleClass().add("strong");
        VBox text = new VBox(2, title, words(key + ".text"));
        HBox.setHgrow(text, Priority.ALWAYS);
        action.setMinWidth(Region.USE_PREF_SIZE);
        HBox row = new HBox(14, digit, text, action);
        row.setAlignment(Pos.CENTER_LEFT);
        row.getStyleClass().addAll("card", "step");
        return row;
    }
}
