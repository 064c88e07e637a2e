package org.bulle.desktop.run;

import java.time.Duration;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.animation.Animation;
import javafx.animation.KeyFrame;
import javafx.animation.Timeline;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.bulle.desktop.shared.Badges;
import org.bulle.desktop.shared.Buttons;
import org.bulle.desktop.shared.Clip;
import org.bulle.desktop.shared.DesktopContext;
import org.bulle.desktop.shared.Icons;
import org.bulle.desktop.shared.Messages;
import org.bulle.desktop.shared.MiddleEllipsis;
import org.bulle.desktop.shared.OwnTerminal;
import org.bulle.engine.denial.Denial;
import org.bulle.engine.denial.DenialSource;
import org.bulle.engine.denial.Risk;
import org.bulle.engine.denial.suggest.RiskAssessor;
import org.bulle.engine.history.RunNews;
import org.bulle.engine.history.RunSummary;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/** One run's tab: its terminal, what it was denied so far, and what can be done with it. */
final class RunTabPane extends BorderPane implements AutoCloseable {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneId.systemDefault());
    private final LiveRun run;
    private final DesktopContext context;
    private final Messages messages;
    private final RunDesk desk;
    private final Badges badges;
    private final Consumer<String> remark;
    private final TerminalPane terminal;
    private final Timeline clock;
    private final Label state = new Label();
    private final Label elapsed = new Label();
    private final Label pid = new Label();
    private final Label size = new Label();
    private final Button stop;
    private final Button rerun;
    private final Button place;
    private final Label count = new Label("0");
    private final Label kinds = new Label();
    private final Label harmless = new Label();
    private final Label source = new Label();
    private final TimelineBars bars;
    private final ListView<Denial> latest = new ListView<>();
    private final Label none = new Label();
    private final Button review;
    private @Nullable RiskAssessor assessor;

    /**
     * @param remark shows a sentence in the status bar
     */
    RunTabPane(LiveRun run, DesktopContext context, RunDesk desk, Consumer<String> remark) {
        this.run = run;
        this.context = context;
        this.desk = desk;
        this.remark = remark;
        messages = context.messages();
        badges = new Badges(messages);
        bars = new TimelineBars(messages);
        stop = button("run-stop", "run.stop", Feather.SQUARE);
        stop.getStyleClass().add("danger-text");
        rerun = button("run-rerun", "run.rerun", Feather.ROTATE_CW);
        place = button("run-place", "run.to-background", Feather.MINIMIZE_2);
        review = button("run-review", "run.review", Feather.LIST);
        terminal = new TerminalPane(
                run.supervisor(),
                context.appearance(),
                messages,
                now -> context.tasks()
                        .later(() -> size.setText(messages.get("run.size", now.getColumns(), now.getRows()))),
                stop::requestFocus);
        terminal.name(messages.get("run.terminal", run.commandWords()));
        setTop(bar());
        setCenter(terminal);
        setRight(denials());
        setBottom(foot());
        getStyleClass().add("run-tab");
        clock = new Timeline(new KeyFrame(javafx.util.Duration.seconds(1), tick -> time()));
        clock.setCycleCount(Animation.INDEFINITE);
        clock.play();
        run.stateProperty().addListener((property, old, now) -> show(now));
        run.newsProperty().addListener((property, old, now) -> now.ifPresent(this::show));
        run.recordProperty().addListener((property, old, now) -> now.ifPresent(this::show));
        run.notKeptProperty()
                .addListener((property, old, now) ->
                        now.ifPresent(why -> remark.accept(messages.get("run.output.not-kept", why.message()))));
        run.backgroundProperty().addListener((property, old, now) -> placed());
        placed();
        show(run.stateProperty().get());
        run.newsProperty().get().ifPresent(this::show);
        context.tasks()
                .run(
                        () -> context.engine()
                                .assessor(
                                        context.catalog().get().catalog().configuration(),
                                        run.draft().workspace()),
                        made -> {
                            assessor = made;
                            latest.refresh();
                        },
                        failure -> remark.accept(messages.get("run.risks.unknown", failure.message())));
    }

    private Button button(String id, String key, Feather icon) {
        Button made = new Button(messages.get(key), Icons.of(icon));
        made.setId(id);
        made.setMinWidth(USE_PREF_SIZE);
        return made;
    }

    private Node bar() {
        state.setId("run-state");
        state.getStyleClass().addAll("word-badge", "run-state");
        state.setMinWidth(USE_PREF_SIZE);
        elapsed.getStyleClass().addAll("strong", "figures");
        elapsed.setId("run-elapsed");
        elapsed.setMinWidth(USE_PREF_SIZE);
        pid.getStyleClass().add("outline");
        pid.setMinWidth(USE_PREF_SIZE);
        Node command = MiddleEllipsis.of(run.commandWords(), "mono", "muted");
        HBox.setHgrow(command, Priority.SOMETIMES);
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        Button find = Buttons.icon(Feather.SEARCH, messages.get("run.find"));
        find.setOnAction(event -> terminal.find());
        stop.setOnAction(event -> run.stop());
        rerun.setOnAction(event -> desk.rerun(run));
        place.setOnAction(
                event -> run.backgroundProperty().set(!run.backgroundProperty().get()));
        HBox bar = new HBox(state, elapsed, command);
        if (run.draft().scratch() != RunDraft.Scratch.NONE) {
            Label scratch = new Label(messages.get("run.scratch.badge"));
            scratch.getStyleClass().add("outline");
            scratch.setMinWidth(USE_PREF_SIZE);
            bar.getChildren().add(scratch);
        }
        bar.getChildren().addAll(pid, space, stop, rerun, place, find, more());
        bar.getStyleClass().addAll("toolbar-box", "run-bar");
        return bar;
    }

    private MenuButton more() {
        MenuItem open = new MenuItem(messages.get("run.more.terminal"), Icons.of(Feather.EXTERNAL_LINK));
        OwnTerminal own = new OwnTerminal(context.engine().environment());
        MenuItem copy = new MenuItem(messages.get("run.more.copy"), Icons.of(Feather.COPY));
        copy.setOnAction(event ->
                Clip.put(CommandLineText.oneLine(run.draft(), context.engine().home())));
        open.setOnAction(event -> openOutside(own));
        MenuItem shortcut = new MenuItem(messages.get("run.more.shortcut"), Icons.of(Feather.BOOKMARK));
        shortcut.setOnAction(event -> Shortcuts.make(run.draft(), context, remark));
        MenuButton more = new MenuButton("", Icons.of(Feather.MORE_HORIZONTAL), open, copy, shortcut);
        more.setId("run-more");
        more.getStyleClass().add("icon-menu");
        Buttons.named(more, messages.get("run.more"));
        context.tasks().run(own::program, found -> open.setDisable(found.isEmpty()), failure -> open.setDisable(true));
        open.disableProperty().addListener((property, old, absent) -> {
            if (absent) {
                open.setText(messages.get("run.more.no-terminal"));
            }
        });
        return more;
    }

    private void openOutside(OwnTerminal own) {
        List<String> words = new java.util.ArrayList<>(context.engine().launcher());
        words.addAll(run.arguments());
        context.tasks()
                .run(
                        () -> {
                            Optional<String> program = own.program();
                            if (program.isPresent()) {
                                own.open(program.get(), words, run.draft().workspace(), messages.get("run.exit.word"));
                            }
                            return program.orElse("");
                        },
                        program -> remark.accept(
                                program.isEmpty()
                                        ? messages.get("run.more.no-terminal")
                                        : messages.get("run.opened", program)),
                        failure -> remark.accept(failure.message()));
    }

    private Node denials() {
        count.setId("run-denied");
        count.getStyleClass().addAll("figures", "big-number");
        count.setMinWidth(USE_PREF_SIZE);
        kinds.getStyleClass().add("strong");
        harmless.getStyleClass().add("secondary");
        HBox numbers = new HBox(10, count, new VBox(1, kinds, harmless));
        numbers.setAlignment(Pos.CENTER_LEFT);
        source.setId("run-source");
        source.setWrapText(true);
        source.getStyleClass().add("small-text");
        VBox head = new VBox(8, numbers, bars, source);
        head.getStyleClass().add("denials-head");
        Label first = new Label(messages.get("run.denied.latest"));
        first.getStyleClass().add("section-title");
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        Label quiet = new Label(messages.get("run.denied.no-popups"), Icons.of(Feather.BELL_OFF));
        quiet.getStyleClass().add("secondary");
        HBox title = new HBox(first, space, quiet);
        title.getStyleClass().add("denials-title");
        none.getStyleClass().add("secondary");
        none.setWrapText(true);
        none.setStyle("-fx-padding: 12px;");
        latest.setId("run-latest");
        latest.setAccessibleText(messages.get("run.denied.latest"));
        latest.setPlaceholder(none);
        latest.setCellFactory(view -> new DenialCell());
        VBox.setVgrow(latest, Priority.ALWAYS);
        review.setMaxWidth(Double.MAX_VALUE);
        review.setOnAction(
                event -> run.recordId().ifPresent(id -> context.navigator().open("runs", id)));
        Label hint = new Label(messages.get("run.review.hint"));
        hint.setWrapText(true);
        hint.getStyleClass().add("secondary");
        VBox bottom = new VBox(8, review, hint);
        bottom.getStyleClass().add("denials-foot");
        VBox side = new VBox(head, title, latest, bottom);
        side.getStyleClass().add("run-denials");
        return side;
    }

    private Node foot() {
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        HBox foot = new HBox(16);
        foot.getStyleClass().add("run-foot");
        run.draft()
                .limits()
                .forEach((name, value) ->
                        foot.getChildren().add(new Label(messages.get("run.limit." + name) + " " + value)));
        foot.getChildren()
                .addAll(
                        space,
                        size,
                        key("Ctrl+Shift+C", messages.get("run.keys.copy")),
                        key("Ctrl+F6", messages.get("run.keys.leave")));
        return foot;
    }

    private static Node key(String combination, String words) {
        Label key = new Label(combination);
        key.getStyleClass().add("key-hint");
        HBox pair = new HBox(6, key, new Label(words));
        pair.setAlignment(Pos.CENTER_LEFT);
        return pair;
    }

    private void placed() {
        boolean away = run.backgroundProperty().get();
        place.setText(messages.get(away ? "run.to-front" : "run.to-background"));
        place.setGraphic(Icons.of(away ? Feather.MAXIMIZE_2 : Feather.MINIMIZE_2));
        place.setTooltip(new Tooltip(
                desk.notifier().isPresent()
                        ? messages.get("run.output.notified")
                        : messages.get("run.output.unnotified", messages.get("run.notify.none"))));
    }

    private void time() {
        Duration passed = run.duration();
        elapsed.setText(TimelineBars.clock(passed));
        bars.show(run.timeline(), passed, run.isOver());
    }

    private void show(LiveRun.State now) {
        time();
        switch (now) {
            case LiveRun.State.Starting starting -> dress(messages.get("run.state.starting"), Feather.CIRCLE, "");
            case LiveRun.State.Running running -> {
                dress(messages.get("run.state.running"), Feather.CIRCLE, "badge-success");
                pid.setText(messages.get("run.pid", Integer.toString(running.pid())));
            }
            case LiveRun.State.Ended end -> {
                dress(
                        messages.get(end.stopped() ? "run.state.stopped" : "run.state.ended", end.code()),
                        end.code() == 0 ? Feather.CHECK : Feather.X_CIRCLE,
                        end.code() == 0 ? "badge-success" : "badge-credential");
                over();
            }
            case LiveRun.State.NotStarted failed -> {
                dress(messages.get("run.state.not-started"), Feather.ALERT_CIRCLE, "badge-credential");
                source.setText(failed.why());
                over();
            }
        }
        pid.setVisible(!pid.getText().isEmpty());
        pid.setManaged(pid.isVisible());
        nothing();
    }

    private void over() {
        clock.stop();
        stop.setDisable(true);
        place.setDisable(true);
        run.newsProperty().get().ifPresent(this::show);
    }

    private void dress(String words, Feather icon, String style) {
        state.setText(words);
        state.getStyleClass().removeIf(known -> known.startsWith("badge-"));
        state.setGraphic(Icons.of(icon));
        if (!style.isEmpty()) {
            state.getStyleClass().add(style);
        }
    }

    private void show(RunNews news) {
        count.setText("%,d".formatted(news.denied()));
        bars.show(run.timeline(), run.duration(), run.isOver());
        // Of what nobody saw there is no picture.
        bars.setVisible(news.source().state() != DenialSource.State.UNAVAILABLE);
        bars.setManaged(bars.isVisible());
        kinds.setText(messages.get("run.denied", news.denied(), news.distinct()));
        harmless.setText(messages.get("run.denied.harmless", news.harmless()));
        if (!latest.getItems().equals(news.latest())) {
            latest.getItems().setAll(news.latest());
        }
        switch (news.source().state()) {
            case COMPLETE ->
                source(
                        messages.get(run.isOver() ? "run.source.complete.ended" : "run.source.complete"),
                        Feather.CHECK_CIRCLE,
                        "icon-success");
            case PARTIAL ->
                source(
                        messages.get(
                                "run.source.partial", news.source().reason().orElse("")),
                        Feather.ALERT_TRIANGLE,
                        "icon-warning");
            case UNAVAILABLE ->
                source(
                        messages.get(
                                "run.source.unavailable", news.source().reason().orElse("")),
                        Feather.EYE_OFF,
                        "icon-danger");
        }
        nothing();
    }

    /** The record has the last word. */
    private void show(RunSummary record) {
        if (record.denialSource().state() == DenialSource.State.PARTIAL) {
            source(
                    messages.get(
                            "run.source.partial", record.denialSource().reason().orElse("")),
                    Feather.ALERT_TRIANGLE,
                    "icon-warning");
        }
    }

    private void source(String words, Feather icon, String style) {
        source.setText(words);
        source.setGraphic(Icons.of(icon, style));
    }

    /** What an empty list means; that there was nothing is only said when all was watched. */
    private void nothing() {
        Optional<RunNews> news = run.newsProperty().get();
        review.setDisable(run.recordId().isEmpty() || !run.isOver());
        if (news.isEmpty()) {
            none.setText(messages.get(run.isOver() ? "run.denied.lost" : "run.denied.waiting"));
        } else if (news.get().source().state() != DenialSource.State.COMPLETE) {
            none.setText(messages.get("run.denied.none.unknown"));
        } else {
            none.setText(messages.get(run.isOver() ? "run.denied.none.ended" : "run.denied.none"));
        }
    }

    /** How long it has been running, for a clock. */
    ReadOnlyStringProperty elapsedProperty() {
        return elapsed.textProperty();
    }

    /** The keyboard goes to the program. */
    void focus() {
        terminal.focus();
    }

    @Override
    public void close() {
        clock.stop();
        terminal.close();
    }

    private Risk risk(Denial denial) {
        RiskAssessor judge = assessor;
        return judge == null ? Risk.NONE : judge.of(denial).risk();
    }

    private Node badge(Denial denial, Risk risk) {
        return risk == Risk.NOTICE && denial.path().isEmpty()
                ? Badges.word(messages.get("runs.risk.network"), Feather.GLOBE, "badge-notice")
                : badges.risk(risk, false);
    }

    private final class DenialCell extends ListCell<Denial> {
        @Override
        protected void updateItem(@Nullable Denial denial, boolean empty) {
            super.updateItem(denial, empty);
            setText(null);
            setGraphic(empty || denial == null ? null : look(denial));
            setAccessibleText(
                    empty || denial == null ? null : word(denial) + " " + denial.target() + ", " + denial.count());
        }

        private String word(Denial denial) {
            return messages.get("runs.access." + denial.access().key());
        }

        private Node look(Denial denial) {
            Label access = new Label(word(denial).substring(0, 1));
            access.getStyleClass().addAll("right-slot", slot(denial));
            access.setTooltip(new Tooltip(word(denial)));
            String target =
                    denial.target().isEmpty() ? word(denial) : context.engine().abbreviate(denial.target());
            Node path = MiddleEllipsis.of(target, "mono");
            HBox.setHgrow(path, Priority.SOMETIMES);
            Region between = new Region();
            HBox.setHgrow(between, Priority.ALWAYS);
            Label times = new Label(Long.toString(denial.count()));
            times.getStyleClass().addAll("strong", "figures");
            times.setMinWidth(USE_PREF_SIZE);
            HBox first = new HBox(8, access, path, between, times);
            first.setAlignment(Pos.CENTER_LEFT);
            Label who = new Label(TIME.format(denial.last()) + " " + denial.process());
            who.getStyleClass().add("secondary");
            Region space = new Region();
            HBox.setHgrow(space, Priority.ALWAYS);
            HBox second = new HBox(8, who, space);
            Risk risk = risk(denial);
            if (risk != Risk.NONE) {
                second.getChildren().add(badge(denial, risk));
            }
            second.setAlignment(Pos.CENTER_LEFT);
            second.setStyle("-fx-padding: 0 0 0 27px;");
            return new VBox(3, first, second);
        }

        private String slot(Denial denial) {
            return switch (denial.access()) {
                case READ -> "read";
                case WRITE, CREATE, DELETE, RENAME -> "write";
                case EXECUTE -> "execute";
                case CONNECT, BIND, SIGNAL, SERVICE -> "absent";
            };
        }
    }
}
