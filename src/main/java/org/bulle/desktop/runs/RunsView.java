package org.bulle.desktop.runs;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.beans.value.ObservableIntegerValue;
import javafx.scene.Node;
import org.bulle.desktop.shared.DesktopContext;
import org.bulle.desktop.shared.FolderWatch;
import org.bulle.desktop.shared.Fxml;
import org.bulle.desktop.shell.Action;
import org.bulle.desktop.shell.View;
import org.bulle.engine.history.RunHistory;

/** The Runs item of the rail. */
public final class RunsView implements View {
    private final DesktopContext context;
    private final RunsViewModel model;
    private final RunsController controller;
    private final FolderWatch folder;

    /**
     * @param again opens the Run sheet for a run that is to be started again
     */
    public RunsView(DesktopContext context, Consumer<RunsViewModel.Again> again) {
        this.context = context;
        RunHistory history = context.engine().history();
        RungFacts.Source rungs = new EngineRungs(context.engine(), context.catalog());
        DenialsViewModel denials = new DenialsViewModel(history, rungs, context.tasks(), Clock.systemUTC());
        model = new RunsViewModel(history, context.tasks(), context.selection(), denials);
        controller = new RunsController(model, context, again, rungs);
        folder = FolderWatch.on(List.of(history.folder()), () -> context.tasks().later(model::refresh));
    }

    @Override
    public String id() {
        return "runs";
    }

    @Override
    public Node content() {
        return Fxml.load(controller, context.messages());
    }

    @Override
    public void closed() {
        folder.close();
    }

    @Override
    public void shown() {
        model.inSight(true);
        model.refresh();
    }

    @Override
    public void hidden() {
        model.inSight(false);
    }

    @Override
    public void open(String run) {
        if (!run.isEmpty()) {
            model.choose(run);
        }
    }

    @Override
    public Optional<ObservableIntegerValue> badge() {
        return Optional.of(model.undecidedProperty());
    }

    @Override
    public List<Action> actions() {
        return List.of();
    }
}
