package org.bulle.desktop.runs;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.ListChangeListener;
import javafx.fxml.FXML;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableRow;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.bulle.desktop.shared.DesktopContext;
import org.bulle.desktop.shared.Failure;
import org.bulle.desktop.shared.Icons;
import org.bulle.desktop.shared.Messages;
import org.bulle.engine.denial.DenialSource;
import org.bulle.engine.denial.Planted;
import org.bulle.engine.history.RunRecord;
import org.bulle.engine.history.RunSummary;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/** Binds the Runs view. */
public final class RunsController {
    private final RunsViewModel model;
    private final Messages messages;
    private final Consumer<RunsViewModel.Again> again;
    private final RunCells runCells;
    private final DenialCells denialCells;

    @FXML
    private TextField filter;

    @FXML
    private HBox chips;

    @FXML
    private Label total;

    @FXML
    private TableView<RunSummary> runs;

    @FXML
    private TableColumn<RunSummary, RunSummary> started;

    @FXML
    private TableColumn<RunSummary, RunSummary> profiles;

    @FXML
    private TableColumn<RunSummary, RunSummary> command;

    @FXML
    private TableColumn<RunSummary, RunSummary> workspace;

    @FXML
    private TableColumn<RunSummary, RunSummary> exit;

    @FXML
    private TableColumn<RunSummary, RunSummary> duration;

    @FXML
    private TableColumn<RunSummary, RunSummary> denied;

    @FXML
    private TableColumn<RunSummary, RunSummary> undecided;

    @FXML
    private VBox detail;

    @FXML
    private Label title;

    @FXML
    private Label sourceState;

    @FXML
    private Label sourceDetail;

    @FXML
    private HBox plantedNote;

    @FXML
    private Label planted;

    @FXML
    private TextField denialFilter;

    @FXML
    private ToggleButton group;

    @FXML
    private CheckBox tickAll;

    @FXML
    private TableView<DenialRow> denials;

    @FXML
    private TableColumn<DenialRow, DenialRow> tick;

    @FXML
    private TableColumn<DenialRow, DenialRow> access;

    @FXML
    private TableColumn<DenialRow, DenialRow> target;

    @FXML
    private TableColumn<DenialRow, DenialRow> count;

    @FXML
    private TableColumn<DenialRow, DenialRow> firstSeen;

    @FXML
    private TableColumn<DenialRow, DenialRow> process;

    @FXML
    private TableColumn<DenialRow, DenialRow> entry;

    @FXML
    private TableColumn<DenialRow, DenialRow> risk;

    @FXML
    private Button rerun;

    @FXML
    private Label footnote;

    /**
     * @param again opens the Run sheet for a run that is to be started again
     */
    public RunsController(RunsViewModel model, DesktopContext context, Consumer<RunsViewModel.Again> again) {
        this.model = model;
        this.again = again;
        messages = context.messages();
        ZoneId zone = ZoneId.systemDefault();
        runCells = new RunCells(messages, context.engine(), zone);
        denialCells = new DenialCells(messages, context.engine(), zone, model);
    }

    @FXML
    private void initialize() {
        filter.textProperty().bindBidirectional(model.filterProperty());
        denialFilter.textProperty().bindBidirectional(model.denialFilterProperty());
        group.selectedProperty().bindBidirectional(model.groupedProperty());
        chips();
        runTable();
        denialTable();
        tickAll.setOnAction(event -> model.tickAll(tickAll.isSelected()));
        rerun.setOnAction(event -> model.again().ifPresent(again));
        model.tickedCountProperty().addListener((property, old, now) -> foot());
        model.chosenProperty().addListener((property, old, now) -> show(now));
        model.failureProperty().addListener((property, old, now) -> placeholder(now));
        placeholder(model.failureProperty().get());
        show(model.chosenProperty().get());
    }

