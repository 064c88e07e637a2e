package org.bulle.desktop.run;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.beans.value.ObservableIntegerValue;
import javafx.collections.ListChangeListener;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import org.bulle.desktop.shared.DesktopContext;
import org.bulle.desktop.shared.Icons;
import org.bulle.desktop.shared.Messages;
import org.bulle.desktop.shell.Action;
import org.bulle.desktop.shell.View;
import org.kordamp.ikonli.feather.Feather;

/** The Runs item of the rail: the recorded runs, and beside them a tab for each run that this app started. */
public final class RunsPage implements View {
    private final DesktopContext context;
    private final View history;
    private final RunDesk desk;
    private final Consumer<String> remark;
    private final Messages messages;
    private final TabPane tabs = new TabPane();
    private final Tab first = new Tab();
    private final Map<LiveRun, RunTab> shown = new LinkedHashMap<>();

    private record RunTab(Tab tab, RunTabPane pane) {}

    /**
     * @param history the view of the recorded runs
     * @param remark shows a sentence in the status bar
     */
    public RunsPage(DesktopContext context, View history, RunDesk desk, Consumer<String> remark) {
        this.context = context;
        this.history = history;
        this.desk = desk;
        this.remark = remark;
        messages = context.messages();
        first.setText(messages.get("run.tabs.history"));
        first.setGraphic(Icons.of(Feather.LIST));
        first.setClosable(false);
        tabs.getTabs().add(first);
        tabs.getStyleClass().add("run-tabs");
        RunStyle.dress(tabs);
        tabs.setTabClosingPolicy(TabPane.TabClosingPolicy.ALL_TABS);
        desk.runs().addListener((ListChangeListener<LiveRun>) change -> {
            while (change.next()) {
                change.getRemoved().forEach(this::remove);
                change.getAddedSubList().forEach(this::add);
            }
            alone();
        });
        desk.onFront(this::bringToFront);
        alone();
    }

    /** Without runs of ours there is nothing to choose from. */
    private void alone() {
        tabs.getStyleClass().remove("alone");
        if (desk.runs().isEmpty()) {
            tabs.getStyleClass().add("alone");
        }
    }

    private void add(LiveRun run) {
        RunTabPane pane = new RunTabPane(run, context, desk, remark);
        Tab tab = new Tab();
        tab.setContent(pane);
        Label name = new Label(run.stackWords());
        name.getStyleClass().add("medium");
        Label end = new Label();
        end.getStyleClass().add("secondary");
        tab.setGraphic(new HBox(6, Icons.of(Feather.CIRCLE), name, end));
        tab.getGraphic().getStyleClass().add("run-tab-name");
        tab.setTooltip(new Tooltip(run.commandWords()));
        tab.setOnCloseRequest(event -> {
            event.consume();
            askToClose(run);
        });
        end.getStyleClass().add("figures");
        end.textProperty().bind(pane.elapsedProperty());
        run.stateProperty().addListener((property, old, now) -> dress(tab, end, now));
        dress(tab, end, run.stateProperty().get());
        shown.put(run, new RunTab(tab, pane));
        tabs.getTabs().add(tab);
    }

    private void dress(Tab tab, Label end, LiveRun.State now) {
        Node icon = switch (now) {
            case LiveRun.State.Starting starting -> Icons.of(Feather.CIRCLE);
            case LiveRun.State.Running running -> Icons.of(Feather.CIRCLE, "icon-success");
            case LiveRun.State.Ended ended ->
                ended.code() == 0 ? Icons.of(Feather.CHECK, "icon-success") : Icons.of(Feather.X_CIRCLE, "icon-danger");
            case LiveRun.State.NotStarted failed -> Icons.of(Feather.ALERT_CIRCLE, "icon-danger");
        };
        ((HBox) tab.getGraphic()).getChildren().set(0, icon);
        switch (now) {
            case LiveRun.State.Starting starting -> {}
            case LiveRun.State.Running running -> {}
            case LiveRun.State.Ended ended -> say(end, messages.get("run.state.ended", ended.code()));
            case LiveRun.State.NotStarted failed -> say(end, messages.get("run.state.not-started"));
        }
        status();
    }

    private static void say(Label end, String words) {
        end.textProperty().unbind();
        end.setText(words);
    }

    private void status() {
        int running = desk.running();
        int all = desk.runs().size();
        if (all > 0) {
            remark.accept(messages.get("run.status", running, all - running));
        }
    }

    private void remove(LiveRun run) {
        RunTab gone = shown.remove(run);
        if (gone != null) {
            tabs.getTabs().remove(gone.tab());
            gone.pane().close();
        }
    }

    private void askToClose(LiveRun run) {
        if (run.isOver()) {
            desk.close(run);
            return;
        }
        context.overlay()
                .confirm(
                        messages.get("run.close.title"),
                        messages.get("run.close.text", run.commandWords()),
                        messages.get("run.close.verb"),
                        () -> desk.close(run));
    }

    private void bringToFront(LiveRun run) {
        RunTab there = shown.get(run);
        if (there != null) {
            context.navigator().open(id());
            tabs.getSelectionModel().select(there.tab());
            javafx.application.Platform.runLater(there.pane()::focus);
        }
    }

    @Override
    public String id() {
        return history.id();
    }

    @Override
    public Node content() {
        first.setContent(history.content());
        return tabs;
    }

    @Override
    public void shown() {
        history.shown();
    }

    @Override
    public void hidden() {
        history.hidden();
    }

    @Override
    public void open(String what) {
        tabs.getSelectionModel().select(first);
        history.open(what);
    }

    @Override
    public Optional<ObservableIntegerValue> badge() {
        return history.badge();
    }

    @Override
    public List<Action> actions() {
        return history.actions();
    }

    /** Ends the terminals; the runs are the desk's to end. */
    public void close() {
        shown.values().forEach(each -> each.pane().close());
        history.closed();
    }
}
