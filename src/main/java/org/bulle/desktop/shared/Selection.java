package org.bulle.desktop.shared;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

/** The profile stack and the workspace of the header: every view shows its facts for these. */
public final class Selection {
    private static final int REMEMBERED = 8;
    private final ObservableList<String> stack = FXCollections.observableArrayList();
    private final ObjectProperty<Path> workspace;
    private final ObservableList<Path> recentWorkspaces = FXCollections.observableArrayList();

    public Selection(Path workspace) {
        this.workspace = new SimpleObjectProperty<>(workspace);
        recentWorkspaces.add(workspace);
        this.workspace.addListener((property, old, now) -> {
            recentWorkspaces.remove(now);
            recentWorkspaces.addFirst(now);
            while (recentWorkspaces.size() > REMEMBERED) {
                recentWorkspaces.removeLast();
            }
        });
    }

    /** Left to right; later profiles win. */
    public ObservableList<String> stack() {
        return stack;
    }

    /** Absolute. */
    public ObjectProperty<Path> workspaceProperty() {
        return workspace;
    }

    /** Newest first; begins with the present one. */
    public ObservableList<Path> recentWorkspaces() {
        return recentWorkspaces;
    }

    public void add(String profile) {
        if (!stack.contains(profile)) {
            stack.add(profile);
        }
    }

    /** Moves the chip at {@code from} so that it stands at {@code to}; nothing happens at the ends. */
    public void move(int from, int to) {
        if (from != to && from >= 0 && to >= 0 && from < stack.size() && to < stack.size()) {
            List<String> moved = new ArrayList<>(stack);
            moved.add(to, moved.remove(from));
            stack.setAll(moved);
        }
    }
}
