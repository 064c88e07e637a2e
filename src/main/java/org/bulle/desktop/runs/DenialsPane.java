package org.bulle.desktop.runs;

import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import javafx.collections.ListChangeListener;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.Tooltip;
import javafx.scene.control.skin.VirtualFlow;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.bulle.desktop.shared.AcrossRow;
import org.bulle.desktop.shared.Appearance;
import org.bulle.desktop.shared.Columns;
import org.bulle.desktop.shared.DesktopContext;
import org.bulle.desktop.shared.Failure;
import org.bulle.desktop.shared.Icons;
import org.bulle.desktop.shared.Messages;
import org.bulle.desktop.shared.Overlay;
import org.bulle.desktop.shared.Styles;
import org.bulle.desktop.shared.Tips;
import org.bulle.engine.denial.Decision;
import org.bulle.engine.denial.DenialSource;
import org.bulle.engine.denial.Planted;
import org.bulle.engine.denial.suggest.BreadthLadder;
import org.bulle.engine.history.RunRecord;
import org.bulle.engine.history.RunSummary;
import org.bulle.engine.profile.OsPath;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/** What the chosen run was denied, and what is to become of it. */
final class DenialsPane extends VBox {
    /** From here on there is room for when and by whom. */
    private static final double WIDE = 1_000;

    private final RunsViewModel runs;
    private final DenialsViewModel model;
    private final DesktopContext context;
    private final Messages messages;
    private final java.util.function.Consumer<RunsViewModel.Again> again;
    private final DenialCells cells;
    private final TableView<DenialRow> table = new TableView<>();
    private final CheckBox tickAll = new CheckBox();
    private final Label state = new Label();
    private final Label detail = new Label();
    private final Label footnote = new Label();
    private final Button rerun = new Button();
    private final Button add = new Button();
    private final Button deny = new Button();
    private final VBox notes = new VBox();
    private final HBox doneNote = new HBox();
    private final HBox failedNote = new HBox();
    private final HBox unknownNote = new HBox();
    private final HBox plantedNote = new HBox();
    private String selected = "";
    private String shownRun = "";

    DenialsPane(RunsViewModel runs, DesktopContext context, java.util.function.Consumer<RunsViewModel.Again> again) {
        this.runs = runs;
        this.model = runs.denials();
        this.context = context;
        this.messages = context.messages();
        this.again = again;
        cells = new DenialCells(messages, context.engine(), ZoneId.systemDefault(), model, new CellActions());
        table();
        VBox.setVgrow(table, Priority.ALWAYS);
        getChildren().setAll(bar(), notes, table, legend(), foot());
        model.tickedCountProperty().addListener((property, old, now) -> foot(now.intValue()));
        model.failureProperty().addListener((property, old, now) -> failed(now));
        model.lookFailureProperty().addListener((property, old, now) -> unknown(now));
        model.workingProperty().addListener((property, old, now) -> placeholder());
        runs.chosenProperty().addListener((property, old, now) -> show(now));
        show(runs.chosenProperty().get());
    }

    private Node bar() {
        state.setId("runs-source");
        state.getStyleClass().add("strong");
        state.setMinWidth(Region.USE_PREF_SIZE);
        detail.setId("runs-source-detail");
        detail.getStyleClass().add("secondary");
        detail.setMaxWidth(Double.MAX_VALUE);
        HBox.setHgrow(detail, Priority.ALWAYS);
        TextField filter = new TextField();
        filter.setId("denials-filter");
        filter.setPromptText(messages.get("runs.denials.filter"));
        filter.setAccessibleText(messages.get("runs.denials.filter"));
        filter.textProperty().bindBidirectional(model.filterProperty());
        HBox.setHgrow(filter, Priority.ALWAYS);
        HBox field = new HBox(Icons.of(Feather.FILTER), filter);
        field.getStyleClass().add("field-box");
        field.setPrefWidth(180);
        field.setMinWidth(120);
        ToggleButton group = new ToggleButton(messages.get("runs.denials.group"));
        group.setId("denials-group");
        group.getStyleClass().add("filter-chip");
        group.setMinWidth(Region.USE_PREF_SIZE);
        group.selectedProperty().bindBidirectional(model.groupedProperty());
        HBox bar = new HBox(state, detail, field, group);
        bar.getStyleClass().add("toolbar-box");
        return bar;
    }

