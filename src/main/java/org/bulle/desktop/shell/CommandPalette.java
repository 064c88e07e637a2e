package org.bulle.desktop.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.bulle.desktop.shared.DesktopContext;
import org.bulle.desktop.shared.Icons;
import org.bulle.desktop.shared.Messages;
import org.bulle.desktop.shared.Overlay;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/** Ctrl+K: everything the app can do, found by typing. The arrows choose, Enter does it, Escape leaves. */
final class CommandPalette {
    private static final int LONGEST = 200;
    private final DesktopContext context;
    private final Messages messages;
    private final ObservableList<Action> found = FXCollections.observableArrayList();
    private final TextField query = new TextField();
    private final ListView<Action> list = new ListView<>(found);

    CommandPalette(DesktopContext context, Messages messages) {
        this.context = context;
        this.messages = messages;
    }

    void open(List<Action> actions) {
        query.setId("palette-query");
        query.setPromptText(messages.get("shell.palette.prompt"));
        query.setAccessibleText(messages.get("shell.palette.prompt"));
        list.setId("palette-list");
        list.setFixedCellSize(32);
        list.setPrefHeight(32 * 10);
        list.setAccessibleText(messages.get("shell.palette.results"));
        list.setCellFactory(view -> new ActionCell());
        Label none = new Label(messages.get("shell.palette.none"));
        none.getStyleClass().add("secondary");
        list.setPlaceholder(none);
        HBox field = new HBox(Icons.of(Feather.SEARCH), query);
        field.setAlignment(Pos.CENTER_LEFT);
        field.setSpacing(8);
        field.getStyleClass().add("palette-field");
        HBox.setHgrow(query, Priority.ALWAYS);
        VBox box = new VBox(field, list);
        box.getStyleClass().addAll("dialog-box", "palette");
        box.setMaxSize(560, Region.USE_PREF_SIZE);
        Overlay.Shown shown = context.overlay().show(box);
        StackPane.setAlignment(box, Pos.TOP_CENTER);
        box.setTranslateY(72);
        query.textProperty().addListener((property, old, now) -> filter(actions, now));
        query.addEventFilter(KeyEvent.KEY_PRESSED, event -> onKey(event, shown));
        list.setOnMouseClicked(event -> perform(shown));
        list.setOnKeyPressed(event -> {
            if (event.getCode() == KeyCode.ENTER) {
                event.consume();
                perform(shown);
            }
        });
        filter(actions, "");
        query.requestFocus();
    }

    private void onKey(KeyEvent event, Overlay.Shown shown) {
        int at = list.getSelectionModel().getSelectedIndex();
        if (event.getCode() == KeyCode.DOWN || event.getCode() == KeyCode.UP) {
            int next = Math.clamp(at + (event.getCode() == KeyCode.DOWN ? 1 : -1), 0, Math.max(0, found.size() - 1));
            list.getSelectionModel().select(next);
            list.scrollTo(Math.max(0, next - 5));
            event.consume();
        } else if (event.getCode() == KeyCode.ENTER) {
            event.consume();
            perform(shown);
        }
    }

    private void perform(Overlay.Shown shown) {
        Action action = list.getSelectionModel().getSelectedItem();
        if (action != null) {
            shown.close();
            action.run().run();
        }
    }

    private void filter(List<Action> actions, String text) {
        found.setAll(matching(actions, text));
        list.getSelectionModel().selectFirst();
    }

    /** The actions whose title has every word of the query; those that begin with it first. */
    static List<Action> matching(List<Action> actions, String text) {
        String[] words = text.strip().toLowerCase(Locale.ROOT).split("\\s+");
        List<Action> begins = new ArrayList<>();
        List<Action> contains = new ArrayList<>();
        for (Action action : actions) {
            String title = action.title().toLowerCase(Locale.ROOT);
            if (List.of(words).stream().allMatch(title::contains)) {
                (title.startsWith(words[0]) ? begins : contains).add(action);
            }
        }
        begins.addAll(contains);
        return begins.size() > LONGEST ? begins.subList(0, LONGEST) : begins;
    }

    private static final class ActionCell extends ListCell<Action> {
        private final Label title = new Label();
        private final Label detail = new Label();
        private final HBox row;
        private @Nullable Action shown;

        private ActionCell() {
            detail.getStyleClass().add("secondary");
            title.setMinWidth(Region.USE_PREF_SIZE);
            title.setGraphicTextGap(8);
            title.setMnemonicParsing(false);
            Region space = new Region();
            HBox.setHgrow(space, Priority.ALWAYS);
            row = new HBox(8, title, space, detail);
            row.setAlignment(Pos.CENTER_LEFT);
        }

        @Override
        protected void updateItem(@Nullable Action action, boolean empty) {
            super.updateItem(action, empty);
            if (action != null && action == shown && !empty) {
                return;
            }
            shown = empty ? null : action;
            if (empty || action == null) {
                setGraphic(null);
                setAccessibleText(null);
                return;
            }
            detail.setText(action.detail());
            title.setText(action.title());
            title.setGraphic(Icons.of(action.icon()));
            setGraphic(row);
            setAccessibleText(action.title() + " " + action.detail());
        }
    }
}
