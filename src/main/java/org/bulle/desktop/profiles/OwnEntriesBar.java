package org.bulle.desktop.profiles;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javafx.beans.binding.Bindings;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.Button;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TableView;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.bulle.desktop.editor.EditorPane;
import org.bulle.desktop.editor.EntryForm;
import org.bulle.desktop.editor.OwnText;
import org.bulle.desktop.shared.Buttons;
import org.bulle.desktop.shared.DesktopContext;
import org.bulle.desktop.shared.Failure;
import org.bulle.desktop.shared.Icons;
import org.bulle.desktop.shared.Messages;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Layer;
import org.bulle.engine.policy.Origin;
import org.bulle.engine.profile.Place;
import org.bulle.engine.profile.TextEntry;
import org.kordamp.ikonli.feather.Feather;

/**
 * Edits the open profile's own entries in the Effective table. Each edit is one of the own file's text, and the same undo takes it back; nothing is written before
 * the review. Until then the table shows the edited text, and says so.
 */
final class OwnEntriesBar extends VBox {
    private final DesktopContext context;
    private final Messages messages;
    private final EditorPane editor;
    private final Supplier<String> profile;
    private final TableView<EffectiveRow> table;
    private final EntryForm form;
    private final HBox unsaved = new HBox(8);
    private final Label words = new Label();
    private final Button undo;
    private final Button redo;

    /** @param profile whose page is open */
    OwnEntriesBar(DesktopContext context, EditorPane editor, Supplier<String> profile, TableView<EffectiveRow> table) {
        this.context = context;
        this.editor = editor;
        this.profile = profile;
        this.table = table;
        messages = context.messages();
        form = new EntryForm(messages, "own-entry", table::requestFocus);
        undo = Buttons.flat(Feather.CORNER_UP_LEFT, messages.get("editor.tool.undo"));
        redo = Buttons.flat(Feather.CORNER_UP_RIGHT, messages.get("editor.tool.redo"));
        undo.setId("own-undo");
        redo.setId("own-redo");
        undo.setOnAction(event -> open().ifPresent(OwnText::undo));
        redo.setOnAction(event -> open().ifPresent(OwnText::redo));
        Button save = new Button(messages.get("editor.tool.save"), Icons.of(Feather.SAVE));
        save.setId("own-save");
        save.setMinWidth(Region.USE_PREF_SIZE);
        save.setOnAction(event -> open().ifPresent(OwnText::save));
        words.setId("own-unsaved");
        words.setWrapText(true);
        words.setMaxWidth(Double.MAX_VALUE);
        HBox.setHgrow(words, Priority.ALWAYS);
        unsaved.getStyleClass().addAll("note", "note-line");
        unsaved.getChildren().addAll(Icons.of(Feather.EDIT_2, "icon-accent"), words, undo, redo, save);
        getChildren().addAll(unsaved, form);
        refresh();
        table.addEventFilter(KeyEvent.KEY_PRESSED, this::keys);
    }

    private Optional<OwnText> open() {
        return editor.ownIfOpen(profile.get());
    }

    private Optional<OwnText> own() {
        return editor.own(context.catalog().get(), profile.get());
    }

    /** The text that the table is to be worked out from; empty for what is on disk. */
    Optional<String> text() {
        return open().map(OwnText::model)
                .filter(model -> model.modifiedProperty().get()
                        && model.tableReadyProperty().get()
                        && model.parsedProperty().get().equals(model.text()))
                .map(model -> model.parsedProperty().get());
    }

    /** False while a change of the text has not been looked over. */
    boolean isSettled() {
        return open().map(OwnText::model)
                .map(model -> !model.modifiedProperty().get()
                        || model.parsedProperty().get().equals(model.text()))
                .orElse(true);
    }

    /** Says whether the file differs from the text, or why the last edit could not be made. */
    void refresh() {
        Optional<OwnText> text = open();
        boolean modified =
                text.filter(own -> own.model().modifiedProperty().get()).isPresent();
        Optional<Failure> failure =
                text.flatMap(own -> own.model().failureProperty().get());
        boolean again =
                text.map(OwnText::redoAvailable).map(ObservableValue::getValue).orElse(false);
        unsaved.setVisible(modified || failure.isPresent() || again);
        unsaved.setManaged(unsaved.isVisible());
        words.setText(failure.map(Failure::message)
                .orElseGet(() -> text.map(own -> messages.get(
                                own.model().tableReadyProperty().get()
                                        ? modified ? "profiles.own.unsaved" : "profiles.own.same"
                                        : "profiles.own.stale",
                                context.engine().abbreviate(own.model().source().file())))
                        .orElse("")));
        undo.disableProperty().unbind();
        redo.disableProperty().unbind();
        text.ifPresent(own -> {
            ObservableValue<Boolean> back = own.undoAvailable();
            ObservableValue<Boolean> forth = own.redoAvailable();
            undo.disableProperty().bind(Bindings.createBooleanBinding(() -> !back.getValue(), back));
            redo.disableProperty().bind(Bindings.createBooleanBinding(() -> !forth.getValue(), forth));
        });
    }

