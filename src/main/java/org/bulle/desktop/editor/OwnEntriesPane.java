package org.bulle.desktop.editor;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.collections.ListChangeListener;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableRow;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.bulle.desktop.shared.Badges;
import org.bulle.desktop.shared.Buttons;
import org.bulle.desktop.shared.Icons;
import org.bulle.desktop.shared.Messages;
import org.bulle.desktop.shared.Tips;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.profile.EnvEntry;
import org.bulle.engine.profile.Place;
import org.bulle.engine.profile.TextEntry;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/** The entries that the text itself writes, as a table. An edit here is an edit of the text and changes only the entry's characters. */
final class OwnEntriesPane extends BorderPane {
    private final DocumentModel model;
    private final Messages messages;
    private final Badges badges;
    private final Consumer<TextEntry> open;
    private final TableView<TextEntry> table = new TableView<>();
    private final Label count = new Label();
    private final Label note = new Label();
    private final EntryForm form;

    OwnEntriesPane(DocumentModel model, Messages messages, Consumer<TextEntry> open, Runnable fold) {
        this.model = model;
        this.messages = messages;
        this.open = open;
        badges = new Badges(messages);
        form = new EntryForm(messages, "entry", table::requestFocus);
        getStyleClass().add("own-entries");
        setTop(head(fold));
        table.setId("own-entries");
        table.setAccessibleText(messages.get("editor.entries.title"));
        table.setItems(model.entries());
        table.setFixedCellSize(30);
        table.setEditable(model.isEditable());
        Label none = new Label(messages.get("editor.entries.empty"));
        none.getStyleClass().add("secondary");
        table.setPlaceholder(none);
        table.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
        columns();
        table.setRowFactory(view -> row());
        table.setOnKeyPressed(event -> {
            if (event.getCode() == KeyCode.DELETE) {
                removeSelected();
            } else if (event.getCode() == KeyCode.ENTER && table.getEditingCell() == null) {
                Optional.ofNullable(table.getSelectionModel().getSelectedItem()).ifPresent(open);
            } else if (event.getCode() == KeyCode.INSERT) {
                add();
            } else if (event.getCode() == KeyCode.CONTEXT_MENU
                    || event.getCode() == KeyCode.F10 && event.isShiftDown()) {
                menuOfSelected();
                event.consume();
            }
        });
        setCenter(new Apart(table));
        setBottom(foot());
        model.entries().addListener((ListChangeListener<TextEntry>) change -> recount());
        model.tableReadyProperty().addListener((property, old, now) -> recount());
        recount();
    }

    private Node head(Runnable fold) {
        Label title = new Label(messages.get("editor.entries.title"));
        title.getStyleClass().add("strong");
        count.getStyleClass().add("count");
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        Button add = Buttons.flat(Feather.PLUS, messages.get("editor.entries.add"));
        add.setId("entry-add");
        add.setOnAction(event -> add());
        Button remove = Buttons.flat(Feather.TRASH_2, messages.get("editor.entries.remove"));
        remove.setId("entry-remove");
        remove.setOnAction(event -> removeSelected());
        remove.disableProperty()
                .bind(table.getSelectionModel().selectedItemProperty().isNull());
        Button hide = Buttons.flat(Feather.SIDEBAR, messages.get("editor.entries.fold"));
        hide.setId("entries-fold");
        hide.setOnAction(event -> fold.run());
        HBox head = new HBox(8, title, count, space);
        if (model.isEditable()) {
            head.getChildren().addAll(add, remove);
        }
        head.getChildren().add(hide);
        head.getStyleClass().add("pane-head");
        return head;
    }

    private Node foot() {
        note.setWrapText(true);
        note.setId("entries-note");
        note.getStyleClass().addAll("secondary", "entries-note");
        return new VBox(form, note);
    }

    private void add() {
        form.ask(form.key(), "", (key, text) -> model.add(Place.of(key), text));
    }

