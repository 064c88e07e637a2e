package org.bulle.desktop.profiles;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
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
import org.bulle.desktop.shared.Styles;
import org.bulle.desktop.shared.Tips;
import org.bulle.engine.denial.Risk;
import org.bulle.engine.profile.CatalogEntry;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** A profile in the list: icon, name, problems, source, network, risk. The nodes are made once and filled anew as the list scrolls. */
final class ProfileCell extends ListCell<ProfileRow> {
    private static final int NETWORK = 4;
    private static final int RISK = 5;
    private final Messages messages;
    private final Badges badges;
    private final Ago ago;
    private final Supplier<Instant> now;
    private final Label name = new Label();
    private final Label source = new Label();
    private final FontIcon broken = Icons.of(Feather.ALERT_CIRCLE, "icon-danger");
    private final Map<Object, FontIcon> icons = new HashMap<>();
    private final HBox item;
    private final Label group = new Label();
    private final Label count = new Label();
    private final HBox heading;
    private @Nullable ProfileRow shown;

    ProfileCell(Messages messages, Supplier<Instant> now) {
        this.messages = messages;
        this.now = now;
        badges = new Badges(messages);
        ago = new Ago(messages);
        name.setGraphicTextGap(8);
        name.getStyleClass().add("profile-word");
        name.setMinWidth(40);
        source.setMinWidth(Region.USE_PREF_SIZE);
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        item = new HBox(6, name, space, broken, source, new Region(), new Region());
        item.setAlignment(Pos.CENTER_LEFT);
        group.getStyleClass().add("section-title");
        count.getStyleClass().add("secondary");
        heading = new HBox(6, group, count);
        heading.setAlignment(Pos.CENTER_LEFT);
    }

    /** Each is made when a row first needs it. */
    private FontIcon icon(Object of, Supplier<FontIcon> make) {
        return icons.computeIfAbsent(of, key -> make.get());
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
        if (empty || row == null) {
            setGraphic(null);
            name.setId(null);
            setAccessibleText(null);
            return;
        }
        switch (row) {
            case ProfileRow.Heading head -> show(head);
            case ProfileRow.Item profile -> show(profile);
        }
    }

    private void show(ProfileRow.Heading head) {
        group.setText(messages.get("profiles.group." + head.kind().name().toLowerCase(Locale.ROOT)));
        count.setText(Integer.toString(head.count()));
        group.setGraphic(
                head.folded()
                        ? icon("folded", () -> Icons.of(Feather.CHEVRON_RIGHT))
                        : icon("open", () -> Icons.of(Feather.CHEVRON_DOWN)));
        setGraphic(heading);
        setAccessibleText(group.getText() + " " + head.count());
    }

    private void show(ProfileRow.Item profile) {
        CatalogEntry entry = profile.entry();
        // Not on the cell: another id has a node and everything in it styled anew.
        name.setId("profile-" + entry.name());
        name.setText(entry.name());
        name.setGraphic(
                entry.kind() == CatalogEntry.Kind.APP
                        ? icon("app", () -> Icons.of(Feather.TERMINAL))
                        : icon("support", () -> Icons.of(Feather.BOX)));
        source(entry.source());
        Styles.shown(broken, entry.broken());
        ProfileTraits.Says says = profile.traits().network();
        Risk risk = profile.traits().risk();
        place(NETWORK, icon(says, () -> network(says)));
        place(RISK, icon(risk, () -> risk(risk)));
        setGraphic(item);
        String words = words(profile);
        setAccessibleText(words);
        String description = entry.description().or(entry::title).orElse("");
        Tips.on(this, () -> description.isEmpty() ? words : description + "\n" + words);
    }

    /** Those that stay are not touched: what comes into the scene is styled anew. */
    private void place(int at, Node icon) {
        if (item.getChildren().get(at) != icon) {
            item.getChildren().set(at, icon);
        }
    }

    private String words(ProfileRow.Item profile) {
        CatalogEntry entry = profile.entry();
        String run = profile.lastRun()
                .map(when -> messages.get("profiles.last-run", ago.words(when, now.get())))
                .orElse(messages.get("profiles.last-run.never"));
        String words = String.join(
                ", ",
                entry.name(),
                entry.kind().label(),
                entry.source().label(),
                messages.get(
                        "profiles.network." + profile.traits().network().name().toLowerCase(Locale.ROOT)),
                badges.riskWord(profile.traits().risk()),
                run);
        return entry.broken() ? words + ", " + messages.get("profiles.item.broken") : words;
    }

    private void source(CatalogEntry.Source from) {
        source.setText(messages.get("profiles.source." + from.name().toLowerCase(Locale.ROOT)));
        List<String> styles = switch (from) {
            case BUILT_IN -> List.of("label", "plain-word");
            case USER_ONLY -> List.of("label", "outline");
            case USER_OVERRIDE -> List.of("label", "outline", "accent-outline");
        };
        if (!source.getStyleClass().equals(styles)) {
            source.getStyleClass().setAll(styles);
        }
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
