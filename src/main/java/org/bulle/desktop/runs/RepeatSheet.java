package org.bulle.desktop.runs;

import java.util.List;
import java.util.function.Consumer;
import javafx.collections.ListChangeListener;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.bulle.desktop.shared.DesktopContext;
import org.bulle.desktop.shared.Icons;
import org.bulle.desktop.shared.Messages;
import org.bulle.desktop.shared.Overlay;
import org.bulle.desktop.shared.ShellText;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.Printable;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/** "Repeat until it works": what will happen, how far it is, what came of it. Closing it cancels; nothing is written by it. */
final class RepeatSheet {
    /** How the messages spell a count that is not known. */
    private static final int UNKNOWN = -1;

    private final DesktopContext context;
    private final Messages messages;
    private final RepeatViewModel model;
    private final List<String> command;
    private final Consumer<List<Pick>> review;
    private final VBox attempts = new VBox();
    private final Label place = new Label();
    private final Label result = new Label();
    private final ProgressIndicator busy = new ProgressIndicator();
    private final Button start = new Button();
    private final Button stop = new Button();
    private final Button add = new Button();
    private Overlay.@Nullable Shown shown;

    /**
     * @param review called with what was granted when the user wants to keep it
     */
    RepeatSheet(DesktopContext context, RepeatViewModel model, List<String> command, Consumer<List<Pick>> review) {
        this.context = context;
        this.messages = context.messages();
        this.model = model;
        this.command = command;
        this.review = review;
    }

    void open() {
        shown = context.overlay().dialog(messages.get("runs.repeat.title"), body(), foot(), 720, 400);
        shown.onClosed(model::cancel);
        model.attempts().addListener((ListChangeListener<RepeatViewModel.Attempt>) change -> list());
        model.stateProperty().addListener((property, old, now) -> show(now));
        show(model.stateProperty().get());
        list();
        start.requestFocus();
        model.askForRecords(kept -> {
            start.setDisable(!kept);
            if (!kept) {
                result.setGraphic(Icons.of(Feather.ALERT_TRIANGLE, "icon-warning"));
                result.setText(messages.get("runs.repeat.no-records"));
            }
        });
    }

    private Node body() {
        Label what = new Label(messages.get("runs.repeat.what", RepeatViewModel.MOST));
        what.setWrapText(true);
        Label line = new Label(ShellText.join(command));
        line.getStyleClass().add("mono");
        line.setMnemonicParsing(false);
        HBox commandBox = new HBox(line);
        commandBox.getStyleClass().addAll("card", "command-card");
        place.getStyleClass().add("secondary");
        place.setWrapText(true);
        attempts.getStyleClass().addAll("card", "lines");
        attempts.setId("repeat-attempts");
        result.setWrapText(true);
        result.setId("repeat-result");
        result.getStyleClass().add("strong");
        VBox body = new VBox(10, what, commandBox, place, attempts, result);
        body.getStyleClass().add("dialog-body");
        ScrollPane scroll = new ScrollPane(body);
        scroll.setFitToWidth(true);
        scroll.getStyleClass().add("plain-scroll");
        return scroll;
    }

    private Node foot() {
        start.setText(messages.get("runs.repeat.start"));
        start.setId("repeat-start");
        start.getStyleClass().add("accent");
        start.setGraphic(Icons.of(Feather.PLAY));
        start.setMinWidth(Region.USE_PREF_SIZE);
        start.setOnAction(event -> model.start());
        stop.setText(messages.get("runs.repeat.stop"));
        stop.setId("repeat-stop");
        stop.setGraphic(Icons.of(Feather.SQUARE));
        stop.setMinWidth(Region.USE_PREF_SIZE);
        stop.setOnAction(event -> model.cancel());
        add.setId("repeat-review");
        add.getStyleClass().add("accent");
        add.setGraphic(Icons.of(Feather.FILE_PLUS));
        add.setMinWidth(Region.USE_PREF_SIZE);
        add.setOnAction(event -> {
            List<Pick> picks = model.picks();
            if (shown != null) {
                shown.close();
            }
            review.accept(picks);
        });
        Button close = new Button(messages.get("shared.dialog.close"));
        close.setMinWidth(Region.USE_PREF_SIZE);
        close.setOnAction(event -> {
            if (shown != null) {
                shown.close();
            }
        });
        busy.setPrefSize(16, 16);
        busy.setMinSize(16, 16);
        Label nothing = new Label(messages.get("runs.repeat.nothing-written"));
        nothing.getStyleClass().add("secondary");
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        HBox foot = new HBox(nothing, space, busy, stop, close, start, add);
        foot.getStyleClass().add("dialog-foot");
        return foot;
    }