    private void table() {
        table.setId("denials-table");
        table.setFixedCellSize(32);
        table.setAccessibleText(messages.get("runs.denials.table"));
        table.setItems(model.rows());
        table.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
        tickAll.setId("denials-tick-all");
        tickAll.setAccessibleText(messages.get("runs.tick.all"));
        tickAll.setTooltip(new Tooltip(messages.get("runs.tick.all")));
        tickAll.setAllowIndeterminate(false);
        tickAll.setOnAction(event -> model.tickAll(model.tickedCountProperty().get() == 0));
        TableColumn<DenialRow, DenialRow> tick = Columns.filled("", 38, Pos.CENTER, cells::tick);
        tick.setGraphic(tickAll);
        tick.setMinWidth(38);
        tick.setMaxWidth(38);
        TableColumn<DenialRow, DenialRow> first =
                sized(Columns.filled(head("first"), 82, Pos.CENTER_LEFT, cells::firstSeen), 76, 96);
        TableColumn<DenialRow, DenialRow> process =
                sized(Columns.filled(head("process"), 72, Pos.CENTER_LEFT, cells::process), 60, 130);
        // What is worth deciding about comes first where there is little room.
        table.widthProperty().addListener((property, old, now) -> {
            boolean wide = now.doubleValue() * Appearance.NORMAL_SIZE
                    >= WIDE * context.appearance().fontSizeProperty().get();
            if (wide != first.isVisible()) {
                first.setVisible(wide);
                process.setVisible(wide);
            }
        });
        table.getColumns()
                .setAll(List.of(
                        tick,
                        sized(Columns.filled(head("access"), 104, Pos.CENTER_LEFT, cells::access), 96, 124),
                        sized(Columns.filled(head("target"), 262, Pos.CENTER_LEFT, cells::target), 140, 900),
                        sized(Columns.filled(head("count"), 66, Pos.CENTER_RIGHT, cells::count), 56, 80),
                        first,
                        process,
                        sized(Columns.filled(head("entry"), 214, Pos.CENTER_LEFT, cells::entry), 120, 700),
                        sized(Columns.filled(head("breadth"), 192, Pos.CENTER_LEFT, cells::breadth), 160, 230),
                        sized(Columns.filled(head("risk"), 116, Pos.CENTER_LEFT, cells::risk), 100, 140),
                        sized(Columns.filled(head("decision"), 158, Pos.CENTER_LEFT, cells::decision), 140, 210)));
        Columns.follow(table, context.appearance().fontSizeProperty());
        table.setRowFactory(view -> new Row());
        table.addEventFilter(KeyEvent.KEY_PRESSED, this::key);
        table.getSelectionModel().selectedItemProperty().addListener((property, old, now) -> {
            if (now != null) {
                selected = keyOf(now);
            }
            foot(model.tickedCountProperty().get());
        });
        model.onRedrawn(this::redraw);
        // After the table's own listener, which takes the selection away.
        model.rows().addListener((ListChangeListener<DenialRow>)
                change -> javafx.application.Platform.runLater(this::selectAgain));
    }

    /** A line that is not in sight is read when it comes into sight. */
    private void redraw(int at) {
        if (table.lookup(".virtual-flow") instanceof VirtualFlow<?> flow
                && flow.getFirstVisibleCell() != null
                && flow.getLastVisibleCell() != null
                && at >= flow.getFirstVisibleCell().getIndex()
                && at <= flow.getLastVisibleCell().getIndex()) {
            flow.getCell(at).updateIndex(at);
        }
        if (at == table.getSelectionModel().getSelectedIndex()) {
            foot(model.tickedCountProperty().get());
        }
    }

    /** By its place: the table's own item may be the line as it was. */
    private @Nullable DenialRow selectedRow() {
        int index = table.getSelectionModel().getSelectedIndex();
        int at = index >= 0 ? index : model.placeOf(selected);
        return at >= 0 && at < model.rows().size() ? model.rows().get(at) : null;
    }

    private static String keyOf(DenialRow row) {
        return switch (row) {
            case DenialRow.Group group -> group.key();
            case DenialRow.Harmless ignored -> DenialRows.HARMLESS;
            case DenialRow.Single single ->
                single.denial().access().key() + " " + single.denial().target();
        };
    }