    private void chips() {
        List<ToggleButton> made = new ArrayList<>();
        made.add(chip(messages.get("runs.chip.all"), RunsViewModel.Shown.ALL));
        made.add(chip(messages.get("runs.chip.failed"), RunsViewModel.Shown.FAILED));
        made.add(chip(messages.get("runs.chip.undecided"), RunsViewModel.Shown.UNDECIDED));
        made.add(chip(messages.get("runs.chip.workspace"), RunsViewModel.Shown.THIS_WORKSPACE));
        chips.getChildren().setAll(made);
    }

    private ToggleButton chip(String word, RunsViewModel.Shown which) {
        ToggleButton button = new ToggleButton(word);
        button.getStyleClass().add("filter-chip");
        button.setSelected(model.shownProperty().get() == which);
        button.setOnAction(event -> {
            model.shownProperty().set(which);
            button.setSelected(true);
        });
        model.shownProperty().addListener((property, old, now) -> button.setSelected(now == which));
        return button;
    }

    private void runTable() {
        runs.setItems(model.runs());
        runs.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
        column(started, runCells::started, Pos.CENTER_LEFT);
        column(profiles, runCells::profiles, Pos.CENTER_LEFT);
        column(command, runCells::command, Pos.CENTER_LEFT);
        column(workspace, runCells::workspace, Pos.CENTER_LEFT);
        column(exit, runCells::exit, Pos.CENTER_LEFT);
        column(duration, runCells::duration, Pos.CENTER_RIGHT);
        column(denied, runCells::denied, Pos.CENTER_RIGHT);
        column(undecided, runCells::undecided, Pos.CENTER_LEFT);
        runs.getSelectionModel().selectedItemProperty().addListener((property, old, now) -> {
            if (now != null) {
                model.choose(now.id());
            }
        });
        model.runs().addListener((ListChangeListener<RunSummary>) change -> listed());
        listed();
    }

    /** The list was read anew: the chosen run stays selected; the newest is chosen first. */
    private void listed() {
        total.setText(messages.get("runs.total", model.total()));
        Optional<String> chosen =
                model.chosenProperty().get().map(record -> record.summary().id());
        Optional<RunSummary> same = model.runs().stream()
                .filter(run -> chosen.filter(run.id()::equals).isPresent())
                .findFirst();
        same.ifPresent(run -> runs.getSelectionModel().select(run));
        if (chosen.isEmpty() && !model.runs().isEmpty()) {
            runs.getSelectionModel().selectFirst();
        }
    }

    private void denialTable() {
        denials.setItems(model.rows());
        denials.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
        column(tick, denialCells::tick, Pos.CENTER);
        column(access, denialCells::access, Pos.CENTER_LEFT);
        column(target, denialCells::target, Pos.CENTER_LEFT);
        column(count, denialCells::count, Pos.CENTER_RIGHT);
        column(firstSeen, denialCells::firstSeen, Pos.CENTER_LEFT);
        column(process, denialCells::process, Pos.CENTER_LEFT);
        column(entry, denialCells::entry, Pos.CENTER_LEFT);
        column(risk, denialCells::risk, Pos.CENTER_LEFT);
        denials.setRowFactory(view -> new Row());
        denials.setOnKeyPressed(event -> {
            DenialRow row = denials.getSelectionModel().getSelectedItem();
            if (row != null && event.getCode() == KeyCode.ENTER) {
                unfold(row);
            } else if (row instanceof DenialRow.Group chosen
                    && chosen.isGrantable()
                    && event.getCode() == KeyCode.SPACE) {
                model.tick(chosen.key(), !chosen.ticked());
            }
        });
    }

    private void unfold(DenialRow row) {
        int at = denials.getSelectionModel().getSelectedIndex();
        switch (row) {
            case DenialRow.Group chosen -> model.toggleOpen(chosen.key());
            case DenialRow.Harmless ignored -> model.toggleOpen(DenialRows.HARMLESS);
            case DenialRow.Single ignored -> {}
        }
        denials.getSelectionModel().select(at);
    }

