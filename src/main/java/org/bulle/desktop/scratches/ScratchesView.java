package org.bulle.desktop.scratches;

import javafx.scene.Node;
import org.bulle.desktop.shared.DesktopContext;
import org.bulle.desktop.shared.Fxml;
import org.bulle.desktop.shell.View;

/** The Scratches item of the rail. */
public final class ScratchesView implements View {
    private final DesktopContext context;
    private final ScratchesViewModel model;

    public ScratchesView(DesktopContext context) {
        this.context = context;
        this.model = new ScratchesViewModel(context.engine(), context.tasks());
    }

    @Override
    public String id() {
        return "scratches";
    }

    @Override
    public Node content() {
        return Fxml.load(new ScratchesController(model, context), context.messages());
    }

    @Override
    public void shown() {
        model.refresh();
    }

    @Override
    public void open(String scratch) {
        model.choose(scratch);
    }
}
