package org.bulle.desktop.shared;

import java.util.ArrayDeque;
import java.util.Deque;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/**
 * Dialogs inside the window, over a scrim. Escape closes the topmost one and confirms nothing; the focus goes back to where it was; what lies
 * below cannot be reached meanwhile.
 */
public final class Overlay {
    private final StackPane layers;
    private final Messages messages;
    private final Deque<Shown> shown = new ArrayDeque<>();
    private boolean held;

    /**
     * @param layers the window's root, whose first child is the ordinary content
     */
    public Overlay(StackPane layers, Messages messages) {
        this.layers = layers;
        this.messages = messages;
        layers.sceneProperty().flatMap(Scene::focusOwnerProperty).addListener((property, old, now) -> keepFocus(now));
        layers.addEventFilter(KeyEvent.KEY_PRESSED, event -> {
            if (event.getCode() == KeyCode.ESCAPE && !shown.isEmpty()) {
                event.consume();
                if (!held) {
                    shown.peek().close();
                }
            }
        });
    }

    /** What lies below the topmost dialog cannot be reached: the focus comes back. */
    private void keepFocus(@Nullable Node now) {
        Shown top = shown.peek();
        if (top == null || now == null || now == layers) {
            return;
        }
        for (Node node = now; node != null; node = node.getParent()) {
            if (node == top.scrim) {
                return;
            }
        }
        javafx.application.Platform.runLater(() -> {
            if (shown.peek() == top) {
                firstField(top.scrim).requestFocus();
            }
        });
    }

    private static Node firstField(Node box) {
        if (box.isFocusTraversable() && box.isVisible() && !box.isDisabled()) {
            return box;
        }
        if (box instanceof javafx.scene.Parent parent) {
            for (Node child : parent.getChildrenUnmodifiable()) {
                Node found = firstField(child);
                if (found.isFocusTraversable()) {
                    return found;
                }
            }
        }
        return box;
    }

    /** True while a dialog is open. */
    public boolean isOpen() {
        return !shown.isEmpty();
    }

    /**
     * A dialog with the head, body and foot of visual-language.
     *
     * @param foot the buttons: alternative far left, cancel then verb right; null for none
     */
    public Shown dialog(String title, Node body, @Nullable Node foot, double width, double height) {
        BorderPane box = new BorderPane();
        box.getStyleClass().add("dialog-box");
        box.setMaxSize(width, height > 0 ? height : Region.USE_PREF_SIZE);
        box.setPrefWidth(width);
        if (height > 0) {
            box.setPrefHeight(height);
        }
        Label name = new Label(title);
        Button close = Buttons.flat(Feather.X, messages.get("shared.dialog.close"));
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        HBox head = new HBox(name, space, close);
        head.getStyleClass().add("dialog-head");
        box.setTop(head);
        box.setCenter(body);
        if (foot != null) {
            box.setBottom(foot);
        }
        box.setAccessibleRole(javafx.scene.AccessibleRole.DIALOG);
        box.setAccessibleText(title);
        Shown made = show(box);
        close.setOnAction(event -> made.close());
        return made;
    }

    /** Any node over the scrim. */
    public Shown show(Region box) {
        Node focused = layers.getScene() == null ? null : layers.getScene().getFocusOwner();
        StackPane scrim = new StackPane(box);
        scrim.getStyleClass().add("scrim");
        Shown made = new Shown(scrim, focused);
        layers.getChildren().add(scrim);
        shown.push(made);
        box.requestFocus();
        return made;
    }

    /** What nothing takes away again: the window is about to close. */
    public void hold(Region box) {
        show(box);
        held = true;
    }

    /** A question with two answers; Enter confirms nothing. */
    public Shown confirm(String title, String text, String verb, Runnable confirmed) {
        return confirm(title, text, verb, "accent", confirmed);
    }

    /** As {@link #confirm(String, String, String, Runnable)}, for what cannot be taken back. */
    public Shown confirmLoss(String title, String text, String verb, Runnable confirmed) {
        return confirm(title, text, verb, "danger", confirmed);
    }

    private Shown confirm(String title, String text, String verb, String style, Runnable confirmed) {
        Label words = new Label(text);
        words.setWrapText(true);
        VBox body = new VBox(words);
        body.getStyleClass().add("dialog-body");
        Button cancel = new Button(messages.get("shared.dialog.cancel"));
        Button go = new Button(verb);
        go.getStyleClass().add(style);
        go.setId("confirm-verb");
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        HBox foot = new HBox(space, cancel, go);
        foot.getStyleClass().add("dialog-foot");
        Shown dialog = dialog(title, body, foot, 460, 0);
        cancel.setOnAction(event -> dialog.close());
        go.setOnAction(event -> {
            dialog.close();
            confirmed.run();
        });
        cancel.requestFocus();
        return dialog;
    }

    /** An open dialog. */
    public final class Shown {
        private final StackPane scrim;
        private final @Nullable Node focusedBefore;
        private Runnable onClosed = () -> {};

        private Shown(StackPane scrim, @Nullable Node focusedBefore) {
            this.scrim = scrim;
            this.focusedBefore = focusedBefore;
        }

        public void onClosed(Runnable action) {
            onClosed = action;
        }

        public void close() {
            if (!shown.remove(this)) {
                return;
            }
            layers.getChildren().remove(scrim);
            if (focusedBefore != null) {
                focusedBefore.requestFocus();
            }
            onClosed.run();
        }
    }
}