    private void show(Optional<RunRecord> record) {
        detail.setVisible(record.isPresent());
        detail.setManaged(record.isPresent());
        record.ifPresent(this::show);
    }

    private void show(RunRecord record) {
        RunSummary run = record.summary();
        title.setText(messages.get("runs.detail.title", String.join(" ", run.command()), run.id()));
        source(run.denialSource());
        planted(run.planted());
        Label nothing = new Label(messages.get(
                run.denialSource().state() == DenialSource.State.COMPLETE
                        ? "runs.denials.none"
                        : "runs.denials.none-seen"));
        nothing.getStyleClass().add("secondary");
        denials.setPlaceholder(nothing);
        foot();
    }

    /** Says what was looked at; never that nothing was denied when nobody could look. */
    private void source(DenialSource source) {
        String kind = source.kind().key();
        switch (source.state()) {
            case COMPLETE -> state(messages.get("runs.source.complete"), Feather.CHECK_CIRCLE, "icon-success");
            case PARTIAL -> state(messages.get("runs.source.partial"), Feather.ALERT_TRIANGLE, "icon-warning");
            case UNAVAILABLE -> state(messages.get("runs.source.unavailable"), Feather.EYE_OFF, "icon-danger");
        }
        sourceDetail.setText(source.reason().orElse(messages.get("runs.source.kind", kind)));
        sourceDetail.setTooltip(new Tooltip(sourceDetail.getText()));
    }

    private void state(String words, Feather icon, String style) {
        sourceState.setText(words);
        sourceState.setGraphic(Icons.of(icon, style));
    }

    private void planted(List<Planted> changed) {
        plantedNote.setVisible(!changed.isEmpty());
        plantedNote.setManaged(!changed.isEmpty());
        List<String> lines =
                changed.stream().map(file -> file.path() + ": " + file.why()).toList();
        planted.setText(messages.get("runs.planted", changed.size(), String.join("; ", lines)));
        planted.setTooltip(new Tooltip(String.join("\n", lines)));
    }

    private void foot() {
        int ticked = model.tickedCountProperty().get();
        boolean repeatable = model.isRepeatable();
        rerun.setText(ticked == 0 ? messages.get("runs.rerun") : messages.get("runs.rerun.with", ticked));
        rerun.setDisable(!repeatable);
        footnote.setText(messages.get(repeatable ? "runs.foot" : "runs.foot.not-repeatable"));
        tickAll.setSelected(ticked > 0);
    }

    private void placeholder(Optional<Failure> why) {
        Label words = new Label(why.map(Failure::message).orElse(messages.get("runs.none")));
        words.getStyleClass().add("secondary");
        words.setWrapText(true);
        runs.setPlaceholder(words);
    }

    private <T> void column(TableColumn<T, T> column, Function<T, Optional<Node>> look, Pos where) {
        column.setCellValueFactory(row -> new ReadOnlyObjectWrapper<>(row.getValue()));
        column.setCellFactory(ignored -> new Cell<>(look, where));
        column.setSortable(false);
        column.setReorderable(false);
    }

    private static final class Cell<T> extends TableCell<T, T> {
        private final Function<T, Optional<Node>> look;

        private Cell(Function<T, Optional<Node>> look, Pos where) {
            this.look = look;
            setAlignment(where);
        }

        @Override
        protected void updateItem(@Nullable T row, boolean empty) {
            super.updateItem(row, empty);
            setText(null);
            setGraphic(empty || row == null ? null : look.apply(row).orElse(null));
        }
    }

    private final class Row extends TableRow<DenialRow> {
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
            getStyleClass().remove("group-row");
            setAccessibleText(null);
            if (!empty && row != null) {
                setAccessibleText(denialCells.words(row));
                if (row instanceof DenialRow.Single) {
                    getStyleClass().add("group-row");
                }
            }
        }
    }
}
