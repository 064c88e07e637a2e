package org.bulle.desktop.profiles;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import org.bulle.desktop.shared.Messages;
import org.bulle.desktop.shared.Tasks;
import org.bulle.desktop.shared.TomlText;
import org.bulle.engine.policy.Layer;
import org.bulle.engine.profile.Catalog;
import org.fxmisc.flowless.VirtualizedScrollPane;
import org.fxmisc.richtext.CodeArea;
import org.fxmisc.richtext.LineNumberFactory;

/** The text of a profile, one layer at a time, read-only. */
final class TomlPane extends BorderPane {
    private final Messages messages;
    private final Tasks tasks;
    private final UnaryOperator<String> abbreviate;
    private final CodeArea text = new CodeArea();
    private final HBox layers = new HBox();
    private final Label file = new Label();
    private List<Catalog.SourceText> shown = List.of();
    private Tasks.Running colouring = Tasks.Running.NONE;

    TomlPane(Messages messages, Tasks tasks, UnaryOperator<String> abbreviate) {
        this.abbreviate = abbreviate;
        this.messages = messages;
        this.tasks = tasks;
        text.setId("toml-text");
        text.setEditable(false);
        text.setAccessibleText(messages.get("profiles.toml.name"));
        text.getStyleClass().add("code-area");
        text.setParagraphGraphicFactory(LineNumberFactory.get(text));
        layers.getStyleClass().add("segments");
        file.getStyleClass().addAll("mono", "muted");
        Label readOnly = new Label(messages.get("profiles.toml.read-only"));
        readOnly.getStyleClass().add("secondary");
        Region space = new Region();
        HBox.setHgrow(space, javafx.scene.layout.Priority.ALWAYS);
        HBox bar = new HBox(file, space, readOnly, layers);
        bar.getStyleClass().add("toolbar-box");
        setTop(bar);
        setCenter(new VirtualizedScrollPane<>(text));
    }

    void show(Catalog catalog, String name) {
        shown = catalog.sources(name);
        ToggleGroup group = new ToggleGroup();
        List<ToggleButton> buttons = new ArrayList<>();
        for (Catalog.SourceText layer : shown) {
            ToggleButton button = new ToggleButton(messages.get("profiles.layer." + key(layer.layer())));
            button.getStyleClass().add("segment");
            button.setToggleGroup(group);
            button.setOnAction(event -> {
                button.setSelected(true);
                show(layer);
            });
            buttons.add(button);
        }
        layers.getChildren().setAll(buttons);
        if (buttons.isEmpty()) {
            text.replaceText("");
            file.setText("");
            return;
        }
        buttons.getFirst().getStyleClass().add("first");
        buttons.getLast().getStyleClass().add("last");
        buttons.getLast().setSelected(true);
        show(shown.getLast());
    }

    private static String key(Layer layer) {
        return layer.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }

    private void show(Catalog.SourceText layer) {
        file.setText(abbreviate.apply(layer.file()));
        text.replaceText(layer.text());
        text.moveTo(0);
        text.scrollToPixel(0, 0);
        colouring.cancel();
        colouring =
                tasks.run(() -> TomlText.styles(layer.text()), styles -> text.setStyleSpans(0, styles), failure -> {});
    }

    /** Puts the cursor on a line and brings it into view. */
    void goTo(int line) {
        int paragraph = Math.clamp(line - 1, 0, text.getParagraphs().size() - 1);
        text.moveTo(paragraph, 0);
        text.requestFollowCaret();
        text.showParagraphAtCenter(paragraph);
    }
}
