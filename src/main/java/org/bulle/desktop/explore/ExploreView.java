package org.bulle.desktop.explore;

import java.util.List;
import javafx.scene.Node;
import org.bulle.desktop.shared.DesktopContext;
import org.bulle.desktop.shared.Fxml;
import org.bulle.desktop.shell.Action;
import org.bulle.desktop.shell.View;
import org.kordamp.ikonli.feather.Feather;

/** The Explore item of the rail. */
public final class ExploreView implements View {
    /** Before what is to be explained for the header's stack; without it every profile is asked. */
    public static final String WHY = "why:";

    private final DesktopContext context;
    private final ExploreController controller;

    public ExploreView(DesktopContext context) {
        this.context = context;
        controller = new ExploreController(context);
    }

    @Override
    public String id() {
        return "explore";
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
    public void open(String question) {
        if (question.startsWith(WHY)) {
            controller.why(question.substring(WHY.length()));
        } else if (!question.isEmpty()) {
            controller.ask(question);
        }
    }

    @Override
    public List<Action> actions() {
        return List.of(
                new Action(
                        context.messages().get("explore.palette.who"),
                        "",
                        Feather.COMPASS,
                        () -> context.navigator().open("explore")),
                new Action(
                        context.messages().get("explore.palette.why"),
                        "",
                        Feather.HELP_CIRCLE,
                        () -> context.navigator().open("explore", WHY)),
                new Action(
                        context.messages().get("explore.palette.network"),
                        "",
                        Feather.GLOBE,
                        () -> context.navigator().open("explore", "network")));
    }
}
