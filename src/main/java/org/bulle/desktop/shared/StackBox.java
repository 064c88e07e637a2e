package org.bulle.desktop.shared;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import javafx.collections.ListChangeListener;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.control.MenuItem;
import javafx.scene.input.ClipboardContent;
import javafx.scene.input.Dragboard;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.TransferMode;
import javafx.scene.layout.HBox;
import org.kordamp.ikonli.feather.Feather;

/** The profile stack as chips: add, remove, and reorder by dragging or with Alt and the arrow keys. */
public final class StackBox extends HBox {
    private final Selection selection;
    private final Messages messages;
    private final Supplier<List<String>> names;
    private final Button add;
    private final Label none;
    private final Map<String, HBox> chips = new HashMap<>();
    private final Map<String, Label> separators = new HashMap<>();

    /**
     * @param names the profiles that can be added, asked when the menu opens
     */
    public StackBox(Selection selection, Messages messages, Supplier<List<String>> names) {
        this.selection = selection;
        this.messages = messages;
        this.names = names;
        getStyleClass().add("stack-box");
        none = new Label(messages.get("shared.stack.empty"));
        none.getStyleClass().add("secondary");
        none.setStyle("-fx-padding: 0 4px 0 6px;");
        add = Buttons.flat(Feather.PLUS, messages.get("shared.stack.add"));
        add.setId("stack-add");
        add.setOnAction(event -> openMenu());
        selection.stack().addListener((ListChangeListener<String>) change -> show());
        show();
    }

    /** Chips that stay are not made again: thirty of them take a third of a second. */
    private void show() {
        List<String> stack = List.copyOf(selection.stack());
        List<Node> nodes = new ArrayList<>();
        for (int i = 0; i < stack.size(); i++) {
            String name = stack.get(i);
            if (i > 0) {
                nodes.add(separators.computeIfAbsent(name, key -> separator()));
            }
            HBox chip = chips.computeIfAbsent(name, this::chip);
            chip.setAccessibleText(messages.get("shared.stack.chip", name, i + 1));
            nodes.add(chip);
        }
        chips.keySet().retainAll(stack);
        separators.keySet().retainAll(stack);
        if (nodes.isEmpty()) {
            nodes.add(none);
        }
        nodes.add(add);
        replace(nodes);
    }

    /** Leaves what is the same at both ends where it is. */
    private void replace(List<Node> nodes) {
        List<Node> now = getChildren();
        int most = Math.min(now.size(), nodes.size());
        int first = 0;
        while (first < most && now.get(first) == nodes.get(first)) {
            first++;
        }
        int last = 0;
        while (last < most - first && now.get(now.size() - 1 - last) == nodes.get(nodes.size() - 1 - last)) {
            last++;
        }
        now.subList(first, now.size() - last).clear();
        now.addAll(first, nodes.subList(first, nodes.size() - last));
    }

    private static Label separator() {
        Label then = new Label("\u203a");
        then.getStyleClass().add("secondary");
        return then;
    }

    private HBox chip(String name) {
        Button remove = Buttons.flat(Feather.X, messages.get("shared.stack.remove", name));
        remove.setFocusTraversable(false);
        remove.setOnAction(event -> selection.stack().remove(name));
        HBox chip = new HBox(Icons.of(Feather.MORE_VERTICAL), new Label(name), remove);
        chip.getStyleClass().add("chip");
        chip.setId("chip-" + name);
        chip.setFocusTraversable(true);
        chip.setAccessibleRole(javafx.scene.AccessibleRole.BUTTON);
        Tips.on(chip, () -> messages.get("shared.stack.hint"));
        chip.setOnKeyPressed(event -> onKey(event, name));
        dragging(chip, name);
        return chip;
    }

    private void onKey(KeyEvent event, String name) {
        int index = selection.stack().indexOf(name);
        switch (event.getCode()) {
            case DELETE, BACK_SPACE -> selection.stack().remove(name);
            case LEFT -> moveIf(event, name, index, index - 1);
            case RIGHT -> moveIf(event, name, index, index + 1);
            default -> {}
        }
    }

    private void moveIf(KeyEvent event, String name, int from, int to) {
        if (event.isAltDown()) {
            selection.move(from, to);
            event.consume();
            Node moved = lookup("#chip-" + name);
            if (moved != null) {
                moved.requestFocus();
            }
        }
    }

    private void dragging(HBox chip, String name) {
        chip.setOnDragDetected(event -> {
            Dragboard board = chip.startDragAndDrop(TransferMode.MOVE);
            ClipboardContent content = new ClipboardContent();
            content.putString(name);
            board.setContent(content);
            event.consume();
        });
        chip.setOnDragOver(event -> {
            if (event.getGestureSource() instanceof HBox source && source.getParent() == this) {
                event.acceptTransferModes(TransferMode.MOVE);
            }
            event.consume();
        });
        chip.setOnDragDropped(event -> {
            selection.move(
                    selection.stack().indexOf(event.getDragboard().getString()),
                    selection.stack().indexOf(name));
            event.setDropCompleted(true);
            event.consume();
        });
    }

    private void openMenu() {
        ContextMenu menu = new ContextMenu();
        for (String name : names.get()) {
            if (!selection.stack().contains(name)) {
                MenuItem item = new MenuItem(name);
                item.setMnemonicParsing(false);
                item.setOnAction(event -> selection.add(name));
                menu.getItems().add(item);
            }
        }
        menu.setMaxHeight(360);
        menu.show(add, javafx.geometry.Side.BOTTOM, 0, 4);
    }
}
