package org.bulle.desktop.runs;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import org.bulle.desktop.shared.Badges;
import org.bulle.desktop.shared.Engine;
import org.bulle.desktop.shared.Icons;
import org.bulle.desktop.shared.Messages;
import org.bulle.desktop.shared.MiddleEllipsis;
import org.bulle.engine.denial.Access;
import org.bulle.engine.denial.Denial;
import org.bulle.engine.denial.Risk;
import org.bulle.engine.denial.Suggestion;
import org.bulle.engine.profile.Printable;
import org.kordamp.ikonli.feather.Feather;

/** What the cells of the denials table show. */
final class DenialCells {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");
    private final Messages messages;
    private final Badges badges;
    private final Engine engine;
    private final ZoneId zone;
    private final RunsViewModel model;

    DenialCells(Messages messages, Engine engine, ZoneId zone, RunsViewModel model) {
        this.messages = messages;
        this.badges = new Badges(messages);
        this.engine = engine;
        this.zone = zone;
        this.model = model;
    }

    Optional<Node> tick(DenialRow row) {
        return switch (row) {
            case DenialRow.Group group
            when group.isGrantable() -> {
                CheckBox box = new CheckBox();
                box.setSelected(group.ticked());
                box.setAccessibleText(messages.get("runs.tick", target(group.first())));
                box.setOnAction(event -> model.tick(group.key(), box.isSelected()));
                yield Optional.of(box);
            }
            case DenialRow.Group group ->
                Optional.of(Icons.of(group.risk() == Risk.CREDENTIAL ? Feather.LOCK : Feather.SLASH));
            case DenialRow.Single ignored -> Optional.empty();
            case DenialRow.Harmless ignored -> Optional.empty();
        };
    }

    Optional<Node> access(DenialRow row) {
        return switch (row) {
            case DenialRow.Group group -> Optional.of(accessMark(group.first().access()));
            case DenialRow.Single single ->
                Optional.of(indented(
                        messages.get("runs.access." + single.denial().access().key())));
            case DenialRow.Harmless fold ->
                Optional.of(Icons.of(fold.open() ? Feather.CHEVRON_DOWN : Feather.CHEVRON_RIGHT));
        };
    }

    private Node accessMark(Access access) {
        Label letter = new Label(letter(access));
        letter.getStyleClass().addAll("right-slot", style(access));
        HBox box = new HBox(6, letter, new Label(messages.get("runs.access." + access.key())));
        box.setAlignment(Pos.CENTER_LEFT);
        return box;
    }

    private static String letter(Access access) {
        return switch (access) {
            case READ -> "R";
            case WRITE, CREATE, DELETE, RENAME -> "W";
            case EXECUTE -> "X";
            case CONNECT, BIND, SIGNAL, SERVICE -> "\u2022";
        };
    }

    private static String style(Access access) {
        return switch (access) {
            case READ -> "read";
            case WRITE, CREATE, DELETE, RENAME -> "write";
            case EXECUTE -> "execute";
            case CONNECT, BIND, SIGNAL, SERVICE -> "absent";
        };
    }

    private static Node indented(String text) {
        Label label = new Label(text);
        label.getStyleClass().add("muted");
        label.setStyle("-fx-padding: 0 0 0 25px;");
        return label;
    }

    Optional<Node> target(DenialRow row) {
        return switch (row) {
            case DenialRow.Group group -> {
                Label path = MiddleEllipsis.of(target(group.first()), "mono");
                HBox box = new HBox(6, path);
                box.setAlignment(Pos.CENTER_LEFT);
                if (group.denials().size() > 1) {
                    box.getChildren().addFirst(Icons.of(group.open() ? Feather.CHEVRON_DOWN : Feather.CHEVRON_RIGHT));
                    Label more = new Label(
                            messages.get("runs.records", group.denials().size()));
                    more.getStyleClass().add("secondary");
                    more.setMinWidth(Region.USE_PREF_SIZE);
                    box.getChildren().add(more);
                }
                yield Optional.of(box);
            }
            case DenialRow.Single single -> Optional.of(MiddleEllipsis.of(target(single.denial()), "mono", "muted"));
            case DenialRow.Harmless fold -> {
                Label words = new Label(messages.get("runs.harmless", fold.count()));
                words.getStyleClass().add("muted");
                words.setTooltip(new Tooltip(messages.get("runs.harmless.hint")));
                yield Optional.of(words);
            }
        };
    }

