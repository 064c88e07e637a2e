package org.bulle.desktop.editor;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.bulle.desktop.shared.DesktopContext;
import org.bulle.desktop.shared.EffectCards;
import org.bulle.desktop.shared.Icons;
import org.bulle.desktop.shared.Messages;
import org.bulle.desktop.shared.Overlay;
import org.bulle.desktop.shared.Tasks;
import org.bulle.desktop.shared.TextDiffView;
import org.bulle.engine.check.ChangePreview;
import org.bulle.engine.check.EffectiveDifference;
import org.bulle.engine.check.TextDiff;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.profile.ProblemException;
import org.bulle.engine.run.Plan;
import org.kordamp.ikonli.feather.Feather;

/** What saving would change: in the text, in what the stack may do, for other profiles. Nothing is written before it is confirmed. */
final class SaveDialog {
    private final DesktopContext context;
    private final Messages messages;
    private final DocumentModel model;

    SaveDialog(DesktopContext context, DocumentModel model) {
        this.context = context;
        this.messages = context.messages();
        this.model = model;
    }

    /** What was worked out. */
    private sealed interface Outcome {
        record OfProfile(ChangePreview preview) implements Outcome {}

        record OfConfiguration(Optional<EffectiveDifference> difference, List<Problem> unusable) implements Outcome {}
    }

    /**
     * @param title of the dialog
     * @param verb on its button
     * @param text what would be written
     * @param confirmed writes it
     */
    void open(String title, String verb, String text, Runnable confirmed) {
        TextDiffView diff = new TextDiffView(messages);
        diff.tomlProperty().set(true);
        diff.describe(context.engine().abbreviate(model.source().file()), messages.get("editor.save.untouched"));
        diff.setPrefHeight(260);
        diff.setMinHeight(120);
        VBox.setVgrow(diff, Priority.ALWAYS);
        EffectCards cards = new EffectCards(messages, context.engine()::abbreviate);
        List<String> stack = stack();
        cards.waiting(stack);
        Label warning = new Label();
        warning.setWrapText(true);
        warning.setMinHeight(Region.USE_PREF_SIZE);
        HBox.setHgrow(warning, Priority.ALWAYS);
        warning.setMaxWidth(Double.MAX_VALUE);
        HBox note = new HBox(Icons.of(Feather.ALERT_TRIANGLE), warning);
        note.setId("save-note");
        note.getStyleClass().addAll("note", "warning");
        note.setVisible(false);
        note.setManaged(false);
        VBox body = new VBox(diff, cards, note);
        body.getStyleClass().add("dialog-body");
        Button cancel = new Button(messages.get("shared.dialog.cancel"));
        Button go = new Button(verb);
        go.setId("save-confirm");
        go.getStyleClass().add("accent");
        go.setDisable(true);
        Overlay.Shown shown = context.overlay().dialog(title, body, foot(cancel, go), 860, 600);
        cancel.setOnAction(event -> shown.close());
        go.setOnAction(event -> {
            shown.close();
            confirmed.run();
        });
        cancel.requestFocus();
        Optional<String> base = model.baseProperty().get();
        context.tasks().run(() -> TextDiff.between(base.orElse(""), text), diff::show, failure -> {
            warning.setText(failure.message());
            reveal(note);
        });
        Tasks.Running running = context.tasks()
                .run(
                        work(text, stack),
                        outcome -> {
                            go.setDisable(false);
                            show(outcome, cards, stack);
                            warn(note, warning, outcome);
                        },
                        failure -> {
                            go.setDisable(false);
                            warning.setText(failure.message());
                            reveal(note);
                        });
        shown.onClosed(running::cancel);
    }

    private Node foot(Button cancel, Button go) {
        Label kept = new Label(messages.get("editor.save.kept"));
        kept.getStyleClass().add("secondary");
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        HBox foot = new HBox(kept, space, cancel, go);
        foot.getStyleClass().add("dialog-foot");
        return foot;
    }

    /** The header's stack when the change reaches it, else the profile alone. */
    private List<String> stack() {
        List<String> stack = List.copyOf(context.selection().stack());
        String name = model.source().name();
        if (model.source().isConfiguration()) {
            return stack.isEmpty() ? List.of("default") : stack;
        }
        boolean reached =
                stack.contains(name) || stack.stream().anyMatch(model.catalog().dependents(name)::contains);
        return reached ? stack : List.of(name);
    }

    private Callable<Outcome> work(String text, List<String> stack) {
        Catalog before = model.catalog();
        java.nio.file.Path workspace = context.selection().workspaceProperty().get();
        if (model.source().isConfiguration()) {
            return () -> {
                Plan then = context.engine().plan(before, stack, workspace);
                try {
                    Plan now = context.engine().plan(before.withConfiguration(text), stack, workspace);
                    return new Outcome.OfConfiguration(Optional.of(EffectiveDifference.between(then, now)), List.of());
                } catch (ProblemException unusable) {
                    return new Outcome.OfConfiguration(Optional.empty(), unusable.problems());
                }
            };
        }
        return () -> new Outcome.OfProfile(ChangePreview.of(
                before,
                model.source().name(),
                Optional.of(text),
                stack,
                context.engine().platform(),
                (catalog, names) -> context.engine().plan(catalog, names, workspace)));
    }

    private static void show(Outcome outcome, EffectCards cards, List<String> stack) {
        switch (outcome) {
            case Outcome.OfProfile profile -> cards.show(profile.preview(), stack);
            case Outcome.OfConfiguration configuration -> {
                cards.hideReach();
                cards.show(configuration.difference(), configuration.unusable(), stack);
            }
        }
    }

    /** Errors first; else the worst that the linter says of the text. */
    private void warn(HBox note, Label warning, Outcome outcome) {
        List<Problem> errors = switch (outcome) {
            case Outcome.OfProfile profile ->
                profile.preview().problems().stream().filter(Problem::isError).toList();
            case Outcome.OfConfiguration configuration ->
                model.problemsProperty().get().stream().filter(Problem::isError).toList();
        };
        List<String> dangers = model.problemsProperty().get().stream()
                .filter(problem -> problem.severity() == Problem.Severity.WARNING)
                .map(problem -> problem.line() + ": " + problem.message())
                .limit(3)
                .toList();
        if (!errors.isEmpty()) {
            warning.setText(messages.get(
                    "editor.save.broken",
                    errors.getFirst().line() + ":" + errors.getFirst().column() + " "
                            + errors.getFirst().message()));
            reveal(note);
        } else if (!dangers.isEmpty()) {
            warning.setText(String.join("\n", dangers));
            reveal(note);
        }
    }

    private static void reveal(HBox note) {
        note.setVisible(true);
        note.setManaged(true);
    }
}
