package org.bulle.desktop.shared;

import java.util.function.BooleanSupplier;
import javafx.application.Platform;
import javafx.collections.FXCollections;
import javafx.collections.ListChangeListener;
import javafx.collections.ObservableList;
import javafx.scene.Node;
import javafx.scene.Scene;

/**
 * The rows of a table that showed few and is to show many: some in one frame and all of them in the next. A row that comes into sight is styled from the beginning,
 * and a window full of them keeps the UI thread for longer than a frame may take.
 */
public final class Gradually<T> {
    private static final int AT_ONCE = 14;

    private final Node view;
    private final ObservableList<T> all;
    private final BooleanSupplier allowed;
    private final ObservableList<T> shown = FXCollections.observableArrayList();
    private boolean waiting;

    private Gradually(Node view, ObservableList<T> all, BooleanSupplier allowed) {
        this.view = view;
        this.all = all;
        this.allowed = allowed;
    }

    /**
     * The list for a view of these rows.
     *
     * @param allowed whether rows may come a frame later now
     */
    public static <T> ObservableList<T> of(Node view, ObservableList<T> all, BooleanSupplier allowed) {
        Gradually<T> gradually = new Gradually<>(view, all, allowed);
        gradually.shown.setAll(all);
        all.addListener((ListChangeListener<T>) change -> gradually.show());
        return gradually.shown;
    }

    private void show() {
        Scene scene = view.getScene();
        boolean many = shown.size() < AT_ONCE && all.size() > shown.size() + AT_ONCE;
        if (!waiting && many && scene != null && allowed.getAsBoolean()) {
            Rows.exchange(shown, all.subList(0, shown.size() + AT_ONCE));
            waiting = true;
            afterLayout(scene, this::showAll);
        } else if (!waiting) {
            Rows.exchange(shown, all);
        }
    }

    private void showAll() {
        waiting = false;
        Rows.exchange(shown, all);
    }

    /** Runs something once, behind the next layout of a scene. */
    public static void afterLayout(Scene scene, Runnable action) {
        Runnable[] once = new Runnable[1];
        once[0] = () -> {
            scene.removePostLayoutPulseListener(once[0]);
            action.run();
        };
        scene.addPostLayoutPulseListener(once[0]);
        Platform.requestNextPulse();
    }
}
