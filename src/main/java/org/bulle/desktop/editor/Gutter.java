package org.bulle.desktop.editor;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import org.bulle.desktop.shared.Icons;
import org.bulle.engine.profile.Problem;
import org.fxmisc.richtext.CodeArea;
import org.kordamp.ikonli.feather.Feather;

/** Left of each line: the worst problem's mark, the number, and a bar where the line is not as it is in the file. */
public final class Gutter implements IntFunction<Node> {
    private final CodeArea area;
    private final Map<Integer, Problem> worst = new HashMap<>();
    private final Set<Integer> changed = new HashSet<>();

    public Gutter(CodeArea area) {
        this.area = area;
    }

    @Override
    public Node apply(int paragraph) {
        StackPane slot = new StackPane();
        slot.getStyleClass().add("gutter-mark");
        Problem problem = worst.get(paragraph + 1);
        if (problem != null) {
            Node icon = icon(problem.severity());
            Tooltip.install(icon, new Tooltip(problem.message()));
            slot.getChildren().add(icon);
        }
        Label number = new Label(Integer.toString(paragraph + 1));
        number.getStyleClass().add("lineno");
        int digits = Math.max(2, Integer.toString(area.getParagraphs().size()).length());
        number.setMinWidth(digits * 8.0);
        number.setAlignment(Pos.CENTER_RIGHT);
        Region bar = new Region();
        bar.getStyleClass().add("gutter-bar");
        if (changed.contains(paragraph + 1)) {
            bar.getStyleClass().add("changed");
        }
        HBox line = new HBox(slot, number, bar);
        line.getStyleClass().add("gutter");
        return line;
    }

    static Node icon(Problem.Severity severity) {
        return switch (severity) {
            case ERROR -> Icons.of(Feather.ALERT_CIRCLE, "icon-danger");
            case WARNING -> Icons.of(Feather.ALERT_TRIANGLE, "icon-warning");
            case NOTE -> Icons.of(Feather.INFO, "icon-accent");
        };
    }

    void show(List<Problem> problems) {
        Map<Integer, Problem> fresh = new HashMap<>();
        for (Problem problem : problems) {
            if (problem.line() > 0) {
                fresh.merge(
                        problem.line(),
                        problem,
                        (one, other) -> one.severity().compareTo(other.severity()) <= 0 ? one : other);
            }
        }
        Set<Integer> lines = new HashSet<>(worst.keySet());
        lines.addAll(fresh.keySet());
        lines.removeIf(line -> fresh.containsKey(line) && fresh.get(line).equals(worst.get(line)));
        worst.clear();
        worst.putAll(fresh);
        redraw(lines);
    }

    /** @param lines 1-based */
    void showChanged(Set<Integer> lines) {
        Set<Integer> different = new HashSet<>(changed);
        different.removeAll(lines);
        lines.stream().filter(line -> !changed.contains(line)).forEach(different::add);
        changed.clear();
        changed.addAll(lines);
        redraw(different);
    }

    /** Only what is in sight exists; the other lines are made when they come into sight. */
    private void redraw(Set<Integer> lines) {
        if (area.getScene() == null || area.getVisibleParagraphs().isEmpty()) {
            return;
        }
        int first = area.firstVisibleParToAllParIndex();
        int last = area.lastVisibleParToAllParIndex();
        for (int line : lines) {
            if (line - 1 >= first && line - 1 <= last) {
                area.recreateParagraphGraphic(line - 1);
            }
        }
    }
}
