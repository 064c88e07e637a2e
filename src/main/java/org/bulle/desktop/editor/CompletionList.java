package org.bulle.desktop.editor;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.bulle.desktop.shared.Icons;
import org.bulle.desktop.shared.Messages;
import org.bulle.engine.profile.Completions;
import org.bulle.engine.profile.Completions.Proposal;
import org.kordamp.ikonli.feather.Feather;

/** What can stand at the cursor. The text keeps the focus; the keys go through {@link #handle}. */
final class CompletionList extends VBox {
    private static final double ROW = 28;
    private static final int SHOWN = 8;
    private final ListView<Proposal> list = new ListView<>();
    private final Apart room = new Apart(list);
    private final Messages messages;
    private final Consumer<Proposal> chosen;
    private final Runnable closed;
    private Optional<Completions.Answer> answer = Optional.empty();
    private boolean scrolled;

    CompletionList(Messages messages, Consumer<Proposal> chosen, Runnable closed) {
        this.messages = messages;
        this.chosen = chosen;
        this.closed = closed;
        getStyleClass().addAll("editor-popup", "completion");
        list.setId("completion-list");
        list.setAccessibleText(messages.get("editor.complete.name"));
        list.setFixedCellSize(ROW);
        list.setFocusTraversable(false);
        list.setCellFactory(view -> new Cell());
        list.setOnMouseClicked(event -> accept());
        Label hint = new Label(messages.get("editor.complete.hint"));
        hint.getStyleClass().addAll("secondary", "completion-hint");
        hint.setMaxWidth(Double.MAX_VALUE);
        getChildren().addAll(room, hint);
        setMaxSize(USE_PREF_SIZE, USE_PREF_SIZE);
        setPrefWidth(380);
    }

    /** What the list answers; empty while it is closed. */
    Optional<Completions.Answer> answer() {
        return isVisible() ? answer : Optional.empty();
    }

    /** Closed, it stays where it is with its cells: making them anew takes longer than a key may. */
    void close() {
        setVisible(false);
        answer = Optional.empty();
    }

    void show(Completions.Answer shown) {
        answer = Optional.of(shown);
        setVisible(true);
        if (!list.getItems().equals(shown.proposals())) {
            list.getItems().setAll(shown.proposals());
        }
        if (scrolled) {
            list.scrollTo(0);
            scrolled = false;
        }
        list.getSelectionModel().select(0);
        double height = ROW * Math.min(SHOWN, shown.proposals().size()) + 2;
        if (room.getPrefHeight() != height) {
            room.setMinHeight(height);
            room.setPrefHeight(height);
            room.setMaxHeight(height);
        }
    }

    /** The keys that move in the list, take from it or close it; true when the text shall not see the key. */
    boolean handle(KeyEvent event) {
        int at = list.getSelectionModel().getSelectedIndex();
        int size = list.getItems().size();
        if (event.isShortcutDown() || event.isAltDown()) {
            return false;
        }
        KeyCode code = event.getCode();
        if (code == KeyCode.DOWN || code == KeyCode.UP) {
            select(Math.floorMod(at + (code == KeyCode.DOWN ? 1 : -1), size));
            return true;
        }
        if (code == KeyCode.PAGE_DOWN || code == KeyCode.PAGE_UP) {
            select(Math.clamp(at + (code == KeyCode.PAGE_DOWN ? SHOWN : -SHOWN), 0, size - 1));
            return true;
        }
        if (code == KeyCode.ENTER || code == KeyCode.TAB) {
            accept();
            return true;
        }
        if (code == KeyCode.ESCAPE) {
            closed.run();
            return true;
        }
        return false;
    }

    private void select(int index) {
        list.getSelectionModel().select(index);
        scrolled = true;
        list.scrollTo(Math.max(0, index - SHOWN + 1));
    }

    private void accept() {
        Proposal proposal = list.getSelectionModel().getSelectedItem();
        closed.run();
        if (proposal != null) {
            chosen.accept(proposal);
        }
    }

    Proposal selected() {
        return list.getSelectionModel().getSelectedItem();
    }

    private String detail(Proposal proposal) {
        return switch (proposal.kind()) {
            case KEY -> messages.get("editor.key." + proposal.label());
            case CAPABILITY -> messages.get("editor.capability." + proposal.label());
            case ENVIRONMENT -> messages.get("editor.complete.environment");
            case TABLE, PROFILE, VARIABLE, RESOLVER, SWITCH -> proposal.detail();
        };
    }

    private static Feather icon(Completions.Kind kind) {
        return switch (kind) {
            case KEY -> Feather.LIST;
            case TABLE -> Feather.LAYOUT;
            case PROFILE -> Feather.BOX;
            case VARIABLE -> Feather.DOLLAR_SIGN;
            case RESOLVER -> Feather.TOOL;
            case ENVIRONMENT -> Feather.TERMINAL;
            case CAPABILITY -> Feather.GLOBE;
            case SWITCH -> Feather.TOGGLE_RIGHT;
        };
    }

    private final class Cell extends ListCell<Proposal> {
        private final Map<Completions.Kind, Node> icons = new EnumMap<>(Completions.Kind.class);
        private final Label name = new Label();
        private final Label detail = new Label();
        private final HBox line = new HBox(8);

        Cell() {
            name.getStyleClass().add("mono");
            name.setMinWidth(Region.USE_PREF_SIZE);
            detail.getStyleClass().add("secondary");
            Region space = new Region();
            HBox.setHgrow(space, Priority.ALWAYS);
            line.setAlignment(Pos.CENTER_LEFT);
            line.getChildren().addAll(name, space, detail);
            setGraphic(line);
        }

        @Override
        protected void updateItem(Proposal proposal, boolean empty) {
            super.updateItem(proposal, empty);
            // Taken out and put in again, the nodes would be styled anew.
            line.setVisible(!empty && proposal != null);
            if (empty || proposal == null) {
                setAccessibleText("");
                return;
            }
            if (!name.getText().equals(proposal.label())) {
                name.setText(proposal.label());
            }
            name.setGraphic(icons.computeIfAbsent(proposal.kind(), kind -> Icons.of(icon(kind), "icon-accent")));
            detail.setText(detail(proposal));
            setAccessibleText(proposal.label() + " " + detail.getText());
        }
    }
}
