package org.bulle.desktop.editor;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import org.bulle.desktop.shared.Buttons;
import org.bulle.desktop.shared.Messages;
import org.bulle.engine.profile.TextEdit;
import org.kordamp.ikonli.feather.Feather;

/** Search and replace. Replacing all is one step of undo. */
final class FindBar extends HBox {
    private final CodePane code;
    private final Messages messages;
    private final TextField query = new TextField();
    private final TextField replacement = new TextField();
    private final ToggleButton exact;
    private final Label count = new Label();

    FindBar(CodePane code, Messages messages, boolean editable) {
        this.code = code;
        this.messages = messages;
        getStyleClass().addAll("toolbar-box", "find-bar");
        query.setId("find-query");
        query.setPromptText(messages.get("editor.find.query"));
        query.setAccessibleText(messages.get("editor.find.query"));
        replacement.setId("find-replacement");
        replacement.setPromptText(messages.get("editor.find.replacement"));
        replacement.setAccessibleText(messages.get("editor.find.replacement"));
        HBox.setHgrow(query, Priority.ALWAYS);
        HBox.setHgrow(replacement, Priority.ALWAYS);
        exact = new ToggleButton("Aa");
        exact.setId("find-case");
        Buttons.named(exact, messages.get("editor.find.case"));
        count.setId("find-count");
        count.getStyleClass().add("secondary");
        count.setMinWidth(90);
        Button previous = Buttons.icon(Feather.CHEVRON_UP, messages.get("editor.find.previous"));
        Button next = Buttons.icon(Feather.CHEVRON_DOWN, messages.get("editor.find.next"));
        next.setId("find-next");
        previous.setOnAction(event -> go(false));
        next.setOnAction(event -> go(true));
        Button replace = new Button(messages.get("editor.find.replace"));
        replace.setId("find-replace");
        replace.setOnAction(event -> replaceOne());
        Button all = new Button(messages.get("editor.find.replace-all"));
        all.setId("find-replace-all");
        all.setOnAction(event -> replaceAll());
        replace.setMinWidth(USE_PREF_SIZE);
        all.setMinWidth(USE_PREF_SIZE);
        Button close = Buttons.flat(Feather.X, messages.get("editor.find.close"));
        close.setOnAction(event -> close());
        getChildren().addAll(query, exact, count, previous, next);
        if (editable) {
            getChildren().addAll(replacement, replace, all);
        }
        getChildren().add(close);
        query.textProperty().addListener((property, old, now) -> recount());
        exact.selectedProperty().addListener((property, old, now) -> recount());
        query.setOnAction(event -> go(true));
        replacement.setOnAction(event -> replaceOne());
        addEventFilter(KeyEvent.KEY_PRESSED, event -> {
            if (event.getCode() == KeyCode.ESCAPE) {
                event.consume();
                close();
            } else if (event.getCode() == KeyCode.ENTER && event.isShiftDown()) {
                event.consume();
                go(false);
            }
        });
        setVisible(false);
        setManaged(false);
    }

    void open() {
        setVisible(true);
        setManaged(true);
        String selected = code.area().getSelectedText();
        if (!selected.isEmpty() && selected.indexOf('\n') < 0) {
            query.setText(selected);
        }
        query.requestFocus();
        query.selectAll();
        recount();
    }

    private void close() {
        setVisible(false);
        setManaged(false);
        code.area().requestFocus();
    }

    private List<Integer> found() {
        return occurrences(code.get(), query.getText(), exact.isSelected());
    }

    /** Offsets of a text in another, not overlapping. */
    static List<Integer> occurrences(String text, String query, boolean exact) {
        List<Integer> found = new ArrayList<>();
        if (query.isEmpty()) {
            return found;
        }
        String in = exact ? text : text.toLowerCase(Locale.ROOT);
        String wanted = exact ? query : query.toLowerCase(Locale.ROOT);
        if (in.length() != text.length()) {
            in = text;
        }
        for (int at = in.indexOf(wanted); at >= 0; at = in.indexOf(wanted, at + wanted.length())) {
            found.add(at);
        }
        return found;
    }

    private void recount() {
        List<Integer> found = found();
        int here = found.indexOf(code.area().getSelection().getStart());
        count.setText(
                query.getText().isEmpty()
                        ? ""
                        : here >= 0
                                ? messages.get("editor.find.nth", here + 1, found.size())
                                : messages.get("editor.find.count", found.size()));
    }

    private void go(boolean forward) {
        List<Integer> found = found();
        if (found.isEmpty()) {
            recount();
            return;
        }
        int from = forward
                ? code.area().getSelection().getEnd()
                : code.area().getSelection().getStart();
        int at = forward
                ? found.stream().filter(each -> each >= from).findFirst().orElse(found.getFirst())
                : found.reversed().stream()
                        .filter(each -> each < from)
                        .findFirst()
                        .orElse(found.getLast());
        code.area().selectRange(at, at + query.getText().length());
        code.area().requestFollowCaret();
        recount();
    }

    private void replaceOne() {
        int start = code.area().getSelection().getStart();
        if (found().contains(start)
                && code.area().getSelection().getLength() == query.getText().length()) {
            code.apply(new TextEdit(start, start + query.getText().length(), replacement.getText()));
        }
        go(true);
    }

    private void replaceAll() {
        String text = code.get();
        StringBuilder out = new StringBuilder();
        int end = 0;
        for (int at : found()) {
            out.append(text, end, at).append(replacement.getText());
            end = at + query.getText().length();
        }
        out.append(text, end, text.length());
        TextEdit edit = TextEdit.between(text, out.toString());
        if (!edit.isEmpty()) {
            code.apply(edit);
        }
        recount();
    }
}
