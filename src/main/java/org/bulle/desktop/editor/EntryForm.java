package org.bulle.desktop.editor;

import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import javafx.geometry.Side;
import javafx.scene.control.Button;
import javafx.scene.control.ContentDisplay;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import org.bulle.desktop.shared.Buttons;
import org.bulle.desktop.shared.Icons;
import org.bulle.desktop.shared.Messages;
import org.kordamp.ikonli.feather.Feather;

/** One line in which an entry is written: its list and its text. */
public final class EntryForm extends HBox {
    /** Every list of a profile that takes entries. */
    public static final List<String> KEYS =
            List.of("ro", "rox", "rw", "rwx", "env", "inherits", "allow", "deny", "mach_lookup", "deny_mach_lookup");

    private final Messages messages;
    private final TextField typed = new TextField();
    private final Button list = new Button();
    private final Runnable closed;
    private String key = "ro";
    private BiPredicate<String, String> confirmed = (chosen, text) -> false;

    /**
     * @param prefix of the ids
     * @param closed told when the form goes away
     */
    public EntryForm(Messages messages, String prefix, Runnable closed) {
        super(6);
        this.messages = messages;
        this.closed = closed;
        getStyleClass().add("entries-form");
        typed.setId(prefix + "-text");
        typed.setAccessibleText(messages.get("editor.entries.new"));
        typed.setPromptText(messages.get("editor.entries.new"));
        HBox.setHgrow(typed, Priority.ALWAYS);
        list.setId(prefix + "-list");
        list.setMinWidth(USE_PREF_SIZE);
        list.setContentDisplay(ContentDisplay.LEFT);
        list.setGraphic(Icons.of(Feather.CHEVRON_DOWN));
        list.setOnAction(event -> keyMenu(this::choose).show(list, Side.TOP, 0, 0));
        typed.setOnAction(event -> confirm());
        setOnKeyPressed(event -> {
            if (event.getCode() == KeyCode.ESCAPE) {
                close();
                event.consume();
            }
        });
        Button confirm = Buttons.icon(Feather.CHECK, messages.get("editor.entries.confirm"));
        confirm.setId(prefix + "-confirm");
        confirm.setOnAction(event -> confirm());
        getChildren().addAll(list, typed, confirm);
        choose(key);
        show(false);
    }

    /** Asks for an entry; {@code then} is given the list and the text, and says whether the form may go. */
    public void ask(String from, String text, BiPredicate<String, String> then) {
        confirmed = then;
        choose(from);
        typed.setText(text);
        show(true);
        typed.requestFocus();
        typed.selectAll();
    }

    /** The list that was chosen last. */
    public String key() {
        return key;
    }

    private void choose(String chosen) {
        key = chosen;
        list.setText(chosen);
        list.setAccessibleText(messages.get("editor.entries.list", chosen));
    }

    private ContextMenu keyMenu(Consumer<String> chosen) {
        ContextMenu menu = new ContextMenu();
        for (String each : KEYS) {
            MenuItem item = new MenuItem(each + "    " + messages.get("editor.key." + each));
            item.setMnemonicParsing(false);
            item.setOnAction(event -> chosen.accept(each));
            menu.getItems().add(item);
        }
        return menu;
    }

    private void confirm() {
        String text = typed.getText().strip();
        if (!text.isEmpty() && confirmed.test(key, text)) {
            close();
        }
    }

    private void close() {
        show(false);
        typed.clear();
        closed.run();
    }

    private void show(boolean shown) {
        setVisible(shown);
        setManaged(shown);
    }
}
