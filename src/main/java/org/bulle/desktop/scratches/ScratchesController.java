package org.bulle.desktop.scratches;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.ListChangeListener;
import javafx.fxml.FXML;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.bulle.desktop.shared.Clip;
import org.bulle.desktop.shared.DesktopContext;
import org.bulle.desktop.shared.Icons;
import org.bulle.desktop.shared.Messages;
import org.bulle.desktop.shared.MiddleEllipsis;
import org.bulle.desktop.shared.ShellText;
import org.bulle.desktop.shared.TextDiffView;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.Printable;
import org.bulle.engine.scratch.Scratch;
import org.bulle.engine.scratch.ScratchChanges;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** Binds the Scratches view. */
public final class ScratchesController {
    private static final DateTimeFormatter MADE = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm");
    private static final int SHORT_HASH = 10;

    private final ScratchesViewModel model;
    private final DesktopContext context;
    private final Messages messages;
    private final TextDiffView diff;
    private final Label noDiff = new Label();

    @FXML
    private Label total;

    @FXML
    private HBox damagedNote;

    @FXML
    private Label damaged;

    @FXML
    private TableView<ScratchRow> table;

    @FXML
    private TableColumn<ScratchRow, ScratchRow> origin;

    @FXML
    private TableColumn<ScratchRow, ScratchRow> age;

    @FXML
    private TableColumn<ScratchRow, ScratchRow> changes;

    @FXML
    private TableColumn<ScratchRow, ScratchRow> from;

    @FXML
    private TableColumn<ScratchRow, ScratchRow> name;

    @FXML
    private SplitPane split;

    @FXML
    private VBox detail;

    @FXML
    private Label title;

    @FXML
    private Button pull;

    @FXML
    private HBox note;

    @FXML
    private FontIcon noteIcon;

    @FXML
    private Label noteText;

    @FXML
    private ListView<ScratchChanges.FileChange> files;

    @FXML
    private StackPane diffPlace;

    ScratchesController(ScratchesViewModel model, DesktopContext context) {
        this.model = model;
        this.context = context;
        this.messages = context.messages();
        this.diff = new TextDiffView(messages);
    }

    @FXML
    private void initialize() {
        column(origin, this::origin);
        column(age, this::age);
        column(changes, this::changes);
        column(from, this::from);
        column(name, row -> MiddleEllipsis.of(row.scratch().name(), "mono", "muted"));
        table.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
        table.setItems(model.rows());
        Label none = new Label(messages.get("scratches.none"));
        none.setWrapText(true);
        none.getStyleClass().addAll("secondary", "placeholder-text");
        table.setPlaceholder(none);
        table.getSelectionModel().selectedItemProperty().addListener((property, old, now) -> {
            if (now != null && !now.equals(model.chosenProperty().get())) {
                model.choose(now);
            }
        });
        table.setOnKeyPressed(event -> {
            if (event.getCode() == KeyCode.DELETE) {
                wipe();
            } else if (event.getCode() == KeyCode.ENTER) {
                files.requestFocus();
            }
        });
        files.setCellFactory(list -> new FileCell());
        files.getSelectionModel().selectedItemProperty().addListener((property, old, now) -> {
            if (now != null) {
                model.fileProperty().set(now);
            }
        });
        noDiff.setWrapText(true);
        noDiff.getStyleClass().add("secondary");
        noDiff.setId("scratches-no-diff");
        diffPlace.getChildren().setAll(diff, noDiff);
        model.rows().addListener((ListChangeListener<ScratchRow>) change -> counted());
        model.damaged().addListener((ListChangeListener<String>) change -> damaged());
        model.chosenProperty().addListener((property, old, now) -> chosen(now));
        model.comparedProperty().addListener((property, old, now) -> compared(now));
        model.saidProperty().addListener((property, old, now) -> noted());
        counted();
        damaged();
        chosen(model.chosenProperty().get());
        compared(model.comparedProperty().get());
    }

    private static void column(TableColumn<ScratchRow, ScratchRow> column, Function<ScratchRow, Node> content) {
        column.setSortable(false);
        column.setCellValueFactory(cell -> new ReadOnlyObjectWrapper<>(cell.getValue()));
        column.setCellFactory(made -> new TableCell<>() {
            @Override
            protected void updateItem(@Nullable ScratchRow row, boolean empty) {
                super.updateItem(row, empty);
                setGraphic(empty || row == null ? null : content.apply(row));
            }
        });
    }

    private void counted() {
        total.setText(messages.get("scratches.total", model.rows().size()));
        laidOut();
    }

