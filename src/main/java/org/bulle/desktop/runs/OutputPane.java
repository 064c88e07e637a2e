package org.bulle.desktop.runs;

import java.util.Optional;
import java.util.regex.Pattern;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.bulle.desktop.shared.Clip;
import org.bulle.desktop.shared.Columns;
import org.bulle.desktop.shared.DesktopContext;
import org.bulle.desktop.shared.Icons;
import org.bulle.desktop.shared.Messages;
import org.bulle.engine.history.KeptOutput;
import org.bulle.engine.history.RunRecord;
import org.bulle.engine.history.RunSummary;
import org.fxmisc.flowless.VirtualizedScrollPane;
import org.fxmisc.richtext.CodeArea;
import org.kordamp.ikonli.feather.Feather;

/** What the chosen run said, where that was kept; else that it was not, and why. */
final class OutputPane extends BorderPane {
    private static final Pattern CONTROL = Pattern.compile(
            "\u001b(?:\\[[0-?]*[ -/]*[@-~]|\\][^\u0007\u001b]*(?:\u0007|\u001b\\\\)|[PX^_].*?\u001b\\\\|[ -/]*[0-~])|[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1a\\x1c-\\x1f\\x7f]",
            Pattern.DOTALL);
    private static final Pattern OVERWRITTEN = Pattern.compile("[^\n]*\r(?!\n)");
    private final RunsViewModel model;
    private final DesktopContext context;
    private final Messages messages;
    private final CodeArea text = new CodeArea();
    private final Label remark = new Label();
    private String shownRun = "";

    OutputPane(RunsViewModel model, DesktopContext context) {
        this.model = model;
        this.context = context;
        messages = context.messages();
        text.setId("output-text");
        text.setEditable(false);
        text.setWrapText(true);
        text.getStyleClass().addAll("code-area", "kept-output");
        text.setAccessibleText(messages.get("runs.tab.output"));
        remark.getStyleClass().add("secondary");
        model.chosenProperty().addListener((property, old, now) -> {
            if (isVisible()) {
                show();
            }
        });
        visibleProperty().addListener((property, old, now) -> {
            if (now) {
                show();
            }
        });
    }

    private void show() {
        Optional<RunSummary> run = model.chosenProperty().get().map(RunRecord::summary);
        if (run.isEmpty()) {
            return;
        }
        shownRun = run.get().id();
        model.output(
                shownRun,
                kept -> {
                    if (shownRun.equals(run.get().id())) {
                        show(run.get(), kept);
                    }
                },
                why -> setCenter(Columns.placeholder(why.message())));
    }

    private void show(RunSummary run, Optional<KeptOutput> kept) {
        if (kept.isEmpty()) {
            setTop(null);
            setCenter(absent(run));
            return;
        }
        String words = plain(kept.get().text());
        text.replaceText(words);
        text.moveTo(0);
        text.scrollYToPixel(0);
        remark.setText(
                kept.get().dropped() > 0
                        ? messages.get("runs.output.cut", kept.get().dropped())
                        : messages.get("runs.output.kept"));
        setTop(bar(run, words));
        setCenter(
                words.isEmpty()
                        ? Columns.placeholder(messages.get("runs.output.silent"))
                        : new VirtualizedScrollPane<>(text));
    }

    private Node bar(RunSummary run, String words) {
        Button copy = new Button(messages.get("runs.output.copy"), Icons.of(Feather.COPY));
        copy.setOnAction(event -> Clip.put(words));
        Button forget = new Button(messages.get("runs.output.forget"), Icons.of(Feather.TRASH_2));
        forget.setId("output-forget");
        forget.setOnAction(event -> model.forgetOutput(run.id(), this::show, why -> remark.setText(why.message())));
        HBox.setHgrow(remark, Priority.ALWAYS);
        remark.setMaxWidth(Double.MAX_VALUE);
        HBox bar = new HBox(remark, copy, forget);
        bar.getStyleClass().add("toolbar-box");
        return bar;
    }

    private Node absent(RunSummary run) {
        Label fact = new Label(
                messages.get(run.state() == RunSummary.State.RUNNING ? "runs.output.running" : "runs.output.none"));
        fact.setId("output-none");
        fact.getStyleClass().add("strong");
        Label cause = new Label(messages.get("runs.output.none.cause"));
        cause.setId("output-none-cause");
        context.tasks()
                .run(
                        () -> context.engine().runSettings().keepOutput(),
                        keeps -> cause.setText(messages.get(keeps ? "runs.output.none.cause" : "runs.output.none.off")),
                        // A file that cannot be read is said at the file; what is usual stands here already.
                        unknown -> {});
        cause.getStyleClass().add("secondary");
        cause.setWrapText(true);
        cause.setMaxWidth(560);
        cause.setMinHeight(Region.USE_PREF_SIZE);
        cause.setTextAlignment(javafx.scene.text.TextAlignment.CENTER);
        VBox box = new VBox(Icons.of(Feather.TERMINAL), fact, cause);
        box.getStyleClass().add("empty-state");
        return box;
    }

    /** What a terminal would show at the end, without colours: control sequences are left out, a line that was written over stands as it was last. */
    static String plain(String said) {
        String text = CONTROL.matcher(said).replaceAll("").replace("\r\n", "\n");
        return OVERWRITTEN.matcher(text).replaceAll("").replace("\r", "").replace("\u001b", "");
    }
}
