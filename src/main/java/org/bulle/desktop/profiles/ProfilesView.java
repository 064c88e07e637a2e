package org.bulle.desktop.profiles;

import java.util.List;
import java.util.function.Consumer;
import javafx.scene.Node;
import org.bulle.desktop.shared.DesktopContext;
import org.bulle.desktop.shared.Fxml;
import org.bulle.desktop.shell.Action;
import org.bulle.desktop.shell.View;
import org.kordamp.ikonli.feather.Feather;

/** The Profiles item of the rail. */
public final class ProfilesView implements View {
    private final DesktopContext context;
    private final ProfilesController controller;

    /**
     * @param note shows a remark in the status bar
     */
    public ProfilesView(DesktopContext context, Consumer<String> note) {
        this.context = context;
        controller = new ProfilesController(context, note);
    }

    @Override
    public String id() {
        return "profiles";
    }

    @Override
    public Feather icon() {
        return Feather.LAYERS;
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
    public void open(String profile) {
        controller.open(profile);
    }

    @Override
    public List<Action> actions() {
        return controller.actions();
    }
}