    /** Half a page of buttons for nothing teaches nobody; what the last deed said stays. */
    private void laidOut() {
        boolean shown = !model.rows().isEmpty() || model.saidProperty().get().isPresent();
        if (shown && !split.getItems().contains(detail)) {
            split.getItems().add(detail);
            split.setDividerPositions(0.28);
        } else if (!shown) {
            split.getItems().remove(detail);
        }
    }

    private void damaged() {
        boolean any = !model.damaged().isEmpty();
        damagedNote.setVisible(any);
        damagedNote.setManaged(any);
        damaged.setText(any ? messages.get("scratches.damaged", String.join(", ", model.damaged())) : "");
    }

    private Node origin(ScratchRow row) {
        return MiddleEllipsis.of(
                Printable.escape(
                        context.engine().abbreviate(OsPath.text(row.scratch().originWorkspace()))),
                "mono");
    }

    private Node age(ScratchRow row) {
        Instant made = row.scratch().created();
        Label label = new Label(words(Duration.between(made, Instant.now())));
        label.setTooltip(new Tooltip(MADE.format(made.atZone(ZoneId.systemDefault()))));
        return label;
    }

    private String words(Duration since) {
        if (since.toDays() > 0) {
            return messages.get("scratches.age.days", since.toDays());
        }
        if (since.toHours() > 0) {
            return messages.get("scratches.age.hours", since.toHours());
        }
        return since.toMinutes() > 0
                ? messages.get("scratches.age.minutes", since.toMinutes())
                : messages.get("scratches.age.now");
    }

    private Node from(ScratchRow row) {
        Scratch scratch = row.scratch();
        String base = scratch.base().substring(0, SHORT_HASH);
        return MiddleEllipsis.of(
                scratch.branch().map(branch -> branch + " " + base).orElse(base), "mono", "muted");
    }

    private Node changes(ScratchRow row) {
        if (row.changes().isEmpty()) {
            Label looking = new Label(messages.get("scratches.looking"));
            looking.getStyleClass().add("faint");
            return looking;
        }
        ScratchChanges found = row.changes().get();
        Label label = new Label(summary(found));
        if (!found.doubts().isEmpty()) {
            label.setGraphic(Icons.of(Feather.ALERT_TRIANGLE, "icon-warning"));
            label.setTooltip(new Tooltip(String.join("\n", found.doubts())));
        }
        return label;
    }

    private String summary(ScratchChanges found) {
        List<String> parts = new ArrayList<>();
        add(parts, "scratches.count.changed", found.count('M') + found.count('T'));
        add(parts, "scratches.count.added", found.count('A'));
        add(parts, "scratches.count.deleted", found.count('D'));
        add(parts, "scratches.count.commits", found.commits());
        if (parts.isEmpty() && !found.doubts().isEmpty()) {
            return messages.get("scratches.count.unknown");
        }
        if (parts.isEmpty()) {
            return messages.get(found.referencesChanged() ? "scratches.count.references" : "scratches.count.nothing");
        }
        return String.join(", ", parts);
    }

    private void add(List<String> parts, String key, long count) {
        if (count > 0) {
            parts.add(messages.get(key, count));
        }
    }

    private void chosen(@Nullable ScratchRow row) {
        detail.setDisable(row == null);
        if (row == null) {
            title.setText("");
            files.getItems().clear();
            noted();
            return;
        }
        if (!row.equals(table.getSelectionModel().getSelectedItem())) {
            table.getSelectionModel().select(row);
        }
        title.setText(messages.get(
                "scratches.title",
                row.scratch().name(),
                context.engine().abbreviate(OsPath.text(row.scratch().originWorkspace()))));
        title.setTooltip(new Tooltip(OsPath.text(row.scratch().directory())));
        List<ScratchChanges.FileChange> changed =
                row.changes().map(ScratchChanges::files).orElse(List.of());
        if (!changed.equals(files.getItems())) {
            files.getItems().setAll(changed);
        }
        files.setPlaceholder(
                new Label(messages.get(row.changes().isPresent() ? "scratches.files.none" : "scratches.looking")));
        ScratchChanges.FileChange file = model.fileProperty().get();
        if (file != null && !file.equals(files.getSelectionModel().getSelectedItem())) {
            files.getSelectionModel().select(file);
        }
        Optional<String> why = row.changes().map(this::whyNoPull).orElse(Optional.of(""));
        pull.setDisable(why.isPresent());
        pull.setAccessibleHelp(why.orElse(""));
        noted();
    }

