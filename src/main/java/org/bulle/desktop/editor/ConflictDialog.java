package org.bulle.desktop.editor;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.bulle.desktop.shared.DesktopContext;
import org.bulle.desktop.shared.Messages;
import org.bulle.desktop.shared.Overlay;
import org.bulle.desktop.shared.TextDiffView;
import org.bulle.engine.check.TextDiff;
import org.bulle.engine.check.ThreeWayMerge;

/** The file was changed by something else while it was edited: mine, theirs, or both put together. Nothing is written here; undo brings mine back. */
final class ConflictDialog {
    private final DesktopContext context;
    private final Messages messages;
    private final DocumentModel model;

    private enum Choice {
        MERGED,
        MINE,
        THEIRS
    }

    /** What was worked out. */
    private record Sides(ThreeWayMerge merge, Map<Choice, TextDiff> differences) {}

    ConflictDialog(DesktopContext context, DocumentModel model) {
        this.context = context;
        this.messages = context.messages();
        this.model = model;
    }

    void open(Optional<String> onDisk) {
        String mine = model.text();
        String theirs = onDisk.orElse("");
        String base = model.baseProperty().get().orElse("");
        context.tasks()
                .run(
                        () -> {
                            ThreeWayMerge merge = ThreeWayMerge.of(base, mine, theirs);
                            Map<Choice, TextDiff> differences = new LinkedHashMap<>();
                            differences.put(Choice.MERGED, TextDiff.between(theirs, merge.merged()));
                            differences.put(Choice.MINE, TextDiff.between(theirs, mine));
                            differences.put(Choice.THEIRS, TextDiff.between(mine, theirs));
                            return new Sides(merge, differences);
                        },
                        sides -> show(sides, onDisk, mine),
                        model::report);
    }

    private void show(Sides sides, Optional<String> onDisk, String mine) {
        TextDiffView diff = new TextDiffView(messages);
        diff.tomlProperty().set(true);
        VBox.setVgrow(diff, Priority.ALWAYS);
        Label words = new Label();
        words.setId("conflict-words");
        words.setWrapText(true);
        Button go = new Button();
        go.setId("conflict-confirm");
        go.getStyleClass().add("accent");
        HBox segments = new HBox();
        segments.getStyleClass().add("segments");
        ToggleGroup group = new ToggleGroup();
        Map<Choice, String> texts =
                Map.of(Choice.MERGED, sides.merge().merged(), Choice.MINE, mine, Choice.THEIRS, onDisk.orElse(""));
        Consumer<Choice> choose = choice -> {
            String key = choice.name().toLowerCase(java.util.Locale.ROOT);
            diff.show(sides.differences().getOrDefault(choice, TextDiff.between("", "")));
            diff.describe(
                    context.engine().abbreviate(model.source().file()), messages.get("editor.conflict.diff." + key));
            words.setText(
                    onDisk.isEmpty()
                            ? messages.get("editor.conflict.gone")
                            : messages.get(
                                    "editor.conflict.words." + key,
                                    sides.merge().conflicts()));
            go.setText(messages.get("editor.conflict.verb." + key));
            go.setUserData(choice);
        };
        for (Choice choice : Choice.values()) {
            String key = choice.name().toLowerCase(java.util.Locale.ROOT);
            ToggleButton button = new ToggleButton(messages.get("editor.conflict.choice." + key));
            button.setId("conflict-" + key);
            button.getStyleClass().add("segment");
            button.setToggleGroup(group);
            button.setOnAction(event -> {
                button.setSelected(true);
                choose.accept(choice);
            });
            segments.getChildren().add(button);
        }
        segments.getChildren().getFirst().getStyleClass().add("first");
        segments.getChildren().getLast().getStyleClass().add("last");
        ((ToggleButton) segments.getChildren().getFirst()).setSelected(true);
        choose.accept(Choice.MERGED);
        VBox body = new VBox(segments, words, diff);
        body.getStyleClass().add("dialog-body");
        Label kept = new Label(messages.get("editor.conflict.kept"));
        kept.getStyleClass().add("secondary");
        Button cancel = new Button(messages.get("shared.dialog.cancel"));
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        HBox foot = new HBox(kept, space, cancel, go);
        foot.getStyleClass().add("dialog-foot");
        Overlay.Shown shown = context.overlay().dialog(messages.get("editor.conflict.title"), body, foot, 820, 560);
        cancel.setOnAction(event -> shown.close());
        go.setOnAction(event -> {
            shown.close();
            Choice choice = (Choice) go.getUserData();
            model.adopt(onDisk, texts.getOrDefault(choice, mine));
        });
        cancel.requestFocus();
    }
}
