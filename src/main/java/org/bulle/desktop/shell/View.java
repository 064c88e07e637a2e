package org.bulle.desktop.shell;

import java.util.List;
import java.util.Optional;
import javafx.beans.value.ObservableIntegerValue;
import javafx.scene.Node;

/** What a {@link RailItem} shows. */
public interface View {
    /** The name of its item. */
    String id();

    /** The page; asked for once, when it is first shown, on the UI thread. */
    Node content();

    /** Called each time the page comes to the front. */
    default void shown() {}

    /** Called each time another page takes its place: until it is shown again nobody sees what it works out. */
    default void hidden() {}

    /** Called after {@link #shown} when another page sent the user here for something: a profile's name, a path, a run's id. */
    default void open(String what) {}

    /** Called once, when the window closes. */
    default void closed() {}

    /** A number to show on the rail; hidden while it is 0. */
    default Optional<ObservableIntegerValue> badge() {
        return Optional.empty();
    }

    /** What the command palette offers for this view; asked each time the palette opens. */
    default List<Action> actions() {
        return List.of();
    }
}