    private void menuOfSelected() {
        TextEntry selected = table.getSelectionModel().getSelectedItem();
        if (selected != null && model.isEditable()) {
            javafx.geometry.Point2D corner = table.localToScreen(16, 44);
            rights(selected).show(table, corner.getX(), corner.getY());
        }
    }

    private void removeSelected() {
        TextEntry selected = table.getSelectionModel().getSelectedItem();
        if (selected != null && model.isEditable()) {
            int at = table.getSelectionModel().getSelectedIndex();
            if (model.remove(selected)) {
                table.getSelectionModel().select(Math.min(at, table.getItems().size() - 1));
            }
        }
    }

    private void recount() {
        count.setText(Integer.toString(model.entries().size()));
        boolean ready = model.tableReadyProperty().get();
        table.setDisable(!ready);
        note.setText(messages.get(
                ready
                        ? model.isEditable() ? "editor.entries.note" : "editor.entries.read-only"
                        : "editor.entries.stale"));
    }

    /** Selects the entry of the cursor's line. */
    void follow(int line) {
        if (table.isFocused() || table.getEditingCell() != null) {
            return;
        }
        for (int i = 0; i < table.getItems().size(); i++) {
            if (table.getItems().get(i).line() == line) {
                table.getSelectionModel().select(i);
                return;
            }
        }
        table.getSelectionModel().clearSelection();
    }

    private TableRow<TextEntry> row() {
        TableRow<TextEntry> row = new TableRow<>();
        row.setOnMouseClicked(event -> {
            if (!row.isEmpty() && event.getClickCount() == 1) {
                open.accept(row.getItem());
            }
        });
        return row;
    }

    private void columns() {
        TableColumn<TextEntry, TextEntry> right = column("editor.entries.right", 84);
        right.setId("entry-right");
        right.setCellFactory(column -> new RightCell());
        TableColumn<TextEntry, TextEntry> entry = column("editor.entries.entry", 190);
        entry.setCellFactory(column -> new EntryCell());
        entry.setEditable(true);
        TableColumn<TextEntry, TextEntry> line = column("editor.entries.line", 44);
        line.setCellFactory(column -> new LineCell());
        line.setMinWidth(58);
        line.setMaxWidth(64);
        right.setMaxWidth(110);
        table.getColumns().setAll(List.of(right, entry, line));
    }

    private TableColumn<TextEntry, TextEntry> column(String key, double width) {
        TableColumn<TextEntry, TextEntry> column = new TableColumn<>(messages.get(key));
        column.setPrefWidth(width);
        column.setSortable(false);
        column.setReorderable(false);
        column.setCellValueFactory(row -> new javafx.beans.property.SimpleObjectProperty<>(row.getValue()));
        return column;
    }

    private static Optional<AccessList> access(TextEntry entry) {
        return AccessList.ofKey(entry.place().key());
    }

    /** What can be done with an entry. */
    private ContextMenu rights(TextEntry item) {
        ContextMenu menu = new ContextMenu();
        List<String> others =
                new ArrayList<>(access(item).isPresent() ? List.of("ro", "rox", "rw", "rwx") : List.<String>of());
        if (item.place().key().equals("allow") || item.place().key().equals("deny")) {
            others.addAll(List.of("allow", "deny"));
        }
        others.remove(item.place().key());
        for (String other : others) {
            MenuItem change = new MenuItem(messages.get("editor.entries.move", other));
            change.setMnemonicParsing(false);
            change.setOnAction(event -> model.move(item, new Place(item.place().table(), other)));
            menu.getItems().add(change);
        }
        MenuItem remove = new MenuItem(messages.get("editor.entries.remove"), Icons.of(Feather.TRASH_2));
        remove.setOnAction(event -> model.remove(item));
        menu.getItems().add(remove);
        return menu;
    }

    /** The right in words, for those who do not see the letters. */
    private String words(TextEntry entry) {
        return access(entry).map(badges::words).orElseGet(() -> word(entry));
    }