    /** A line that is drawn anew is another item: it stays the selected one. */
    private void selectAgain() {
        int at = model.placeOf(selected);
        if (at >= 0
                && at < model.rows().size()
                && at != table.getSelectionModel().getSelectedIndex()) {
            table.getSelectionModel().clearAndSelect(at);
        }
    }

    private String head(String name) {
        return messages.get("runs.column." + name);
    }

    private static TableColumn<DenialRow, DenialRow> sized(
            TableColumn<DenialRow, DenialRow> column, double least, double most) {
        column.setMinWidth(least);
        column.setMaxWidth(most);
        return column;
    }

    /** Space ticks, Enter opens, Left and Right move along the ladder, D asks for the decision. */
    private void key(KeyEvent event) {
        DenialRow row = selectedRow();
        boolean own = event.getTarget() == table || !(event.getTarget() instanceof javafx.scene.control.Control);
        if (row == null || !own) {
            return;
        }
        if (event.getCode() == KeyCode.ENTER) {
            unfold(row);
        } else if (row instanceof DenialRow.Group chosen) {
            switch (event.getCode()) {
                case SPACE -> toggle(chosen);
                case LEFT -> keepSelection(() -> model.step(chosen.key(), -1));
                case RIGHT -> keepSelection(() -> model.step(chosen.key(), 1));
                case D -> cells.decisionMenu(chosen).show(table, javafx.geometry.Side.RIGHT, -180, 40);
                default -> {
                    return;
                }
            }
        } else {
            return;
        }
        event.consume();
    }

    private void toggle(DenialRow.Group group) {
        keepSelection(() -> {
            if (group.hasEntry() && !model.tick(group.key(), !group.ticked())) {
                askName(group, () -> {});
            }
        });
    }

    private void keepSelection(Runnable change) {
        change.run();
        selectAgain();
    }

    private void unfold(DenialRow row) {
        int at = table.getSelectionModel().getSelectedIndex();
        switch (row) {
            case DenialRow.Group chosen when chosen.denials().size() > 1 -> model.toggleOpen(chosen.key());
            case DenialRow.Group ignored -> {}
            case DenialRow.Harmless ignored -> model.toggleOpen(DenialRows.HARMLESS);
            case DenialRow.Single ignored -> {}
        }
        table.getSelectionModel().clearAndSelect(at);
    }

    private Node legend() {
        HBox legend = new HBox(16);
        legend.getStyleClass().add("legend");
        Label name = new Label(messages.get("runs.column.breadth"));
        name.getStyleClass().add("strong");
        name.setMinWidth(Region.USE_PREF_SIZE);
        legend.getChildren().add(name);
        for (BreadthLadder.Kind kind : List.of(
                BreadthLadder.Kind.FILE,
                BreadthLadder.Kind.FOLDER,
                BreadthLadder.Kind.VARIABLE,
                BreadthLadder.Kind.RESOLVER)) {
            Label one = new Label(messages.get(LadderBox.key(kind)), Icons.of(LadderBox.icon(kind)));
            one.setMinWidth(Region.USE_PREF_SIZE);
            legend.getChildren().add(one);
        }
        Label hint = new Label(messages.get("runs.ladder.hint"));
        Tips.on(hint, hint::getText);
        hint.getStyleClass().add("secondary");
        legend.getChildren().add(hint);
        return legend;
    }

    private Node foot() {
        rerun.setId("runs-rerun");
        rerun.getStyleClass().add("accent");
        rerun.setGraphic(Icons.of(Feather.ROTATE_CW));
        rerun.setMinWidth(Region.USE_PREF_SIZE);
        rerun.setOnAction(event -> runs.again().ifPresent(again));
        add.setId("runs-add");
        add.setText(messages.get("runs.add"));
        add.setGraphic(Icons.of(Feather.FILE_PLUS));
        add.setMinWidth(Region.USE_PREF_SIZE);
        add.setOnAction(event -> openAdd(model.picks()));
        deny.setId("runs-deny");
        deny.setText(messages.get("runs.decision.deny"));
        deny.setGraphic(Icons.of(Feather.SLASH));
        deny.setMinWidth(Region.USE_PREF_SIZE);
        deny.setOnAction(event -> denySelected());
        footnote.setId("runs-footnote");
        footnote.getStyleClass().add("secondary");
        Tips.on(footnote, footnote::getText);
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        HBox foot = new HBox(rerun, add, deny, space, footnote);
        foot.getStyleClass().addAll("dialog-foot", "page-foot");
        return foot;
    }

