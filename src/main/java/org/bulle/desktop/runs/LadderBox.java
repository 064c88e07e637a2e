package org.bulle.desktop.runs;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.AccessibleRole;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import org.bulle.desktop.shared.Icons;
import org.bulle.desktop.shared.Messages;
import org.bulle.engine.denial.suggest.BreadthLadder;
import org.kordamp.ikonli.feather.Feather;

/** The breadth ladder: joined segments, one for each kind of entry. Left and Right move over those that can be chosen. */
final class LadderBox extends HBox {
    private static final PseudoClass CHOSEN = PseudoClass.getPseudoClass("chosen");
    private static final PseudoClass MISSING = PseudoClass.getPseudoClass("missing");

    /**
     * @param words what the chosen rung would expose
     * @param choose called with the rung that is clicked or moved to
     */
    LadderBox(Messages messages, DenialRow.Group group, String words, IntConsumer choose) {
        getStyleClass().add("ladder");
        setAlignment(Pos.CENTER_LEFT);
        setAccessibleRole(AccessibleRole.SLIDER);
        setFocusTraversable(true);
        BreadthLadder ladder = group.ladder();
        List<Label> segments = new ArrayList<>();
        for (int i = 0; i < ladder.rungs().size(); i++) {
            segments.add(segment(messages, ladder.rungs().get(i), i, i == group.rung(), choose));
        }
        segments.getFirst().getStyleClass().add("first");
        segments.getLast().getStyleClass().add("last");
        getChildren().setAll(segments);
        setAccessibleText(messages.get(
                "runs.ladder.name",
                messages.get(key(ladder.rungs().get(group.rung()).kind())),
                String.join(", ", group.entries()),
                words));
        addEventHandler(KeyEvent.KEY_PRESSED, event -> {
            int direction = switch (event.getCode()) {
                case LEFT -> -1;
                case RIGHT -> 1;
                default -> 0;
            };
            if (direction != 0) {
                choose.accept(ladder.step(group.rung(), direction));
                event.consume();
            }
        });
    }

    private static Label segment(
            Messages messages, BreadthLadder.Rung rung, int at, boolean chosen, IntConsumer choose) {
        Label segment = new Label();
        segment.setGraphic(rung.kind() == BreadthLadder.Kind.VARIABLE ? dollar() : Icons.of(icon(rung.kind())));
        segment.getStyleClass().add("ladder-segment");
        segment.pseudoClassStateChanged(CHOSEN, chosen);
        segment.pseudoClassStateChanged(MISSING, !rung.isAvailable());
        String what = messages.get(key(rung.kind()));
        segment.setTooltip(new Tooltip(
                rung.isAvailable()
                        ? messages.get("runs.ladder.rung", what, String.join("\n", rung.entries()))
                        : messages.get("runs.ladder.rung", what, messages.get(missing(rung.missing())))));
        segment.setOnMouseClicked(event -> {
            if (rung.isAvailable()) {
                choose.accept(at);
            }
            event.consume();
        });
        return segment;
    }

    private static Label dollar() {
        Label sign = new Label("$");
        sign.getStyleClass().add("ladder-sign");
        return sign;
    }

    static Feather icon(BreadthLadder.Kind kind) {
        return switch (kind) {
            case FILE -> Feather.FILE;
            case FOLDER -> Feather.FOLDER;
            case VARIABLE -> Feather.DOLLAR_SIGN;
            case RESOLVER -> Feather.TOOL;
            case PORT -> Feather.CROSSHAIR;
            case LOOPBACK -> Feather.MONITOR;
            case INTERNET -> Feather.GLOBE;
        };
    }

    static String key(BreadthLadder.Kind kind) {
        return switch (kind) {
            case FILE -> "runs.ladder.file";
            case FOLDER -> "runs.ladder.folder";
            case VARIABLE -> "runs.ladder.variable";
            case RESOLVER -> "runs.ladder.resolver";
            case PORT -> "runs.ladder.port";
            case LOOPBACK -> "runs.ladder.loopback";
            case INTERNET -> "runs.ladder.internet";
        };
    }

    private static String missing(BreadthLadder.Missing why) {
        return switch (why) {
            case NOTHING -> "runs.ladder.missing.nothing";
            case NEEDS_FOLDER -> "runs.ladder.missing.needs-folder";
            case NO_FILE -> "runs.ladder.missing.no-file";
            case TOO_MANY -> "runs.ladder.missing.too-many";
            case TOO_BROAD -> "runs.ladder.missing.too-broad";
            case NO_VARIABLE -> "runs.ladder.missing.no-variable";
            case NO_RESOLVER -> "runs.ladder.missing.no-resolver";
            case NOT_ENOUGH -> "runs.ladder.missing.not-enough";
        };
    }
}