    private String word(TextEntry entry) {
        return switch (entry.place().key()) {
            case "env" ->
                messages.get(
                        EnvEntry.of(entry.text()).value().isPresent() ? "editor.entries.set" : "editor.entries.pass");
            case "inherits" -> messages.get("editor.entries.inherits");
            case "allow" -> messages.get("editor.entries.allow");
            case "deny" -> messages.get("editor.entries.deny");
            default -> entry.place().key();
        };
    }

    /** What the app shows of an entry: never the value of a variable that is set. */
    private static String shown(TextEntry entry) {
        return entry.text();
    }

    private static final class LineCell extends TableCell<TextEntry, TextEntry> {
        LineCell() {
            getStyleClass().add("number-cell");
        }

        @Override
        protected void updateItem(TextEntry item, boolean empty) {
            super.updateItem(item, empty);
            setText(empty || item == null ? null : Integer.toString(item.line()));
        }
    }

    /** Keeps its nodes while the entry in its row is of the same kind: the rows are told anew whenever a line of the text has moved. */
    private final class RightCell extends TableCell<TextEntry, TextEntry> {
        private @Nullable String shown;

        RightCell() {
            setOnContextMenuRequested(event -> offer(event.getScreenX(), event.getScreenY()));
            setOnMouseClicked(event -> {
                if (event.getClickCount() == 2) {
                    offer(event.getScreenX(), event.getScreenY());
                }
            });
        }

        private void offer(double x, double y) {
            if (getItem() != null && !isEmpty() && model.isEditable()) {
                rights(getItem()).show(this, x, y);
            }
        }

        @Override
        protected void updateItem(TextEntry item, boolean empty) {
            super.updateItem(item, empty);
            String kind = empty || item == null ? null : item.place() + words(item);
            if (Objects.equals(kind, shown)) {
                return;
            }
            shown = kind;
            if (empty || item == null) {
                setGraphic(null);
                setAccessibleText("");
                return;
            }
            setGraphic(badge(item));
            setAccessibleText(words(item));
            List<String> table = item.place().table();
            String where = table.isEmpty() ? "" : " [" + String.join(".", table) + "]";
            Tips.on(this, () -> item.place().key() + where + ": " + words(item));
        }

        private Node badge(TextEntry item) {
            Optional<AccessList> access = access(item);
            if (access.isPresent()) {
                return badges.rights(access.get());
            }
            return EntryForm.KEYS.contains(item.place().key())
                            || !item.place().table().isEmpty()
                    ? Badges.word(word(item))
                    : Badges.word(word(item), Feather.ALERT_CIRCLE, "badge-credential");
        }
    }

    private final class EntryCell extends TableCell<TextEntry, TextEntry> {
        private final TextField field = new TextField();

        EntryCell() {
            getStyleClass().add("mono");
            field.setId("entry-edit");
            field.setAccessibleText(messages.get("editor.entries.entry"));
            field.setOnAction(event -> commitEdit(getItem()));
            field.setOnKeyPressed(event -> {
                if (event.getCode() == KeyCode.ESCAPE) {
                    cancelEdit();
                    event.consume();
                }
            });
        }

        @Override
        protected void updateItem(TextEntry item, boolean empty) {
            super.updateItem(item, empty);
            setGraphic(null);
            setText(empty || item == null ? null : shown(item));
            Tips.on(this, () -> getItem() == null ? "" : shown(getItem()));
        }

        @Override
        public void startEdit() {
            super.startEdit();
            if (isEditing()) {
                field.setText(getItem().text());
                setText(null);
                setGraphic(field);
                field.requestFocus();
                field.selectAll();
            }
        }

        @Override
        public void cancelEdit() {
            super.cancelEdit();
            setGraphic(null);
            setText(getItem() == null ? null : shown(getItem()));
        }

        /** The change goes to the text; the row comes back from there. */
        @Override
        public void commitEdit(TextEntry item) {
            String now = field.getText();
            cancelEdit();
            if (!now.equals(item.text()) && !now.isBlank()) {
                model.change(item, now);
            }
            getTableView().requestFocus();
        }
    }
}
