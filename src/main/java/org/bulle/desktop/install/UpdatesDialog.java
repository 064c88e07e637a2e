package org.bulle.desktop.install;

import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.bulle.desktop.shared.DesktopContext;
import org.bulle.desktop.shared.Messages;
import org.bulle.desktop.shared.Overlay;
import org.bulle.desktop.shared.Tasks;
import org.bulle.engine.profile.InstallPlan;
import org.bulle.engine.profile.ProfileInstaller;
import org.bulle.engine.profile.ProfileInstaller.Update;

/** What the sources of installed profiles say now; each that has changed leads to a review. */
public final class UpdatesDialog {
    private final DesktopContext context;
    private final Messages messages;

    public UpdatesDialog(DesktopContext context) {
        this.context = context;
        this.messages = context.messages();
    }

    /** @param open is given the plan of one source */
    public void show(Consumer<InstallPlan> open) {
        VBox rows = new VBox(8, new Label(messages.get("install.updates.asking")));
        rows.setId("install-updates");
        rows.getStyleClass().add("dialog-body");
        Overlay.Shown shown = context.overlay().dialog(messages.get("install.updates.title"), rows, null, 620, 0);
        Tasks.Running running = context.tasks()
                .run(
                        () -> ProfileInstaller.of(
                                        context.engine().store(),
                                        context.engine().environment())
                                .updates(context.engine().loadCatalog(), Set.of()),
                        found -> fill(rows, found, plan -> {
                            shown.close();
                            open.accept(plan);
                        }),
                        why -> rows.getChildren().setAll(new Label(why.message())));
        shown.onClosed(running::cancel);
    }

    private void fill(VBox rows, Map<String, Update> found, Consumer<InstallPlan> open) {
        rows.getChildren().clear();
        found.forEach((source, update) -> rows.getChildren().add(row(source, update, open)));
        if (found.isEmpty()) {
            rows.getChildren().add(new Label(messages.get("install.updates.none")));
        }
    }

    private Node row(String source, Update update, Consumer<InstallPlan> open) {
        Label name = new Label(context.engine().abbreviate(source));
        name.getStyleClass().add("mono");
        name.setTextOverrun(javafx.scene.control.OverrunStyle.CENTER_ELLIPSIS);
        Label words = new Label();
        words.setWrapText(true);
        words.getStyleClass().add("secondary");
        VBox left = new VBox(2, name, words);
        HBox.setHgrow(left, Priority.ALWAYS);
        HBox row = new HBox(8, left);
        row.setAlignment(Pos.CENTER_LEFT);
        switch (update) {
            case Update.Failed failed -> words.setText(failed.why());
            case Update.Now now -> {
                int changed = now.plan().written().size();
                String gone = now.gone().isEmpty()
                        ? ""
                        : " " + messages.get("install.updates.gone", String.join(", ", now.gone()));
                words.setText(messages.get("install.updates.changed", changed) + gone);
                if (changed > 0) {
                    Button review = new Button(messages.get("install.updates.review"));
                    review.setMinWidth(Region.USE_PREF_SIZE);
                    review.setOnAction(event -> open.accept(now.plan()));
                    row.getChildren().add(review);
                }
            }
        }
        return row;
    }
}
