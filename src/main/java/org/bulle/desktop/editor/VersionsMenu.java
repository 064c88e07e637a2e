package org.bulle.desktop.editor;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.MenuItem;
import org.bulle.desktop.shared.DesktopContext;
import org.bulle.desktop.shared.Icons;
import org.bulle.desktop.shared.Messages;
import org.bulle.engine.profile.ProfileStore;
import org.kordamp.ikonli.feather.Feather;

/** The older texts of a file; choosing one shows what restoring it would change. */
final class VersionsMenu {
    private static final int SHOWN = 25;
    private final DesktopContext context;
    private final Messages messages;
    private final DocumentModel model;

    VersionsMenu(DesktopContext context, DocumentModel model) {
        this.context = context;
        this.messages = context.messages();
        this.model = model;
    }

    void show(Node below) {
        model.versions(versions -> {
            ContextMenu menu = new ContextMenu();
            if (versions.isEmpty()) {
                MenuItem none = new MenuItem(messages.get("editor.versions.none"));
                none.setDisable(true);
                menu.getItems().add(none);
            }
            List<ProfileStore.Version> newest = versions.subList(0, Math.min(SHOWN, versions.size()));
            for (int i = 0; i < newest.size(); i++) {
                menu.getItems().add(item(newest.get(i), i));
            }
            menu.show(below, javafx.geometry.Side.BOTTOM, 0, 4);
        });
    }

    private MenuItem item(ProfileStore.Version version, int number) {
        MenuItem item = new MenuItem(words(version.saved()), Icons.of(Feather.CLOCK));
        item.setId("version-" + number);
        item.setMnemonicParsing(false);
        item.setOnAction(event -> model.textOf(version, text -> review(version, text)));
        return item;
    }

    /** The text that goes stays as a version too, and in the editor's undo. */
    private void review(ProfileStore.Version version, String text) {
        new SaveDialog(context, model)
                .open(
                        messages.get("editor.versions.title", words(version.saved())),
                        messages.get("editor.versions.verb"),
                        text,
                        () -> {
                            model.replace(text);
                            model.save(text, () -> context.catalog().reload(() -> {}));
                        });
    }

    private String words(Instant saved) {
        return DateTimeFormatter.ofLocalizedDateTime(FormatStyle.MEDIUM)
                .withLocale(messages.language())
                .withZone(ZoneId.systemDefault())
                .format(saved);
    }
}
