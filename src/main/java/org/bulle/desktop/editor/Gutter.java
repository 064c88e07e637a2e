package org.bulle.desktop.editor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javafx.application.Platform;
import javafx.css.PseudoClass;
import javafx.geometry.Bounds;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.shape.Rectangle;
import javafx.scene.text.Text;
import org.bulle.desktop.shared.Icons;
import org.bulle.desktop.shared.Tips;
import org.bulle.engine.profile.Problem;
import org.fxmisc.richtext.CodeArea;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/**
 * Left of each line: the worst problem's mark, the number, and a bar where the line is not as it is in the file. It stands beside the text and not in it, and uses
 * the same few nodes again: a line that comes in would otherwise make those of all lines below it anew.
 */
public final class Gutter extends Region {
    private static final PseudoClass CURRENT = PseudoClass.getPseudoClass("current");
    private static final double MARK = 24;
    private static final double DIGIT = 8;
    private static final double BAR = 3;
    private static final double GAP = 6;
    private final CodeArea area;
    private final List<Row> rows = new ArrayList<>();
    private final Map<Integer, Problem> worst = new HashMap<>();
    private final Set<Integer> changed = new HashSet<>();
    private final Runnable place = this::place;
    private boolean moved = true;
    private @Nullable Sight sight;
    private int digits = 2;

    /** Where the lines in sight stand: between the first and the last nothing moves that leaves both where they are. */
    private record Sight(
            int first,
            int lines,
            @Nullable Bounds top,
            @Nullable Bounds bottom) {
        static Sight of(CodeArea area, int lines) {
            return lines == 0
                    ? new Sight(0, 0, null, null)
                    : new Sight(
                            area.visibleParToAllParIndex(0),
                            lines,
                            area.getVisibleParagraphBoundsOnScreen(0),
                            area.getVisibleParagraphBoundsOnScreen(lines - 1));
        }
    }

    /** The nodes beside one line that is in sight. */
    private static final class Row {
        private int paragraph = -1;
        private final Text number = new Text();
        private final Region bar = new Region();
        private @Nullable Node icon;
        private @Nullable Problem problem;

        Row() {
            number.getStyleClass().add("lineno");
            number.setTextOrigin(VPos.CENTER);
            bar.getStyleClass().add("gutter-bar");
            for (Node node : List.of(number, bar)) {
                node.setManaged(false);
                node.setMouseTransparent(true);
            }
        }
    }

    public Gutter(CodeArea area) {
        this.area = area;
        getStyleClass().add("gutter");
        Rectangle inside = new Rectangle();
        inside.widthProperty().bind(widthProperty());
        inside.heightProperty().bind(heightProperty());
        setClip(inside);
        area.getStyleClass().add("numbered");
        // An invalidation listener: one that is told the value would have it worked out with each step of each change.
        area.estimatedScrollYProperty().addListener(property -> follow());
        area.heightProperty().addListener(property -> follow());
        area.widthProperty().addListener(property -> follow());
        area.plainTextChanges()
                .filter(change -> change.getRemoved().indexOf('\n') >= 0
                        || change.getInserted().indexOf('\n') >= 0)
                .subscribe(change -> follow());
        area.currentParagraphProperty().addListener((property, old, now) -> rows.forEach(this::tell));
        sceneProperty().addListener((property, old, now) -> move(old, now));
        setOnScroll(event -> area.scrollYBy(-event.getDeltaY()));
        setOnMousePressed(event -> {
            area.moveTo(area.hit(1, event.getY()).getInsertionIndex());
            area.requestFocus();
        });
    }

    /** The text with its gutter. */
    public static Region beside(Gutter gutter, Region text) {
        HBox.setHgrow(text, Priority.ALWAYS);
        return new HBox(gutter, text);
    }

    private void move(@Nullable Scene old, @Nullable Scene now) {
        if (old != null) {
            old.removePostLayoutPulseListener(place);
        }
        if (now != null) {
            sight = null;
            now.addPostLayoutPulseListener(place);
            follow();
        }
    }

    /** Something has moved; where to is known after the text was laid out. */
    private void follow() {
        if (!moved) {
            moved = true;
            Platform.requestNextPulse();
        }
        int needed = Math.max(2, Integer.toString(area.getParagraphs().size()).length());
        if (needed != digits) {
            digits = needed;
            sight = null;
            requestLayout();
            requestParentLayout();
        }
    }

    @Override
    protected double computePrefWidth(double height) {
        return MARK + digits * DIGIT + GAP + BAR + GAP;
    }

    @Override
    protected double computeMinWidth(double height) {
        return computePrefWidth(height);
    }

    @Override
    protected double computeMaxWidth(double height) {
        return computePrefWidth(height);
    }

    @Override
    protected double computePrefHeight(double width) {
        return 0;
    }