    void add() {
        form.ask(
                form.key(),
                "",
                (key, text) -> own().filter(own -> own.model().add(Place.of(key), text))
                        .isPresent());
    }

    /** The entries of the own file that say something of a row. */
    private List<TextEntry> entries(EffectiveRow row) {
        List<TextEntry> found = new ArrayList<>();
        if (row instanceof EffectiveRow.Entry entry && entry.origins().stream().anyMatch(this::isOwn)) {
            own().ifPresent(own -> entry.origins().stream()
                    .filter(this::isOwn)
                    .flatMap(origin -> own.entryAt(origin.line(), origin.column()).stream())
                    .forEach(found::add));
        }
        return found;
    }

    private boolean isOwn(Origin origin) {
        return origin.layer() == Layer.USER && origin.profile().equals(profile.get());
    }

    private void keys(KeyEvent event) {
        EffectiveRow row = table.getSelectionModel().getSelectedItem();
        KeyCode code = event.getCode();
        boolean done = true;
        if (event.getTarget() instanceof TextInputControl) {
            done = false;
        } else if (event.isShortcutDown() && code == KeyCode.Z) {
            open().ifPresent(event.isShiftDown() ? OwnText::redo : OwnText::undo);
        } else if (event.isShortcutDown() && code == KeyCode.S) {
            open().ifPresent(OwnText::save);
        } else if (code == KeyCode.INSERT) {
            add();
        } else if (code == KeyCode.DELETE && row != null) {
            entries(row).stream().limit(1).forEach(this::remove);
        } else if (code == KeyCode.F2 && row != null) {
            entries(row).stream().limit(1).forEach(this::change);
        } else if ((code == KeyCode.CONTEXT_MENU || code == KeyCode.F10 && event.isShiftDown()) && row != null) {
            javafx.geometry.Point2D corner = table.localToScreen(16, 44);
            menu(row).ifPresent(menu -> menu.show(table, corner.getX(), corner.getY()));
        } else {
            done = false;
        }
        if (done) {
            event.consume();
        }
    }

    /** What can be done with a row; empty for one that the own file says nothing of. */
    Optional<ContextMenu> menu(EffectiveRow row) {
        List<TextEntry> entries = entries(row);
        ContextMenu menu = new ContextMenu();
        for (TextEntry entry : entries) {
            String suffix = entries.size() > 1 ? " (" + entry.place().key() + ", " + entry.line() + ")" : "";
            item(menu, "own-change", messages.get("profiles.own.change") + suffix, () -> change(entry));
            if (AccessList.ofKey(entry.place().key()).isPresent()) {
                for (AccessList list : AccessList.values()) {
                    if (!list.key().equals(entry.place().key())) {
                        item(
                                menu,
                                "own-move-" + list.key(),
                                messages.get("editor.entries.move", list.key()) + suffix,
                                () -> move(entry, list.key(), entry.text()));
                    }
                }
            }
            item(menu, "own-remove", messages.get("profiles.own.remove") + suffix, () -> remove(entry));
        }
        return entries.isEmpty() ? Optional.empty() : Optional.of(menu);
    }

    private static void item(ContextMenu menu, String id, String words, Runnable action) {
        MenuItem item = new MenuItem(words);
        item.setId(id);
        item.setMnemonicParsing(false);
        item.setOnAction(event -> action.run());
        menu.getItems().add(item);
    }

    private void remove(TextEntry entry) {
        own().ifPresent(own -> own.model().remove(entry));
        refresh();
    }

    private void change(TextEntry entry) {
        form.ask(entry.place().key(), entry.text(), (key, text) -> move(entry, key, text));
    }

    private boolean move(TextEntry entry, String key, String text) {
        boolean same = key.equals(entry.place().key());
        boolean done = own().filter(own -> same
                        ? text.equals(entry.text()) || own.model().change(entry, text)
                        : own.model().move(entry, new Place(entry.place().table(), key), text))
                .isPresent();
        refresh();
        return done;
    }
}