    /** Why the commits cannot be taken over now; empty when they can. */
    private Optional<String> whyNoPull(ScratchChanges found) {
        if (!found.doubts().isEmpty()) {
            return Optional.of(messages.get("scratches.pull.doubts", String.join("; ", found.doubts())));
        }
        if (found.commits() == 0) {
            return Optional.of(messages.get("scratches.pull.none"));
        }
        return found.dirty() ? Optional.of(messages.get("scratches.pull.dirty")) : Optional.empty();
    }

    /** What the last deed said, else why there is nothing to pull. */
    private void noted() {
        laidOut();
        Optional<ScratchesViewModel.Said> said = model.saidProperty().get();
        ScratchRow row = model.chosenProperty().get();
        String words = said.map(ScratchesViewModel.Said::words)
                .or(() -> Optional.ofNullable(row).flatMap(ScratchRow::changes).flatMap(this::whyNoPull))
                .orElse("");
        boolean failed = said.map(ScratchesViewModel.Said::failed).orElse(false);
        note.setVisible(!words.isEmpty());
        note.setManaged(!words.isEmpty());
        note.getStyleClass().removeAll("danger");
        if (failed) {
            note.getStyleClass().add("danger");
        }
        noteIcon.setIconCode(failed ? Feather.ALERT_TRIANGLE : Feather.INFO);
        noteText.setText(words.lines()
                .map(Printable::escape)
                .reduce((a, b) -> a + "\n" + b)
                .orElse(""));
    }

    private void compared(Optional<ScratchesViewModel.Compared> shown) {
        boolean hasText = shown.isPresent() && shown.get().texts().shown();
        diff.setVisible(hasText);
        noDiff.setVisible(!hasText);
        noDiff.setText(messages.get(shown.isPresent() ? "scratches.diff.binary" : "scratches.diff.none"));
        if (hasText) {
            ScratchChanges.FileChange file = shown.get().file();
            diff.show(shown.get().diff());
            diff.describe(Printable.escape(file.path()), status(file.status()));
        }
    }

    private String status(char status) {
        return switch (status) {
            case 'A' -> messages.get("scratches.status.added");
            case 'D' -> messages.get("scratches.status.deleted");
            case 'T' -> messages.get("scratches.status.kind");
            default -> messages.get("scratches.status.modified");
        };
    }

    /** A letter in its place, the path, and the letter's meaning for those who do not see it. */
    private final class FileCell extends ListCell<ScratchChanges.FileChange> {
        @Override
        protected void updateItem(ScratchChanges.@Nullable FileChange file, boolean empty) {
            super.updateItem(file, empty);
            setText(null);
            if (empty || file == null) {
                setGraphic(null);
                setAccessibleText(null);
                return;
            }
            Label letter = new Label(String.valueOf(file.status()));
            letter.getStyleClass()
                    .addAll(
                            "right-slot",
                            switch (file.status()) {
                                case 'A' -> "read";
                                case 'D' -> "absent";
                                default -> "write";
                            });
            Label path = MiddleEllipsis.of(Printable.escape(file.path()), "mono");
            path.maxWidthProperty().bind(widthProperty().subtract(52));
            HBox box = new HBox(8, letter, path);
            box.setAlignment(javafx.geometry.Pos.CENTER_LEFT);
            setGraphic(box);
            setAccessibleText(status(file.status()) + ", " + file.path());
        }
    }

    @FXML
    private void refresh() {
        model.refresh();
    }

    @FXML
    private void pull() {
        model.pull();
    }

    @FXML
    private void wipe() {
        ScratchRow row = model.chosenProperty().get();
        if (row != null) {
            context.overlay()
                    .confirmLoss(
                            messages.get("scratches.wipe.title"),
                            messages.get(
                                    "scratches.wipe.text",
                                    row.scratch().name(),
                                    row.changes().map(this::summary).orElse(messages.get("scratches.count.unknown"))),
                            messages.get("scratches.wipe.verb"),
                            model::wipe);
        }
    }

    @FXML
    private void openShell() {
        ScratchRow row = model.chosenProperty().get();
        if (row != null) {
            model.openShell(() -> nothingOpens(
                    "scratches.shell.none",
                    ShellText.join(
                            List.of("bulle", "scratch", "shell", row.scratch().name()))));
        }
    }

    @FXML
    private void openFolder() {
        ScratchRow row = model.chosenProperty().get();
        if (row != null) {
            model.openFolder(() -> nothingOpens(
                    "scratches.folder.none", OsPath.text(row.scratch().directory())));
        }
    }

    /** What could not be opened is put on the clipboard instead. */
    private void nothingOpens(String key, String text) {
        Clip.put(text);
        note.setVisible(true);
        note.setManaged(true);
        noteText.setText(messages.get(key, text));
    }
}
