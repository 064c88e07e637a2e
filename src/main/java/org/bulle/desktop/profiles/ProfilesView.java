package org.bulle.desktop.profiles;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import javafx.scene.Node;
import javafx.scene.layout.StackPane;
import org.bulle.desktop.install.InstallPage;
import org.bulle.desktop.install.InstallSourceDialog;
import org.bulle.desktop.install.InstallViewModel;
import org.bulle.desktop.install.UpdatesDialog;
import org.bulle.desktop.shared.DesktopContext;
import org.bulle.desktop.shared.Fxml;
import org.bulle.desktop.shared.InstallReview;
import org.bulle.desktop.shell.Action;
import org.bulle.desktop.shell.View;
import org.jspecify.annotations.Nullable;

/** The Profiles item of the rail. */
public final class ProfilesView implements View, InstallReview {
    private final DesktopContext context;
    private final ProfilesController controller;
    private @Nullable StackPane pages;

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
    public Node content() {
        return front();
    }

    private StackPane front() {
        StackPane known = pages;
        if (known == null) {
            known = new StackPane(Fxml.load(controller, context.messages()));
            pages = known;
        }
        return known;
    }

    /** Lays a review over the profiles; closing it shows them again. */
    private void review(Consumer<InstallViewModel> start) {
        context.navigator().open(id());
        StackPane front = front();
        front.getChildren().removeIf(InstallPage.class::isInstance);
        InstallViewModel model = new InstallViewModel(
                context.engine(),
                context.tasks(),
                context.catalog(),
                context.selection().workspaceProperty().get());
        InstallPage page =
                new InstallPage(context, model, () -> front.getChildren().removeIf(InstallPage.class::isInstance));
        front.getChildren().add(page);
        start.accept(model);
    }

    @Override
    public void open(List<Path> sources) {
        review(model -> model.open(sources));
    }

    @Override
    public void create(NewText text, Consumer<String> then) {
        controller.create(text, then);
    }

    @Override
    public void ask() {
        new InstallSourceDialog(context)
                .ask(source -> review(model -> model.open(
                        source, context.selection().workspaceProperty().get())));
    }

    @Override
    public void updates() {
        new UpdatesDialog(context).show(plan -> review(model -> model.open(() -> plan)));
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
    public void open(String profile) {
        controller.open(profile);
    }

    @Override
    public List<Action> actions() {
        return controller.actions();
    }
}
