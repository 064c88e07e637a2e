package org.bulle.desktop.shell;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuBar;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import org.bulle.desktop.shared.Messages;

/**
 * The menu bar that a Mac has at the top of its screen. Everything in it is in the window, too; the keys are those of the window. On other systems there is
 * none. The application menu (About, Quit) is the system's own.
 */
final class SystemMenu {
    private SystemMenu() {}

    /**
     * @param views in their order, with the words of the rail
     */
    static MenuBar of(List<Entry> views, Runnable run, Runnable palette, Runnable settings, Messages messages) {
        Menu file = new Menu(messages.get("shell.menu.file"));
        file.getItems().add(item(messages.get("shell.header.run"), KeyCode.R, run));
        file.getItems().add(new SeparatorMenuItem());
        // Where macOS keeps it: Command and a comma.
        file.getItems().add(item(messages.get("shell.rail.settings"), KeyCode.COMMA, settings));
        Menu view = new Menu(messages.get("shell.menu.view"));
        List<MenuItem> items = new ArrayList<>();
        int number = 0;
        for (Entry entry : views) {
            items.add(item(entry.words(), KeyCode.getKeyCode(Integer.toString(++number)), entry.open()));
        }
        view.getItems().addAll(items);
        view.getItems().add(new SeparatorMenuItem());
        view.getItems().add(item(messages.get("shell.header.search"), KeyCode.K, palette));
        MenuBar bar = new MenuBar(file, view);
        bar.setUseSystemMenuBar(true);
        return bar;
    }

    /** A view, and what opens it. */
    record Entry(String words, Runnable open) {}

    private static MenuItem item(String words, KeyCode key, Runnable action) {
        MenuItem item = new MenuItem(words);
        item.setMnemonicParsing(false);
        item.setAccelerator(new KeyCodeCombination(key, KeyCombination.SHORTCUT_DOWN));
        item.setOnAction(event -> action.run());
        return item;
    }
}
