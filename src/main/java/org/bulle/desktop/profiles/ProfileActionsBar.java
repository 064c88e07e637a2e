package org.bulle.desktop.profiles;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.beans.binding.Bindings;
import javafx.beans.property.BooleanProperty;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckMenuItem;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.control.TextField;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.bulle.desktop.editor.NewProfileDialog;
import org.bulle.desktop.shared.Buttons;
import org.bulle.desktop.shared.DesktopContext;
import org.bulle.desktop.shared.Failure;
import org.bulle.desktop.shared.Icons;
import org.bulle.desktop.shared.InstallReview;
import org.bulle.desktop.shared.Messages;
import org.bulle.desktop.shared.Overlay;
import org.bulle.engine.profile.CatalogEntry;
import org.kordamp.ikonli.feather.Feather;

/** The buttons and dialogs of {@link ProfileActionsModel}, and the line that says what was done and takes it back. */
final class ProfileActionsBar {
    private final DesktopContext context;
    private final Messages messages;
    private final ProfileActionsModel model;
    private final Supplier<Optional<CatalogEntry>> current;
    private final Consumer<String> open;
    private final Runnable showDependents;

    ProfileActionsBar(
            DesktopContext context,
            ProfileActionsModel model,
            Supplier<Optional<CatalogEntry>> current,
            Consumer<String> open,
            Runnable showDependents) {
        this.context = context;
        this.messages = context.messages();
        this.model = model;
        this.current = current;
        this.open = open;
        this.showDependents = showDependents;
    }

    /** The buttons for one profile's page. */
    List<Node> buttons(CatalogEntry entry) {
        Button duplicate =
                button("profiles.action.duplicate", Feather.COPY, "profile-duplicate", () -> duplicate(entry));
        Button more = Buttons.icon(Feather.MORE_HORIZONTAL, messages.get("profiles.action.more"));
        more.setId("profile-more");
        more.setOnAction(event -> menu(entry).show(more, javafx.geometry.Side.BOTTOM, 0, 4));
        if (!model.hasFile(entry)) {
            return List.of(duplicate, more);
        }
        Button remove = entry.source() == CatalogEntry.Source.USER_OVERRIDE
                ? button("profiles.action.reset", Feather.ROTATE_CCW, "profile-reset", () -> remove(entry))
                : button("profiles.action.delete", Feather.TRASH_2, "profile-delete", () -> remove(entry));
        return List.of(duplicate, remove, more);
    }

    private Button button(String key, Feather icon, String id, Runnable action) {
        Button button = new Button(messages.get(key), Icons.of(icon));
        button.setId(id);
        button.setOnAction(event -> action.run());
        return button;
    }

    private ContextMenu menu(CatalogEntry entry) {
        ContextMenu menu = new ContextMenu(
                item("profiles.action.new", Feather.PLUS, this::create),
                item("profiles.action.duplicate", Feather.COPY, () -> duplicate(entry)),
                item("profiles.action.export", Feather.DOWNLOAD, () -> export(entry)),
                item("profiles.action.dependents", Feather.GIT_BRANCH, showDependents));
        if (model.hasFile(entry)) {
            menu.getItems()
                    .add(
                            entry.source() == CatalogEntry.Source.USER_OVERRIDE
                                    ? item("profiles.action.reset", Feather.ROTATE_CCW, () -> remove(entry))
                                    : item("profiles.action.delete", Feather.TRASH_2, () -> remove(entry)));
        }
        return menu;
    }

    /** The menu of the list. */
    ContextMenu listMenu(BooleanProperty recentFirst) {
        CheckMenuItem recent = new CheckMenuItem(messages.get("profiles.action.recent-first"));
        recent.selectedProperty().bindBidirectional(recentFirst);
        ContextMenu menu = new ContextMenu(
                item("profiles.action.new", Feather.PLUS, this::create),
                item(
                        "profiles.action.install",
                        Feather.DOWNLOAD_CLOUD,
                        () -> context.installReview().ask()),
                item(
                        "profiles.action.updates",
                        Feather.REFRESH_CCW,
                        () -> context.installReview().updates()),
                new SeparatorMenuItem(),
                recent,
                item(
                        "profiles.action.reload",
                        Feather.REFRESH_CW,
                        () -> context.catalog().reload(() -> {})));
        current.get().ifPresent(entry -> {
            menu.getItems().add(item("profiles.action.duplicate", Feather.COPY, () -> duplicate(entry)));
            menu.getItems().add(item("profiles.action.export", Feather.DOWNLOAD, () -> export(entry)));
            menu.getItems().add(item("profiles.action.dependents", Feather.GIT_BRANCH, showDependents));
        });
        return menu;
    }

    private MenuItem item(String key, Feather icon, Runnable action) {
        MenuItem item = new MenuItem(messages.get(key), Icons.of(icon));
        item.setOnAction(event -> action.run());
        return item;
    }

    void create() {
        new NewProfileDialog(context, model::refusal, (name, text) -> model.write(name, text, open)).open();
    }

    void create(InstallReview.NewText text, Consumer<String> then) {
        new NewProfileDialog(
                        context,
                        model::refusal,
                        (name, written) -> model.write(name, written, made -> {
                            open.accept(made);
                            then.accept(made);
                        }))
                .open(text);
    }

