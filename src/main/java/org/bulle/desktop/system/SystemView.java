package org.bulle.desktop.system;

import java.util.List;
import java.util.function.Consumer;
import javafx.scene.Node;
import org.bulle.desktop.shared.DesktopContext;
import org.bulle.desktop.shared.Fxml;
import org.bulle.desktop.shell.Action;
import org.bulle.desktop.shell.View;

/** The System item of the rail. */
public final class SystemView implements View {
    private final DesktopContext context;
    private final SystemController controller;

    /**
     * @param note shows a remark in the status bar
     */
    public SystemView(DesktopContext context, Consumer<String> note) {
        this.context = context;
        controller = new SystemController(context, note);
    }

    @Override
    public String id() {
        return "system";
    }

    @Override
    public Node content() {
        return Fxml.load(controller, context.messages());
    }

    @Override
    public void shown() {
        controller.shown();
    }

    @Override
    public void hidden() {
        controller.hidden();
    }

    @Override
    public void open(String section) {
        controller.open(section);
    }

    @Override
    public List<Action> actions() {
        return controller.actions();
    }
}