    /** Those that are ticked, else the one that is selected. */
    private void denySelected() {
        java.util.Set<String> keys = model.ticked();
        if (keys.isEmpty() && selectedRow() instanceof DenialRow.Group group) {
            keys = java.util.Set.of(group.key());
        }
        model.decide(keys, Optional.of(Decision.Kind.DENY));
    }

    private void foot(int ticked) {
        boolean repeatable = runs.isRepeatable();
        boolean any = ticked > 0;
        rerun.setText(any ? messages.get("runs.rerun.with", ticked) : messages.get("runs.rerun.none"));
        boolean flags = !any || !model.needsProfile();
        rerun.setDisable(!repeatable || !flags || !any);
        add.setDisable(!any);
        deny.setDisable(!any && !(selectedRow() instanceof DenialRow.Group));
        footnote.setText(
                !repeatable && runs.chosenProperty().get().isPresent()
                        ? messages.get("runs.foot.not-repeatable")
                        : !flags
                                ? messages.get("runs.foot.profile-only")
                                : any
                                        ? messages.get("runs.foot.exposes", ticked, model.exposed())
                                        : messages.get("runs.foot"));
        tickAll.setIndeterminate(any && ticked < model.tickable());
        tickAll.setSelected(any && ticked >= model.tickable());
    }

    private void show(Optional<RunRecord> record) {
        record.map(RunRecord::summary).ifPresent(this::show);
        String id = record.map(RunRecord::summary).map(RunSummary::id).orElse("");
        if (!id.equals(shownRun)) {
            shownRun = id;
            selected = "";
            notes.getChildren().remove(doneNote);
        }
        placeholder();
        foot(model.tickedCountProperty().get());
    }

    private void show(RunSummary run) {
        source(run);
        planted(run.planted());
    }

    /** Says what was looked at; never that nothing was denied when nobody could look. */
    private void source(RunSummary run) {
        DenialSource source = run.denialSource();
        if (run.state() == RunSummary.State.RUNNING) {
            state(messages.get("runs.source.running"), Feather.CLOCK, "icon-accent");
            detail.setText(messages.get("runs.source.running.detail"));
            return;
        }
        if (run.state() == RunSummary.State.INTERRUPTED) {
            state(messages.get("runs.source.interrupted"), Feather.EYE_OFF, "icon-danger");
            detail.setText(messages.get("runs.source.interrupted.detail"));
            return;
        }
        if (run.state() == RunSummary.State.REFUSED) {
            state(messages.get("runs.source.refused"), Feather.MINUS_CIRCLE, "icon-warning");
            detail.setText("");
            return;
        }
        switch (source.state()) {
            case COMPLETE -> state(messages.get("runs.source.complete"), Feather.CHECK_CIRCLE, "icon-success");
            case PARTIAL -> state(messages.get("runs.source.partial"), Feather.ALERT_TRIANGLE, "icon-warning");
            case UNAVAILABLE -> state(messages.get("runs.source.unavailable"), Feather.EYE_OFF, "icon-danger");
        }
        detail.setText(source.reason()
                .orElse(messages.get("runs.source.kind", source.kind().key())));
        detail.setTooltip(new Tooltip(detail.getText()));
    }

    private void state(String words, Feather icon, String style) {
        state.setText(words);
        state.setGraphic(Icons.of(icon, style));
    }

    private void placeholder() {
        Optional<RunSummary> run = runs.chosenProperty().get().map(RunRecord::summary);
        if (model.workingProperty().get() || run.isEmpty()) {
            table.setPlaceholder(Columns.placeholder(messages.get("runs.denials.reading")));
            return;
        }
        if (!model.filterProperty().get().isBlank()) {
            table.setPlaceholder(Columns.placeholder(messages.get("runs.denials.filtered")));
            return;
        }
        boolean ended =
                run.get().state() == RunSummary.State.FINISHED || run.get().state() == RunSummary.State.TIMEOUT;
        boolean fine = run.get().exitCode().orElse(1) == 0;
        String none = switch (run.get().denialSource().state()) {
            case COMPLETE -> fine ? "runs.denials.none" : "runs.denials.none-failed";
            case PARTIAL -> "runs.denials.none-seen";
            case UNAVAILABLE -> "runs.denials.unknown";
        };
        table.setPlaceholder(Columns.placeholder(messages.get(ended ? none : "runs.denials.not-ended")));
    }