    private void duplicate(CatalogEntry entry) {
        String text = model.copyOf(entry);
        Label note = new Label(messages.get(
                entry.source() == CatalogEntry.Source.USER_OVERRIDE
                        ? "profiles.duplicate.inherits"
                        : "profiles.duplicate.copies",
                entry.name()));
        note.setWrapText(true);
        note.getStyleClass().add("secondary");
        nameDialog(
                messages.get("profiles.duplicate.title", entry.name()),
                "my-" + entry.name(),
                List.of(new Row("", note)),
                messages.get("profiles.duplicate.verb"),
                name -> model.write(name, text, open));
    }

    private record Row(String key, Node field) {}

    private void nameDialog(String title, String proposed, List<Row> more, String verb, Consumer<String> confirmed) {
        TextField name = new TextField(proposed);
        name.setId("new-profile-name");
        Label refusal = new Label();
        refusal.setId("new-profile-refusal");
        refusal.setWrapText(true);
        refusal.getStyleClass().add("secondary");
        GridPane grid = new GridPane(12, 10);
        ColumnConstraints wide = new ColumnConstraints();
        wide.setHgrow(Priority.ALWAYS);
        grid.getColumnConstraints().addAll(new ColumnConstraints(80), wide);
        add(grid, 0, "profiles.new.field.name", name);
        for (int i = 0; i < more.size(); i++) {
            add(grid, i + 1, more.get(i).key(), more.get(i).field());
        }
        VBox body = new VBox(grid, refusal);
        body.getStyleClass().add("dialog-body");
        Button cancel = new Button(messages.get("shared.dialog.cancel"));
        Button go = new Button(verb);
        go.getStyleClass().add("accent");
        go.setId("new-profile-confirm");
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        HBox foot = new HBox(space, cancel, go);
        foot.getStyleClass().add("dialog-foot");
        refusal.textProperty()
                .bind(Bindings.createStringBinding(
                        () -> name.getText().isEmpty()
                                ? ""
                                : model.refusal(name.getText()).orElse(""),
                        name.textProperty()));
        go.disableProperty()
                .bind(Bindings.createBooleanBinding(
                        () -> model.refusal(name.getText()).isPresent(), name.textProperty()));
        Overlay.Shown shown = context.overlay().dialog(title, body, foot, 480, 0);
        cancel.setOnAction(event -> shown.close());
        go.setOnAction(event -> {
            shown.close();
            confirmed.accept(name.getText());
        });
        name.setOnAction(event -> go.fire());
        name.requestFocus();
    }

    private void add(GridPane grid, int row, String key, Node field) {
        if (!key.isEmpty()) {
            Label label = new Label(messages.get(key));
            label.getStyleClass().add("secondary");
            label.setLabelFor(field);
            field.setAccessibleText(messages.get(key));
            grid.add(label, 0, row);
            grid.add(field, 1, row);
        } else {
            grid.add(field, 0, row, 2, 1);
        }
    }

    private void remove(CatalogEntry entry) {
        List<String> dependents = model.dependents(entry);
        boolean reset = entry.source() == CatalogEntry.Source.USER_OVERRIDE;
        String kind = reset ? "reset" : "delete";
        String text = dependents.isEmpty()
                ? messages.get("profiles.remove." + kind + ".text", entry.name())
                : messages.get("profiles.remove." + kind + ".reaches", entry.name(), String.join(", ", dependents));
        context.overlay()
                .confirm(
                        messages.get("profiles.remove." + kind + ".title", entry.name()),
                        text,
                        messages.get("profiles.remove." + kind + ".verb"),
                        () -> model.remove(entry, name -> {}));
    }

    private void export(CatalogEntry entry) {
        context.fileDialogs()
                .chooseTarget(messages.get("profiles.action.export"), entry.name() + ".toml")
                .ifPresent(target -> model.export(entry, target));
    }

    /** Says what was done last, with a way back; also why something could not be done. */
    HBox undoLine() {
        Label words = new Label();
        words.setId("profile-done");
        words.setWrapText(true);
        HBox.setHgrow(words, Priority.ALWAYS);
        words.setMaxWidth(Double.MAX_VALUE);
        Button undo = new Button(messages.get("profiles.done.undo"), Icons.of(Feather.CORNER_UP_LEFT));
        undo.setId("profile-undo");
        undo.setMinWidth(Region.USE_PREF_SIZE);
        undo.setOnAction(event -> model.undo());
        Button close = Buttons.flat(Feather.X, messages.get("shared.dialog.close"));
        close.setOnAction(event -> model.forget());
        HBox line = new HBox(words, undo, close);
        line.setAlignment(Pos.CENTER_LEFT);
        line.getStyleClass().addAll("note", "note-line");
        Runnable follow = () -> {
            Optional<Failure> failed = model.failureProperty().get();
            Optional<ProfileActionsModel.Done> done = model.lastProperty().get();
            line.setVisible(failed.isPresent() || done.isPresent());
            line.setManaged(line.isVisible());
            words.setText(failed.map(Failure::message)
                    .orElseGet(() -> done.map(what -> messages.get(
                                    "profiles.done." + what.deed().name().toLowerCase(Locale.ROOT), what.name()))
                            .orElse("")));
            undo.setVisible(failed.isEmpty()
                    && done.flatMap(ProfileActionsModel.Done::undo).isPresent());
        };
        model.lastProperty().addListener((property, old, now) -> follow.run());
        model.failureProperty().addListener((property, old, now) -> follow.run());
        follow.run();
        return line;
    }
}
