package org.bulle.desktop.run;

import java.util.List;
import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import org.bulle.desktop.shared.Clip;
import org.bulle.desktop.shared.DesktopContext;
import org.bulle.desktop.shared.Fxml;
import org.bulle.desktop.shared.Icons;
import org.bulle.desktop.shared.Messages;
import org.bulle.desktop.shared.Overlay;
import org.bulle.desktop.shared.ShellText;
import org.bulle.desktop.shared.StackBox;
import org.bulle.engine.profile.OsPath;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/** Binds the Run sheet. */
public final class RunController {
    private static final KeyCombination RUN = new KeyCodeCombination(KeyCode.ENTER, KeyCombination.SHORTCUT_DOWN);
    private final DesktopContext context;
    private final Messages messages;
    private final RunViewModel model;
    private Overlay.@Nullable Shown shown;

    @FXML
    private HBox stackPlace;

    @FXML
    private Label workspace;

    @FXML
    private TextField command;

    @FXML
    private Label commandLine;

    @FXML
    private Button copy;

    @FXML
    private Label state;

    @FXML
    private TextArea output;

    @FXML
    private Button stop;

    @FXML
    private Button cancel;

    @FXML
    private Button start;

    public RunController(DesktopContext context) {
        this.context = context;
        messages = context.messages();
        model = new RunViewModel(context.engine(), context.tasks(), context.selection());
    }

    /**
     * Opens the sheet over the window.
     *
     * @param proposed the command to begin with, may be empty
     */
    public void open(String proposed) {
        model.commandProperty().set(proposed);
        Parent sheet = Fxml.load(this, messages);
        shown = context.overlay().dialog(messages.get("run.title"), sheet, null, 820, 620);
        command.requestFocus();
    }

    @FXML
    private void initialize() {
        stackPlace
                .getChildren()
                .add(new StackBox(
                        context.selection(),
                        messages,
                        () -> List.copyOf(context.catalog().get().entries().keySet())));
        workspace
                .textProperty()
                .bind(model.workspaceProperty().map(path -> context.engine().abbreviate(OsPath.text(path))));
        command.textProperty().bindBidirectional(model.commandProperty());
        commandLine.textProperty().bind(model.commandLine());
        output.textProperty().bind(model.outputProperty());
        output.textProperty().addListener((property, old, now) -> output.setScrollTop(Double.MAX_VALUE));
        model.stateProperty().addListener((property, old, now) -> show(now));
        show(model.stateProperty().get());
        copy.setOnAction(event -> Clip.put(commandLine.getText()));
        start.setOnAction(event -> model.start());
        stop.setOnAction(event -> model.stop());
        cancel.setOnAction(event -> {
            if (shown != null) {
                shown.close();
            }
        });
        command.addEventHandler(KeyEvent.KEY_PRESSED, event -> {
            if (RUN.match(event)) {
                model.start();
            }
        });
    }

    private void show(RunViewModel.State now) {
        boolean running = now instanceof RunViewModel.State.Running;
        start.setDisable(running);
        stop.setDisable(!running);
        switch (now) {
            case RunViewModel.State.Ready ready -> dress("", Feather.CIRCLE, "icon-faint");
            case RunViewModel.State.Running going ->
                dress(messages.get("run.state.running"), Feather.CIRCLE, "icon-success");
            case RunViewModel.State.Ended ended ->
                dress(
                        messages.get("run.state.ended", ended.exitCode()),
                        ended.exitCode() == 0 ? Feather.CHECK : Feather.X_CIRCLE,
                        ended.exitCode() == 0 ? "icon-success" : "icon-danger");
            case RunViewModel.State.NotStarted failed -> dress(failed.why(), Feather.ALERT_CIRCLE, "icon-danger");
        }
    }

    private void dress(String words, Feather icon, String style) {
        state.setText(words);
        state.setGraphic(words.isEmpty() ? null : Icons.of(icon, style));
    }

    /** Opens the sheet for a run that was there before, with flags of its own. */
    public void openAgain(List<String> words, List<String> flags) {
        model.flags().setAll(flags);
        open(ShellText.join(words));
    }
}