    /** A path may hold control characters: they are spelled out. A refused socket has no address yet. */
    private String target(Denial denial) {
        String target = denial.target();
        return target.isEmpty()
                ? messages.get(denial.access() == Access.SIGNAL ? "runs.target.process" : "runs.target.network")
                : Printable.escape(engine.abbreviate(target));
    }

    Optional<Node> count(DenialRow row) {
        return switch (row) {
            case DenialRow.Group group -> {
                Label label = new Label(Long.toString(group.count()));
                label.getStyleClass().add("strong");
                yield Optional.of(label);
            }
            case DenialRow.Single single ->
                Optional.of(muted(Long.toString(single.denial().count())));
            case DenialRow.Harmless ignored -> Optional.empty();
        };
    }

    Optional<Node> firstSeen(DenialRow row) {
        return switch (row) {
            case DenialRow.Group group -> Optional.of(new Label(time(group.firstSeen())));
            case DenialRow.Single single ->
                Optional.of(muted(time(single.denial().first())));
            case DenialRow.Harmless ignored -> Optional.empty();
        };
    }

    private String time(Instant at) {
        return TIME.format(at.atZone(zone));
    }

    Optional<Node> process(DenialRow row) {
        return switch (row) {
            case DenialRow.Group group ->
                Optional.of(new Label(Printable.escape(group.first().process())));
            case DenialRow.Single single ->
                Optional.of(muted(Integer.toString(single.denial().pid())));
            case DenialRow.Harmless ignored -> Optional.empty();
        };
    }

    Optional<Node> entry(DenialRow row) {
        return switch (row) {
            case DenialRow.Group group -> group.suggestion().map(this::entry);
            case DenialRow.Single ignored -> Optional.empty();
            case DenialRow.Harmless ignored -> Optional.empty();
        };
    }

    private Node entry(Suggestion suggestion) {
        if (!DenialRow.isGrantable(suggestion)) {
            Label why = new Label(suggestion.refused().orElse(""));
            why.getStyleClass().add("secondary");
            why.setTooltip(new Tooltip(why.getText()));
            return why;
        }
        Label list = new Label(suggestion.list());
        list.getStyleClass().addAll("mono", "strong");
        list.setMinWidth(34);
        HBox box = new HBox(4, list, MiddleEllipsis.of(Printable.escape(suggestion.entry()), "mono"));
        box.setAlignment(Pos.CENTER_LEFT);
        return box;
    }

    Optional<Node> risk(DenialRow row) {
        return row instanceof DenialRow.Group group
                ? Optional.of(badges.risk(group.risk(), grantsWriteAndExecute(group)))
                : Optional.empty();
    }

    private static boolean grantsWriteAndExecute(DenialRow.Group group) {
        return group.suggestion()
                .filter(suggestion -> suggestion.list().equals("rwx"))
                .isPresent();
    }

    private static Label muted(String text) {
        Label label = new Label(text);
        label.getStyleClass().add("muted");
        return label;
    }

    /** A whole row in words. */
    String words(DenialRow row) {
        return switch (row) {
            case DenialRow.Group group ->
                String.join(
                        ", ",
                        messages.get("runs.access." + group.first().access().key()),
                        target(group.first()),
                        Long.toString(group.count()),
                        group.suggestion()
                                .map(suggestion ->
                                        suggestion.refused().orElse(suggestion.list() + " " + suggestion.entry()))
                                .orElse(""),
                        badges.riskWord(group.risk()));
            case DenialRow.Single single ->
                messages.get("runs.access." + single.denial().access().key()) + ", " + target(single.denial());
            case DenialRow.Harmless fold -> messages.get("runs.harmless", fold.count());
        };
    }
}
