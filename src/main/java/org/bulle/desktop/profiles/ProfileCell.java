package org.bulle.desktop.profiles;

import java.time.Instant;
import java.util.Locale;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.bulle.desktop.shared.Ago;
import org.bulle.desktop.shared.Badges;
import org.bulle.desktop.shared.Icons;
import org.bulle.desktop.shared.Messages;
import org.bulle.desktop.shared.Tips;
import org.bulle.engine.denial.Risk;
import org.bulle.engine.profile.CatalogEntry;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** A profile in the list: icon, name, problems, source, network, risk. */
final class ProfileCell extends ListCell<ProfileRow> {
    private final Messages messages;
    private final Badges badges;
    private final Ago ago;
    private @Nullable ProfileRow shown;

    ProfileCell(Messages messages) {
        this.messages = messages;
        badges = new Badges(messages);
        ago = new Ago(messages);
    }

    @Override
    protected void updateItem(@Nullable ProfileRow row, boolean empty) {
        super.updateItem(row, empty);
        if (row != null && row == shown && !empty) {
            return;
        }
        shown = empty ? null : row;
        setText(null);
        setTooltip(null);
        setOnMouseEntered(null);
        setId(null);
        if (empty || row == null) {
            setGraphic(null);
            setAccessibleText(null);
            return;
        }
        switch (row) {
            case ProfileRow.Heading heading -> setGraphic(heading(heading));
            case ProfileRow.Item item -> setGraphic(item(item));
        }
    }

    private Node heading(ProfileRow.Heading heading) {
        Label name =
                new Label(messages.get("profiles.group." + heading.kind().name().toLowerCase(Locale.ROOT)));
        name.getStyleClass().add("section-title");
        Label count = new Label(Integer.toString(heading.count()));
        count.getStyleClass().add("secondary");
        HBox box = new HBox(6, Icons.of(heading.folded() ? Feather.CHEVRON_RIGHT : Feather.CHEVRON_DOWN), name, count);
        box.setAlignment(Pos.CENTER_LEFT);
        setAccessibleText(name.getText() + " " + heading.count());
        return box;
    }

    private Node item(ProfileRow.Item item) {
        CatalogEntry entry = item.entry();
        setId("profile-" + entry.name());
        Label name = new Label(
                entry.name(), Icons.of(entry.kind() == CatalogEntry.Kind.APP ? Feather.TERMINAL : Feather.BOX));
        name.setGraphicTextGap(8);
        name.getStyleClass().add("profile-word");
        name.setMinWidth(40);
        HBox box = new HBox(6, name);
        box.setAlignment(Pos.CENTER_LEFT);
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        box.getChildren().add(space);
        if (entry.broken()) {
            box.getChildren().add(Icons.of(Feather.ALERT_CIRCLE, "icon-danger"));
        }
        box.getChildren()
                .addAll(
                        source(entry.source()),
                        network(item.traits().network()),
                        risk(item.traits().risk()));
        String description = entry.description().or(entry::title).orElse("");
        String words = String.join(
                ", ",
                entry.name(),
                entry.kind().label(),
                entry.source().label(),
                messages.get(
                        "profiles.network." + item.traits().network().name().toLowerCase(Locale.ROOT)),
                badges.riskWord(item.traits().risk()));
        String run = item.lastRun()
                .map(when -> messages.get("profiles.last-run", ago.words(when, Instant.now())))
                .orElse(messages.get("profiles.last-run.never"));
        words = words + ", " + run;
        setAccessibleText(entry.broken() ? words + ", " + messages.get("profiles.item.broken") : words);
        String tip = description.isEmpty() ? words : description + "\n" + words;
        Tips.on(this, () -> tip);
        return box;
    }

    private Label source(CatalogEntry.Source source) {
        Label word = new Label(messages.get("profiles.source." + source.name().toLowerCase(Locale.ROOT)));
        word.setMinWidth(Region.USE_PREF_SIZE);
        switch (source) {
            case BUILT_IN -> word.getStyleClass().add("plain-word");
            case USER_ONLY -> word.getStyleClass().add("outline");
            case USER_OVERRIDE -> word.getStyleClass().addAll("outline", "accent-outline");
        }
        return word;
    }

    private static FontIcon network(ProfileTraits.Says says) {
        return switch (says) {
            case ALLOWED -> Icons.of(Feather.GLOBE);
            case LOOPBACK -> Icons.of(Feather.REPEAT);
            case DENIED -> Icons.of(Feather.SLASH, "icon-danger");
            case NOTHING -> Icons.of(Feather.MINUS, "icon-faint");
        };
    }

    private static FontIcon risk(Risk risk) {
        return switch (risk) {
            case NONE -> Icons.of(Feather.CIRCLE, "icon-none");
            case NOTICE -> Icons.of(Feather.ALERT_TRIANGLE, "icon-warning");
            case CREDENTIAL -> Icons.of(Feather.KEY, "icon-danger");
            case ESCAPE -> Icons.of(Feather.UNLOCK, "icon-danger");
        };
    }
}