    private void planted(List<Planted> changed) {
        notes.getChildren().remove(plantedNote);
        if (!changed.isEmpty()) {
            List<String> lines = changed.stream()
                    .map(file -> file.path() + ": " + file.why())
                    .toList();
            Label words = new Label(messages.get("runs.planted", changed.size(), String.join("; ", lines)));
            words.setId("runs-planted");
            words.setTooltip(new Tooltip(String.join("\n", lines)));
            words.setMaxWidth(Double.MAX_VALUE);
            HBox.setHgrow(words, Priority.ALWAYS);
            plantedNote.getStyleClass().setAll("note", "warning", "note-bar");
            plantedNote.getChildren().setAll(Icons.of(Feather.ALERT_TRIANGLE), words);
            notes.getChildren().addFirst(plantedNote);
        }
    }

    private void failed(Optional<Failure> why) {
        failed(failedNote, "runs.decision.failed", why);
    }

    private void unknown(Optional<Failure> why) {
        failed(unknownNote, "runs.look.failed", why);
    }

    private void failed(HBox note, String key, Optional<Failure> why) {
        notes.getChildren().remove(note);
        why.ifPresent(failure -> {
            Label words = new Label(messages.get(key, failure.message()));
            words.setWrapText(true);
            note.getStyleClass().setAll("note", "danger", "note-bar");
            note.getChildren().setAll(Icons.of(Feather.ALERT_CIRCLE), words);
            notes.getChildren().add(note);
        });
    }

    // ---- sheets

    /** Opens the sheet for entries that were chosen. */
    void openAdd(List<Pick> picks) {
        Optional<RunRecord> record = model.record();
        if (picks.isEmpty() || record.isEmpty()) {
            return;
        }
        RunRecord of = record.get();
        RunSummary run = of.summary();
        AddViewModel adding = new AddViewModel(
                context.engine(),
                context.tasks(),
                context.catalog(),
                run.profiles(),
                OsPath.of(run.workspace()),
                picks);
        new AddSheet(
                        context,
                        adding,
                        saved -> saved(of, saved),
                        () -> runs.again(picks).ifPresent(again),
                        onceHint(picks))
                .open();
    }

    /** Why these cannot be granted to one run alone; empty when they can. */
    private Optional<String> onceHint(List<Pick> picks) {
        if (runs.isRepeatableWith(picks)) {
            return Optional.empty();
        }
        return Optional.of(messages.get(runs.isRepeatable() ? "runs.foot.profile-only" : "runs.foot.not-repeatable"));
    }

    /** @param of the run whose denials were answered, as it stood before; another may be shown by now */
    private void saved(RunRecord of, AddViewModel.Saved saved) {
        model.added(of.summary().id(), saved.indices(), saved.profile());
        if (isShown(of)) {
            model.tickAll(false);
            done(of, saved);
        }
    }

    private boolean isShown(RunRecord of) {
        return of.summary().id().equals(shownRun);
    }

    /** What was written, with the way back. */
    private void done(RunRecord of, AddViewModel.Saved written) {
        Label words = new Label(messages.get("runs.added", written.entries(), written.profile()));
        words.setId("runs-added");
        words.setMaxWidth(Double.MAX_VALUE);
        HBox.setHgrow(words, Priority.ALWAYS);
        Button undo = new Button(messages.get("runs.undo"), Icons.of(Feather.ROTATE_CCW));
        undo.setId("runs-undo");
        undo.setOnAction(event -> undo(of, written));
        Button once = new Button(messages.get("runs.rerun"), Icons.of(Feather.ROTATE_CW));
        once.setId("runs-rerun-now");
        once.setDisable(!runs.isRepeatable());
        once.setOnAction(event -> runs.again(List.of()).ifPresent(again));
        doneNote.getStyleClass().setAll("note", "note-bar");
        doneNote.getChildren().setAll(Icons.of(Feather.CHECK_CIRCLE, "icon-success"), words, once, undo);
        notes.getChildren().remove(doneNote);
        notes.getChildren().add(doneNote);
    }

