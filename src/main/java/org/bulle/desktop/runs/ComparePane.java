package org.bulle.desktop.runs;

import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.TableView;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.bulle.desktop.shared.Columns;
import org.bulle.desktop.shared.DesktopContext;
import org.bulle.desktop.shared.Icons;
import org.bulle.desktop.shared.Messages;
import org.bulle.desktop.shared.MiddleEllipsis;
import org.bulle.desktop.shared.Tasks;
import org.bulle.engine.history.RunComparison;
import org.bulle.engine.history.RunSummary;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/** What became of the denials between the chosen run and another one. */
final class ComparePane extends BorderPane {
    private static final int MOST_CHOICES = 100;
    private final RunsViewModel model;
    private final Messages messages;
    private final ComparisonWords words;
    private final RunCells runCells;
    private final DenialCells denialCells;
    private final ComboBox<RunSummary> other = new ComboBox<>();
    private final TableView<RunComparison.Row> table = new TableView<>();
    private final Label result = new Label();
    private final Label doubt = new Label();
    private Tasks.Running running = Tasks.Running.NONE;
    private boolean filling;

    ComparePane(RunsViewModel model, DesktopContext context, DenialCells.Actions nothing) {
        this.model = model;
        messages = context.messages();
        words = new ComparisonWords(messages);
        ZoneId zone = ZoneId.systemDefault();
        runCells = new RunCells(messages, context.engine(), zone);
        denialCells = new DenialCells(messages, context.engine(), zone, model.denials(), nothing);
        other.setId("compare-other");
        other.setAccessibleText(messages.get("runs.compare.with"));
        other.setVisibleRowCount(12);
        other.setPrefWidth(460);
        other.setMinWidth(160);
        other.setPromptText(messages.get("runs.compare.choose"));
        other.setButtonCell(new RunCell());
        other.setCellFactory(list -> new RunCell());
        other.valueProperty().addListener((property, old, now) -> {
            if (!filling && now != null) {
                model.pickCompared(now.id());
                compare();
            }
        });
        result.setId("compare-result");
        result.getStyleClass().add("strong");
        result.setMinWidth(Region.USE_PREF_SIZE);
        doubt.setId("compare-doubt");
        doubt.getStyleClass().add("secondary");
        HBox.setHgrow(doubt, Priority.ALWAYS);
        Label with = new Label(messages.get("runs.compare.with"));
        with.setMinWidth(Region.USE_PREF_SIZE);
        with.setLabelFor(other);
        HBox bar = new HBox(with, other, result, doubt);
        bar.getStyleClass().add("toolbar-box");
        setTop(bar);
        table.setId("compare-table");
        table.setFixedCellSize(30);
        table.setAccessibleText(messages.get("runs.compare.table"));
        table.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
        table.getColumns()
                .setAll(List.of(
                        Columns.of(messages.get("runs.compare.fate"), 150, Pos.CENTER_LEFT, this::fate),
                        Columns.of(
                                messages.get("runs.column.access"),
                                110,
                                Pos.CENTER_LEFT,
                                row -> Optional.of(
                                        denialCells.accessMark(row.denial().access()))),
                        Columns.of(
                                messages.get("runs.column.target"),
                                560,
                                Pos.CENTER_LEFT,
                                row -> Optional.of(MiddleEllipsis.of(denialCells.target(row.denial()), "mono"))),
                        Columns.of(
                                messages.get("runs.compare.before"),
                                110,
                                Pos.CENTER_RIGHT,
                                row -> Optional.of(number(row.before()))),
                        Columns.of(
                                messages.get("runs.compare.after"),
                                110,
                                Pos.CENTER_RIGHT,
                                row -> Optional.of(number(row.after()))),
                        Columns.of(
                                messages.get("runs.column.process"),
                                120,
                                Pos.CENTER_LEFT,
                                row -> Optional.of(
                                        MiddleEllipsis.of(row.denial().process(), "mono", "muted")))));
        Columns.follow(table, context.appearance().fontSizeProperty());
        setCenter(table);
        model.chosenProperty().addListener((property, old, now) -> fillIfSeen());
        visibleProperty().addListener((property, old, now) -> fillIfSeen());
    }

    private Label number(long count) {
        Label label = new Label(count == 0 ? "\u2013" : messages.get("runs.number", count));
        label.getStyleClass().add("muted");
        return label;
    }

    private Optional<Node> fate(RunComparison.Row row) {
        String word = words.fate(row.fate());
        return Optional.of(
                switch (row.fate()) {
                    case FIXED -> new Label(word, Icons.of(Feather.CHECK_CIRCLE, "icon-success"));
                    case NEW -> new Label(word, Icons.of(Feather.PLUS_CIRCLE, "icon-danger"));
                    case UNSEEN_LATER, UNSEEN_EARLIER -> new Label(word, Icons.of(Feather.EYE_OFF));
                    case SAME -> new Label(word, Icons.of(Feather.MINUS));
                });
    }

    private void fillIfSeen() {
        if (!isVisible()) {
            return;
        }
        List<RunSummary> choices = model.comparable();
        filling = true;
        other.getItems().setAll(choices.subList(0, Math.min(MOST_CHOICES, choices.size())));
        other.setValue(model.compared().orElse(null));
        filling = false;
        compare();
    }

    private void compare() {
        running.cancel();
        RunSummary chosen = other.getValue();
        table.getItems().clear();
        result.setText("");
        doubt.setText("");
        if (chosen == null) {
            table.setPlaceholder(Columns.placeholder(
                    messages.get(other.getItems().isEmpty() ? "runs.compare.none" : "runs.compare.unrelated")));
            return;
        }
        table.setPlaceholder(Columns.placeholder(messages.get("runs.denials.reading")));
        running = model.compare(
                chosen.id(),
                found -> found.ifPresent(this::show),
                why -> table.setPlaceholder(Columns.placeholder(why.message())));
    }

    private void show(RunComparison compared) {
        table.setPlaceholder(Columns.placeholder(
                messages.get(compared.certain() ? "runs.compare.nothing" : "runs.compare.nothing-seen")));
        table.getItems().setAll(compared.rows());
        result.setText(words.counts(compared));
        doubt.setText(words.doubt(compared));
        doubt.setGraphic(compared.certain() ? null : Icons.of(Feather.ALERT_TRIANGLE, "icon-warning"));
    }

    /** A run as a choice. */
    private final class RunCell extends ListCell<RunSummary> {
        @Override
        protected void updateItem(@Nullable RunSummary run, boolean empty) {
            super.updateItem(run, empty);
            setMnemonicParsing(false);
            setGraphic(null);
            setText(empty || run == null ? null : runCells.line(run));
        }
    }
}