    /** Puts a row beside each line in sight. */
    private void place() {
        if (!moved || area.getScene() == null) {
            return;
        }
        moved = false;
        area.estimatedScrollYProperty().getValue();
        int lines = area.getVisibleParagraphs().size();
        Sight now = Sight.of(area, lines);
        if (now.equals(sight)) {
            return;
        }
        sight = now;
        List<Bounds> bounds = new ArrayList<>();
        double height = 0;
        for (int i = 0; i < lines; i++) {
            Bounds line = screenToLocal(area.getVisibleParagraphBoundsOnScreen(i));
            bounds.add(line);
            height = Math.max(height, line.getHeight());
        }
        int used = 0;
        for (Bounds line : bounds) {
            // Of what is only half in sight only that half is told; the lines are alike.
            double y = used == 0 && bounds.size() > 1 ? line.getMaxY() - height : line.getMinY();
            place(row(used), area.visibleParToAllParIndex(used), y, height);
            used++;
        }
        for (Row rest : rows.subList(used, rows.size())) {
            hide(rest);
        }
    }

    private Row row(int index) {
        if (index == rows.size()) {
            Row made = new Row();
            rows.add(made);
            getChildren().addAll(made.bar, made.number);
        }
        return rows.get(index);
    }

    private void hide(Row row) {
        row.paragraph = -1;
        row.number.setVisible(false);
        tell(row);
    }

    /** The first line in sight, from 0, as it was when the lines were last laid out. */
    int firstInSight() {
        return rows.isEmpty() ? 0 : Math.max(0, rows.getFirst().paragraph);
    }

    int lastInSight() {
        return rows.stream().mapToInt(row -> row.paragraph).max().orElse(-1);
    }

    private void place(Row row, int paragraph, double y, double height) {
        row.paragraph = paragraph;
        String number = Integer.toString(paragraph + 1);
        if (!row.number.getText().equals(number)) {
            row.number.setText(number);
        }
        double right = MARK + digits * DIGIT;
        row.number.setVisible(true);
        row.number.setX(right - row.number.getLayoutBounds().getWidth());
        row.number.setY(Math.round(y + height / 2));
        row.bar.resizeRelocate(right + GAP, y, BAR, height);
        tell(row);
    }

    /** Says of a line in sight what is known of it. */
    private void tell(Row row) {
        boolean shown = row.paragraph >= 0;
        row.number.pseudoClassStateChanged(CURRENT, row.paragraph == area.getCurrentParagraph());
        row.bar.setVisible(shown && changed.contains(row.paragraph + 1));
        mark(row, shown ? worst.get(row.paragraph + 1) : null);
        Node icon = row.icon;
        if (icon != null) {
            icon.relocate(
                    (MARK - icon.prefWidth(-1)) / 2,
                    row.bar.getLayoutY() + (row.bar.getHeight() - icon.prefHeight(-1)) / 2);
        }
    }

    /** The icon stays where the next problem is as bad as the last. */
    private void mark(Row row, @Nullable Problem problem) {
        Problem.Severity before = row.problem == null ? null : row.problem.severity();
        Problem.Severity now = problem == null ? null : problem.severity();
        row.problem = problem;
        if (before == now) {
            return;
        }
        if (row.icon != null) {
            getChildren().remove(row.icon);
            row.icon = null;
        }
        if (now != null) {
            Node icon = icon(now);
            icon.setManaged(false);
            Tips.on(icon, () -> row.problem == null ? "" : row.problem.message());
            getChildren().add(icon);
            icon.applyCss();
            row.icon = icon;
        }
    }

    static Node icon(Problem.Severity severity) {
        return switch (severity) {
            case ERROR -> Icons.of(Feather.ALERT_CIRCLE, "icon-danger");
            case WARNING -> Icons.of(Feather.ALERT_TRIANGLE, "icon-warning");
            case NOTE -> Icons.of(Feather.INFO, "icon-accent");
        };
    }

    void show(List<Problem> problems) {
        worst.clear();
        for (Problem problem : problems) {
            if (problem.line() > 0) {
                worst.merge(
                        problem.line(),
                        problem,
                        (one, other) -> one.severity().compareTo(other.severity()) <= 0 ? one : other);
            }
        }
        rows.forEach(this::tell);
    }

    /** @param lines 1-based */
    void showChanged(Set<Integer> lines) {
        changed.clear();
        changed.addAll(lines);
        rows.forEach(this::tell);
    }

    /** Lines have come or gone: what is known of those below moves with them. */
    void shift(int line, int by) {
        if (by == 0) {
            return;
        }
        Map<Integer, Problem> problems = new HashMap<>();
        worst.forEach((at, problem) -> problems.put(at > line ? Math.max(line, at + by) : at, problem));
        worst.clear();
        worst.putAll(problems);
        List<Integer> lines = changed.stream()
                .map(at -> at > line ? Math.max(line, at + by) : at)
                .toList();
        changed.clear();
        changed.addAll(lines);
        follow();
    }
}
