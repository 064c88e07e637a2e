package org.bulle.desktop.editor;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import java.util.function.Function;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;
import org.bulle.desktop.shared.DesktopContext;
import org.bulle.desktop.shared.InstallReview;
import org.bulle.desktop.shared.Messages;
import org.bulle.desktop.shared.Overlay;
import org.bulle.desktop.shared.Tasks;
import org.bulle.desktop.shared.TomlText;
import org.bulle.engine.check.NewProfile;
import org.bulle.engine.detect.Detector;
import org.bulle.engine.history.RunSummary;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.ProfileTemplate;
import org.fxmisc.flowless.VirtualizedScrollPane;
import org.fxmisc.richtext.CodeArea;

/** What a new profile starts from, with its text before it is written. */
public final class NewProfileDialog {
    private static final int RUNS = 40;
    private final DesktopContext context;
    private final Messages messages;
    private final Function<String, Optional<String>> refusal;
    private final BiConsumer<String, String> create;
    private final TextField name = new TextField();
    private final ComboBox<RunSummary> runs = new ComboBox<>();
    /** Why the recorded runs are not known; empty when they are. */
    private String unread = "";

    private final CodeArea text = new CodeArea();
    private final Label words = new Label();
    private final Label wrong = new Label();
    private final Button go;
    private Start start = Start.BLANK;
    private Optional<InstallReview.NewText> given = Optional.empty();
    private Tasks.Running working = Tasks.Running.NONE;

    private enum Start {
        BLANK,
        APP,
        TOOLCHAIN,
        INSTALL,
        DENIALS,
        PROJECT
    }

    /**
     * @param refusal why a name cannot be taken
     * @param create is given the name and the text
     */
    public NewProfileDialog(
            DesktopContext context, Function<String, Optional<String>> refusal, BiConsumer<String, String> create) {
        this.context = context;
        this.messages = context.messages();
        this.refusal = refusal;
        this.create = create;
        this.go = new Button(messages.get("editor.new.verb"));
    }

    /** The same for a text that is there already, whatever the name. */
    public void open(InstallReview.NewText text) {
        given = Optional.of(text);
        open();
    }

    public void open() {
        name.setId("new-profile-name");
        name.setAccessibleText(messages.get("editor.new.name"));
        name.textProperty().addListener((property, old, now) -> refresh());
        GridPane grid = new GridPane(12, 10);
        grid.add(new Label(messages.get("editor.new.name")), 0, 0);
        grid.add(name, 1, 0);
        if (given.isEmpty()) {
            grid.add(new Label(messages.get("editor.new.start")), 0, 1);
            grid.add(starts(), 1, 1);
        }
        GridPane.setHgrow(name, Priority.ALWAYS);
        words.setId("new-profile-words");
        words.setWrapText(true);
        words.getStyleClass().add("secondary");
        wrong.setId("new-profile-refusal");
        wrong.setWrapText(true);
        wrong.getStyleClass().add("warn-text");
        runs.setId("new-profile-run");
        runs.setMaxWidth(Double.MAX_VALUE);
        runs.setAccessibleText(messages.get("editor.new.run"));
        runs.setConverter(new RunWords());
        runs.valueProperty().addListener((property, old, now) -> refresh());
        text.setId("new-profile-text");
        text.setEditable(false);
        text.setAccessibleText(messages.get("editor.new.text"));
        text.getStyleClass().add("code-area");
        StackPane preview = new StackPane(new VirtualizedScrollPane<>(text));
        preview.getStyleClass().addAll("card", "new-preview");
        VBox.setVgrow(preview, Priority.ALWAYS);
        VBox body = new VBox(grid, words, runs, preview, wrong);
        body.getStyleClass().add("dialog-body");
        Button cancel = new Button(messages.get("shared.dialog.cancel"));
        go.setId("new-profile-confirm");
        go.getStyleClass().add("accent");
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        HBox foot = new HBox(space, cancel, go);
        foot.getStyleClass().add("dialog-foot");
        Overlay.Shown shown = context.overlay().dialog(messages.get("editor.new.title"), body, foot, 680, 560);
        shown.onClosed(() -> working.cancel());
        cancel.setOnAction(event -> shown.close());
        go.setOnAction(event -> {
            shown.close();
            create.accept(name.getText(), text.getText());
        });
        name.setOnAction(event -> go.fire());
        readRuns();
        choose(Start.BLANK);
        name.requestFocus();
    }

