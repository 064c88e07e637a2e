package org.bulle.desktop.editor;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.bulle.desktop.shared.Messages;
import org.bulle.desktop.shared.Tips;
import org.bulle.engine.profile.Problem;

/** The problems below the text: a click goes there, the link mends it. */
final class ProblemsPane extends VBox {
    private static final double ROW = 28;
    private static final int MOST_ROWS = 4;
    private final Messages messages;
    private final ListView<Problem> list = new ListView<>();
    private final Apart room = new Apart(list);
    private final HBox counts = new HBox(12);
    private final Label verdict = new Label();
    private final Consumer<Problem> open;
    private final Consumer<Problem> fix;
    private final Map<Problem.Severity, Label> byKind = new EnumMap<>(Problem.Severity.class);
    private boolean editable;
    private int rows;

    ProblemsPane(Messages messages, Consumer<Problem> open, Consumer<Problem> fix, boolean editable) {
        this.messages = messages;
        this.open = open;
        this.fix = fix;
        this.editable = editable;
        getStyleClass().add("problems-pane");
        Label title = new Label(messages.get("editor.problems.title"));
        title.getStyleClass().add("strong");
        counts.setAlignment(Pos.CENTER_LEFT);
        verdict.setId("problems-verdict");
        verdict.getStyleClass().add("secondary");
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        HBox head = new HBox(12, title, counts, space, verdict);
        head.getStyleClass().add("pane-head");
        list.setId("problems-list");
        list.setAccessibleText(messages.get("editor.problems.title"));
        list.setFixedCellSize(ROW);
        list.setCellFactory(view -> new Cell());
        list.setOnMouseClicked(event -> openSelected());
        list.setOnKeyPressed(event -> {
            if (event.getCode() == KeyCode.ENTER) {
                if (event.isAltDown()) {
                    fixSelected();
                } else {
                    openSelected();
                }
                event.consume();
            }
        });
        getChildren().addAll(head, room);
        show(List.of());
    }

    /** The list grows with the problems, and does not shrink again while the text beside it is typed in. */
    void show(List<Problem> problems) {
        list.getItems().setAll(problems);
        rows = Math.max(rows, Math.min(problems.size(), MOST_ROWS));
        double height = rows * ROW + (rows > 0 ? 2 : 0);
        if (room.getPrefHeight() != height) {
            room.setPrefHeight(height);
            room.setMinHeight(height);
            room.setMaxHeight(height);
        }
        for (Problem.Severity severity : Problem.Severity.values()) {
            long many = problems.stream()
                    .filter(problem -> problem.severity() == severity)
                    .count();
            Label count = byKind.get(severity);
            if (count == null && many > 0) {
                count = new Label("", Gutter.icon(severity));
                byKind.put(severity, count);
                counts.getChildren().setAll(byKind.values());
            }
            if (count != null) {
                count.setText(messages.get("editor.problems." + severity.name().toLowerCase(Locale.ROOT), many));
                count.setVisible(many > 0);
                count.setManaged(many > 0);
            }
        }
        boolean broken = problems.stream().anyMatch(Problem::isError);
        verdict.setText(
                broken
                        ? messages.get("editor.problems.broken")
                        : problems.isEmpty() ? messages.get("editor.problems.none") : "");
    }

    private void openSelected() {
        Problem problem = list.getSelectionModel().getSelectedItem();
        if (problem != null) {
            open.accept(problem);
        }
    }

    private void fixSelected() {
        Problem problem = list.getSelectionModel().getSelectedItem();
        if (problem != null && problem.fix() != null) {
            fix.accept(problem);
        }
    }

    /** What a fix would write, in words. */
    static String fixWords(Messages messages, Problem problem) {
        String fix = problem.fix();
        if (fix == null) {
            return "";
        }
        return fix.isEmpty() ? messages.get("editor.fix.remove") : messages.get("editor.fix.change", fix);
    }

    private final class Cell extends ListCell<Problem> {
        private final Label words = new Label();
        private final Label place = new Label();
        private final Hyperlink mend = new Hyperlink();
        private final HBox line = new HBox(8);
        private final Map<Problem.Severity, Node> icons = new EnumMap<>(Problem.Severity.class);

        Cell() {
            place.getStyleClass().addAll("mono", "muted");
            place.setMinWidth(Region.USE_PREF_SIZE);
            mend.setMinWidth(Region.USE_PREF_SIZE);
            mend.getStyleClass().add("problem-fix");
            Region space = new Region();
            HBox.setHgrow(space, Priority.ALWAYS);
            line.setAlignment(Pos.CENTER_LEFT);
            line.getChildren().addAll(words, place, space, mend);
            setGraphic(line);
        }

        @Override
        protected void updateItem(Problem problem, boolean empty) {
            super.updateItem(problem, empty);
            // Taken out and put in again, the nodes would be styled anew.
            line.setVisible(!empty && problem != null);
            if (empty || problem == null) {
                setAccessibleText("");
                return;
            }
            words.setText(problem.message());
            words.setGraphic(icons.computeIfAbsent(problem.severity(), Gutter::icon));
            place.setText(problem.line() > 0 ? problem.line() + ":" + problem.column() : "");
            boolean fixable = editable && problem.fix() != null;
            mend.setVisible(fixable);
            mend.setManaged(fixable);
            mend.setText(fixWords(messages, problem));
            mend.setOnAction(event -> fix.accept(problem));
            Tips.on(words, problem::message);
            setAccessibleText(
                    messages.get("editor.problems." + problem.severity().name().toLowerCase(Locale.ROOT), 1) + ", "
                            + problem.message() + " " + place.getText());
        }
    }
}