    private void show(RepeatViewModel.State state) {
        boolean going = state instanceof RepeatViewModel.State.Going;
        busy.setVisible(going);
        visible(stop, going);
        visible(start, !going);
        List<Pick> picks = model.picks();
        boolean ended = state instanceof RepeatViewModel.State.Ended;
        visible(add, ended && !picks.isEmpty());
        add.setText(messages.get("runs.repeat.review", Pick.entries(picks)));
        start.getStyleClass().remove("accent");
        if (!add.isVisible()) {
            start.getStyleClass().add("accent");
        }
        start.setText(messages.get(ended ? "runs.repeat.again" : "runs.repeat.start"));
        switch (state) {
            case RepeatViewModel.State.Ready ignored -> {
                place.setText(messages.get("runs.repeat.place"));
                result.setText("");
                result.setGraphic(null);
            }
            case RepeatViewModel.State.Going(var where) -> {
                result.setText("");
                result.setGraphic(null);
                place.setText(where.map(at -> messages.get(
                                at.scratch() ? "runs.repeat.place.scratch" : "runs.repeat.place.copy",
                                context.engine().abbreviate(OsPath.text(at.workspace()))))
                        .orElse(messages.get("runs.repeat.place.making")));
            }
            case RepeatViewModel.State.Ended(RepeatViewModel.End end, var left) -> {
                boolean works = end == RepeatViewModel.End.WORKS;
                result.setGraphic(Icons.of(
                        works ? Feather.CHECK_CIRCLE : Feather.ALERT_TRIANGLE,
                        works ? "icon-success" : "icon-warning"));
                result.setText(messages.get(key(end), left.orElse(UNKNOWN)));
            }
            case RepeatViewModel.State.Failed(var why) -> {
                result.setGraphic(Icons.of(Feather.ALERT_CIRCLE, "icon-danger"));
                result.setText(messages.get("runs.repeat.failed", why.message()));
            }
        }
    }

    private static String key(RepeatViewModel.End end) {
        return switch (end) {
            case WORKS -> "runs.repeat.end.works";
            case NOTHING_NEW -> "runs.repeat.end.nothing-new";
            case ONLY_DANGEROUS -> "runs.repeat.end.only-dangerous";
            case NOT_WATCHED -> "runs.repeat.end.not-watched";
            case BOUND -> "runs.repeat.end.bound";
            case CANCELLED -> "runs.repeat.end.cancelled";
        };
    }

    private static void visible(Node node, boolean yes) {
        node.setVisible(yes);
        node.setManaged(yes);
    }

    private void list() {
        attempts.setVisible(!model.attempts().isEmpty());
        attempts.setManaged(!model.attempts().isEmpty());
        attempts.getChildren()
                .setAll(model.attempts().stream().map(this::attempt).toList());
    }

    private Node attempt(RepeatViewModel.Attempt one) {
        Label number = new Label(messages.get("runs.repeat.attempt", one.number()));
        number.setMinWidth(70);
        Label exit = new Label();
        exit.setMinWidth(70);
        if (one.exit().isEmpty()) {
            exit.setText(messages.get("runs.state.running"));
            exit.setGraphic(Icons.of(Feather.PLAY, "icon-accent"));
        } else {
            boolean fine = one.exit().getAsInt() == 0;
            exit.setText(Integer.toString(one.exit().getAsInt()));
            exit.setGraphic(Icons.of(fine ? Feather.CHECK : Feather.X_CIRCLE, fine ? "icon-success" : "icon-danger"));
        }
        Label denied = new Label(
                one.exit().isEmpty()
                        ? ""
                        : messages.get("runs.repeat.denied", one.denied().orElse(UNKNOWN)));
        denied.getStyleClass().add("secondary");
        denied.setMinWidth(130);
        Label added =
                new Label(one.added().isEmpty() ? "" : "+ " + Printable.escape(String.join("   + ", one.added())));
        added.getStyleClass().add("mono");
        added.setWrapText(true);
        HBox.setHgrow(added, Priority.ALWAYS);
        HBox line = new HBox(8, number, exit, denied, added);
        line.setAlignment(Pos.CENTER_LEFT);
        line.getStyleClass().add("card-row");
        return line;
    }
}