    private void undo(RunRecord of, AddViewModel.Saved saved) {
        context.tasks()
                .run(
                        () -> {
                            AddViewModel.undo(context.engine(), saved);
                            return saved;
                        },
                        undone -> {
                            model.restore(of, undone.indices());
                            context.catalog().reload(() -> {});
                            if (isShown(of)) {
                                notes.getChildren().remove(doneNote);
                            }
                        },
                        why -> failed(Optional.of(why)));
    }

    /** What is dangerous is ticked when its name was typed; Enter confirms nothing. */
    private void askName(DenialRow.Group group, Runnable then) {
        Label words = new Label(messages.get(
                "runs.name.text",
                cells.target(group.first()),
                group.facts()
                        .map(RungFacts::why)
                        .filter(why -> !why.isEmpty())
                        .map(messages::say)
                        .orElse(messages.get("runs.name.why"))));
        words.setWrapText(true);
        Label ask = new Label(messages.get("runs.name.ask", group.nameToType()));
        ask.setMnemonicParsing(false);
        TextField field = new TextField();
        field.setId("name-field");
        field.setAccessibleText(ask.getText());
        VBox body = new VBox(words, ask, field);
        body.getStyleClass().add("dialog-body");
        Button cancel = new Button(messages.get("shared.dialog.cancel"));
        Button go = new Button(messages.get("runs.name.verb"));
        go.setId("name-verb");
        go.getStyleClass().add("danger");
        go.setDisable(true);
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        HBox foot = new HBox(space, cancel, go);
        foot.getStyleClass().add("dialog-foot");
        Overlay.Shown dialog = context.overlay().dialog(messages.get("runs.name.title"), body, foot, 480, 0);
        field.textProperty()
                .addListener((property, old, now) -> go.setDisable(!now.strip().equals(group.nameToType())));
        cancel.setOnAction(event -> dialog.close());
        go.setOnAction(event -> {
            dialog.close();
            if (model.tickByName(group.key(), field.getText())) {
                then.run();
            }
        });
        field.requestFocus();
    }

    private final class CellActions implements DenialCells.Actions {
        @Override
        public void askName(DenialRow.Group group) {
            DenialsPane.this.askName(group, () -> {});
        }

        @Override
        public void add(DenialRow.Group group) {
            Runnable open = () -> openAdd(model.pick(group.key()).stream().toList());
            if (group.needsName() && !group.ticked()) {
                DenialsPane.this.askName(group, open);
            } else {
                open.run();
            }
        }

        @Override
        public void withoutProfile(String profile) {
            runs.againWithout(profile).ifPresent(again);
        }
    }

    /** A row; the fold of harmless probes is drawn over all columns. */
    private final class Row extends AcrossRow<DenialRow> {
        private static final List<String> LOOKS = List.of("group-row", "danger-row", "ticked-row");
        private @Nullable DenialRow shownRow;

        private Row() {
            setOnMouseClicked(event -> {
                if (event.getButton() == MouseButton.PRIMARY && !isEmpty()) {
                    unfold(getItem());
                }
            });
        }

        @Override
        protected void updateItem(@Nullable DenialRow row, boolean empty) {
            super.updateItem(row, empty);
            if (row != null && row == shownRow && !empty) {
                return;
            }
            shownRow = empty ? null : row;
            if (empty || row == null) {
                Styles.only(this, LOOKS, "");
                setAccessibleText(null);
                across(null);
                return;
            }
            setAccessibleText(cells.words(row));
            Styles.only(this, LOOKS, look(row));
            across(row instanceof DenialRow.Harmless fold ? cells.harmless(fold) : null);
        }

        private static String look(DenialRow row) {
            return switch (row) {
                case DenialRow.Group group when group.ticked() -> "ticked-row";
                case DenialRow.Group group when group.needsName() && group.isGrantable() -> "danger-row";
                case DenialRow.Group ignored -> "";
                case DenialRow.Single ignored -> "group-row";
                case DenialRow.Harmless ignored -> "";
            };
        }
    }
}
