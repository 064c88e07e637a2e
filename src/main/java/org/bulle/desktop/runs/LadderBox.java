package org.bulle.desktop.runs;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.AccessibleRole;
import javafx.scene.control.Label;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import org.bulle.desktop.shared.Icons;
import org.bulle.desktop.shared.Messages;
import org.bulle.desktop.shared.Tips;
import org.bulle.engine.denial.suggest.BreadthLadder;
import org.kordamp.ikonli.feather.Feather;

/** The breadth ladder: joined segments, one for each kind of entry. Left and Right move over those that can be chosen. */
final class LadderBox extends HBox {
    private static final PseudoClass CHOSEN = PseudoClass.getPseudoClass("chosen");
    private static final PseudoClass MISSING = PseudoClass.getPseudoClass("missing");

    private final Messages messages;
    private final List<Label> segments = new ArrayList<>();
    private List<BreadthLadder.Kind> kinds = List.of();
    private IntConsumer move = direction -> {};

    LadderBox(Messages messages) {
        this.messages = messages;
        getStyleClass().add("ladder");
        setAlignment(Pos.CENTER_LEFT);
        setAccessibleRole(AccessibleRole.SLIDER);
        setFocusTraversable(true);
        addEventHandler(KeyEvent.KEY_PRESSED, event -> {
            int direction = switch (event.getCode()) {
                case LEFT -> -1;
                case RIGHT -> 1;
                default -> 0;
            };
            if (direction != 0) {
                move.accept(direction);
                event.consume();
            }
        });
    }

    /**
     * Shows the ladder of a group.
     *
     * @param words what the chosen rung would expose
     * @param choose called with the rung that is clicked or moved to
     */
    void show(DenialRow.Group group, String words, IntConsumer choose) {
        BreadthLadder ladder = group.ladder();
        List<BreadthLadder.Kind> now =
                ladder.rungs().stream().map(BreadthLadder.Rung::kind).toList();
        if (!now.equals(kinds)) {
            kinds = now;
            segments.clear();
            now.forEach(kind -> segments.add(segment(kind)));
            segments.getFirst().getStyleClass().add("first");
            segments.getLast().getStyleClass().add("last");
            getChildren().setAll(segments);
        }
        for (int i = 0; i < segments.size(); i++) {
            fill(segments.get(i), ladder.rungs().get(i), i, i == group.rung(), choose);
        }
        move = direction -> choose.accept(ladder.step(group.rung(), direction));
        setAccessibleText(messages.get(
                "runs.ladder.name",
                messages.get(key(now.get(group.rung()))),
                String.join(", ", group.entries()),
                words));
    }

    private static Label segment(BreadthLadder.Kind kind) {
        Label segment = new Label();
        segment.setGraphic(kind == BreadthLadder.Kind.VARIABLE ? dollar() : Icons.of(icon(kind)));
        segment.getStyleClass().add("ladder-segment");
        return segment;
    }

    private void fill(Label segment, BreadthLadder.Rung rung, int at, boolean chosen, IntConsumer choose) {
        segment.pseudoClassStateChanged(CHOSEN, chosen);
        segment.pseudoClassStateChanged(MISSING, !rung.isAvailable());
        Tips.on(
                segment,
                () -> messages.get(
                        "runs.ladder.rung",
                        messages.get(key(rung.kind())),
                        rung.isAvailable()
                                ? String.join("\n", rung.entries())
                                : messages.get(missing(rung.missing()))));
        segment.setOnMouseClicked(event -> {
            if (rung.isAvailable()) {
                choose.accept(at);
            }
            event.consume();
        });
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