    private Node starts() {
        HBox segments = new HBox();
        segments.getStyleClass().add("segments");
        ToggleGroup group = new ToggleGroup();
        for (Start each : Start.values()) {
            ToggleButton button = new ToggleButton(messages.get("editor.new." + key(each)));
            button.setId("start-" + key(each));
            button.getStyleClass().add("segment");
            button.setToggleGroup(group);
            button.setSelected(each == Start.BLANK);
            button.setOnAction(event -> {
                button.setSelected(true);
                choose(each);
            });
            segments.getChildren().add(button);
        }
        segments.getChildren().getFirst().getStyleClass().add("first");
        segments.getChildren().getLast().getStyleClass().add("last");
        return segments;
    }

    private static String key(Start start) {
        return start.name().toLowerCase(Locale.ROOT);
    }

    private void choose(Start chosen) {
        start = chosen;
        words.setText(messages.get("editor.new." + (given.isPresent() ? "given" : key(chosen)) + ".words"));
        runs.setVisible(chosen == Start.DENIALS);
        runs.setManaged(chosen == Start.DENIALS);
        refresh();
    }

    private void readRuns() {
        context.tasks()
                .run(
                        () -> context.engine().history().list().stream()
                                .filter(run -> run.denied() > 0)
                                .limit(RUNS)
                                .toList(),
                        found -> {
                            runs.getItems().setAll(found);
                            runs.getSelectionModel().selectFirst();
                        },
                        why -> {
                            unread = why.message();
                            refresh();
                        });
    }

    private void refresh() {
        String chosen = name.getText();
        wrong.setText(chosen.isEmpty() ? "" : refusal.apply(chosen).orElse(""));
        go.setDisable(chosen.isEmpty() || refusal.apply(chosen).isPresent());
        String title = chosen.isEmpty() ? messages.get("editor.new.untitled") : chosen;
        working.cancel();
        working = context.tasks().run(work(start, chosen.isEmpty() ? "tool" : chosen, title), this::show, why -> {
            show("");
            wrong.setText(why.message());
            go.setDisable(true);
        });
    }

    private Callable<String> work(Start from, String chosen, String title) {
        if (given.isPresent()) {
            InstallReview.NewText made = given.get();
            return () -> made.of(title);
        }
        RunSummary run = runs.getValue();
        String workspace = OsPath.text(context.selection().workspaceProperty().get());
        return switch (from) {
            case BLANK -> () -> ProfileTemplate.BLANK.text(chosen);
            case APP -> () -> ProfileTemplate.APP.text(chosen);
            case TOOLCHAIN -> () -> ProfileTemplate.TOOLCHAIN.text(chosen);
            case INSTALL -> () -> ProfileTemplate.INSTALL.text(chosen);
            case DENIALS -> {
                String why = unread;
                yield () -> {
                    if (run == null && !why.isEmpty()) {
                        throw new java.io.IOException(why);
                    }
                    return run == null
                            ? ""
                            : NewProfile.ofDenials(
                                    title,
                                    context.engine()
                                            .history()
                                            .read(run.id())
                                            .orElseThrow(() ->
                                                    new java.io.IOException(messages.get("editor.new.run.gone"))));
                };
            }
            case PROJECT ->
                () -> NewProfile.ofProject(
                        title,
                        new Detector(
                                        context.engine().home(),
                                        context.engine().environment(),
                                        context.engine().platform())
                                .detect(workspace));
        };
    }

    private void show(String now) {
        text.replaceText(now);
        text.moveTo(0);
        if (!now.isEmpty()) {
            text.setStyleSpans(0, TomlText.styles(now));
        } else {
            go.setDisable(true);
        }
    }

    /** What a run was, in one line. */
    private static final class RunWords extends StringConverter<RunSummary> {
        @Override
        public String toString(RunSummary run) {
            if (run == null) {
                return "";
            }
            List<String> parts = new ArrayList<>();
            parts.add(run.id());
            parts.add(String.join(",", run.profiles()));
            parts.add(String.join(" ", run.command()));
            parts.add(Long.toString(run.denied()));
            return String.join("   ", parts);
        }

        @Override
        public RunSummary fromString(String words) {
            throw new UnsupportedOperationException("the list is chosen from, not typed");
        }
    }
}
