package org.bulle.desktop.shell;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import javafx.beans.value.ObservableIntegerValue;
import javafx.beans.value.ObservableValue;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CustomMenuItem;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.MenuBar;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import javafx.scene.input.ScrollEvent;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.bulle.desktop.shared.Appearance;
import org.bulle.desktop.shared.Buttons;
import org.bulle.desktop.shared.DesktopContext;
import org.bulle.desktop.shared.Icons;
import org.bulle.desktop.shared.Messages;
import org.bulle.desktop.shared.Selection;
import org.bulle.desktop.shared.StackBox;
import org.bulle.desktop.shared.Tips;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.Platform;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/** Binds the window: rail, header, pages, status bar. */
public final class ShellController {
    /** What other things in the header leave to a stack at least. */
    private static final double WIDE_STACK = 300;

    /** Left and right of what stands in the search button. */
    private static final double SEARCH_PADDING = 14;

    private static final PseudoClass SELECTED = PseudoClass.getPseudoClass("selected");
    private final Map<String, RailItem> items = new LinkedHashMap<>();
    private final Map<String, View> views = new LinkedHashMap<>();
    private final Map<String, ToggleButton> buttons = new LinkedHashMap<>();
    private final Map<String, StackPane> places = new LinkedHashMap<>();
    private final Map<String, Node> pagesShown = new LinkedHashMap<>();
    private final StatusViewModel status;
    private final Messages messages;
    private final Frame frame;
    private final Label waiting;
    private @Nullable DesktopContext context;
    private Runnable runAction = () -> {};
    private @Nullable View front;

    public ShellController(StatusViewModel status, Messages messages) {
        this.status = status;
        this.messages = messages;
        frame = new Frame(messages);
        waiting = new Label(messages.get("shell.pages.waiting"));
    }

    /** The window's root, over which dialogs lie. */
    public StackPane layers() {
        return frame;
    }

    /**
     * Puts the views on the rail. None is made before it is shown, or {@link #begin} is called.
     *
     * @param registered what stands on the rail, the first of which is shown at first
     * @param runAction what Run... does
     */
    public void open(DesktopContext given, List<RailItem> registered, Runnable runAction) {
        this.context = given;
        this.runAction = runAction;
        frame.rail.getChildren().add(logo());
        for (RailItem item : registered) {
            items.put(item.id(), item);
            frame.rail.getChildren().add(railItem(item));
        }
        Region space = new Region();
        VBox.setVgrow(space, Priority.ALWAYS);
        Button settings = Buttons.flat(Feather.SETTINGS, messages.get("shell.rail.settings"));
        settings.setId("rail-settings");
        settings.setOnAction(event -> show("system"));
        frame.rail.getChildren().addAll(space, settings);
        placeStack(new StackBox(
                given.selection(),
                messages,
                () -> List.copyOf(given.catalog().get().entries().keySet())));
        frame.searchWords
                .prefWidthProperty()
                .bind(frame.search.widthProperty().map(width -> Math.max(0, width.doubleValue() - SEARCH_PADDING)));
        Tips.on(frame.search, () -> messages.get("shell.header.search"));
        if (given.engine().platform() == Platform.MACOS) {
            frame.getChildren().add(systemMenu());
        }
        frame.run.setOnAction(event -> run());
        frame.search.setOnAction(event -> openPalette());
        frame.problems.setOnAction(event -> show("system", "configuration"));
        bindWorkspace(given.selection());
        bindStatus();
        DropZone.on(given, frame, messages, status::note);
        select(registered.getFirst().id());
        waiting.getStyleClass().add("secondary");
        waiting.setId("pages-waiting");
        frame.pages.getChildren().add(waiting);
        javafx.application.Platform.runLater(() -> frame.pages.requestFocus());
    }

    /** Shows the first view, unless another one was asked for before. */
    public void begin() {
        if (front == null) {
            show(items.keySet().iterator().next());
        }
    }

    /** The view of this name; made now when it was not needed before. */
    public Optional<View> view(String id) {
        RailItem item = items.get(id);
        if (item == null) {
            return Optional.empty();
        }
        View known = views.get(id);
        if (known == null) {
            View made = item.view().get();
            views.put(id, made);
            made.badge().ifPresent(count -> badge(id, count));
            known = made;
        }
        return Optional.of(known);
    }

    /** A stack that is wider than the header is scrolled; what was added last comes into sight. */
    private void placeStack(StackBox stack) {
        frame.stackPlace.setContent(stack);
        frame.stackPlace.addEventFilter(ScrollEvent.SCROLL, event -> {
            double hidden =
                    stack.getWidth() - frame.stackPlace.getViewportBounds().getWidth();
            if (hidden > 0 && event.getDeltaY() != 0) {
                frame.stackPlace.setHvalue(frame.stackPlace.getHvalue() - event.getDeltaY() / hidden);
                event.consume();
            }
        });
        stack.widthProperty().addListener((property, old, now) -> {
            frame.stackPlace.setMinWidth(Math.min(now.doubleValue(), WIDE_STACK));
            if (now.doubleValue() > old.doubleValue()) {
                frame.stackPlace.setHvalue(1);
            }
        });
    }

    /** Takes no room in the window where the system shows it. */
    private MenuBar systemMenu() {
        MenuBar bar = SystemMenu.of(
                items.keySet().stream()
                        .map(id -> new SystemMenu.Entry(messages.get("shell.rail." + id), () -> show(id)))
                        .toList(),
                this::run,
                this::openPalette,
                () -> show("system"),
                messages);
        StackPane.setAlignment(bar, Pos.TOP_LEFT);
        return bar;
    }

    private static Node logo() {
        StackPane tile = new StackPane(new Logo(28));
        tile.getStyleClass().add("rail-logo");
        return tile;
    }

    private Node railItem(RailItem item) {
        ToggleButton button = new ToggleButton(messages.get("shell.rail." + item.id()), Icons.of(item.icon()));
        button.setId("rail-" + item.id());
        button.setOnAction(event -> show(item.id()));
        buttons.put(item.id(), button);
        Region bar = new Region();
        bar.getStyleClass().add("rail-bar");
        button.selectedProperty().addListener((property, old, now) -> bar.pseudoClassStateChanged(SELECTED, now));
        StackPane place = new StackPane(button, bar);
        StackPane.setAlignment(bar, Pos.CENTER_LEFT);
        places.put(item.id(), place);
        return place;
    }

    private void badge(String id, ObservableIntegerValue count) {
        ToggleButton button = Objects.requireNonNull(buttons.get(id));
        Label badge = new Label();
        badge.getStyleClass().add("count-badge");
        badge.setMouseTransparent(true);
        StackPane.setAlignment(badge, Pos.TOP_RIGHT);
        badge.setTranslateX(-10);
        badge.setTranslateY(2);
        Runnable follow = () -> {
            badge.setText(count.get() > 99 ? "99+" : Integer.toString(count.get()));
            badge.setVisible(count.get() > 0);
            button.setAccessibleText(
                    count.get() > 0
                            ? messages.get("shell.rail.badge", messages.get("shell.rail." + id), count.get())
                            : messages.get("shell.rail." + id));
        };
        count.addListener((property, old, now) -> follow.run());
        follow.run();
        Objects.requireNonNull(places.get(id)).getChildren().add(badge);
    }

    /** Brings a view to the front, and something in it. */
    public void show(String id, String what) {
        show(id);
        if (!what.isEmpty()) {
            view(id).ifPresent(view -> view.open(what));
        }
    }

    /** Brings a view to the front. */
    public void show(String id) {
        view(id).ifPresent(this::show);
    }

    private void show(View view) {
        select(view.id());
        Node page = pagesShown.computeIfAbsent(view.id(), name -> {
            Node made = view.content();
            frame.pages.getChildren().remove(waiting);
            frame.pages.getChildren().add(made);
            return made;
        });
        if (front != view) {
            // A page that left the scene would be styled anew when it comes back: with a full table that takes a third
            // of a second.
            pagesShown.values().forEach(each -> {
                each.setVisible(each == page);
                each.setManaged(each == page);
            });
            if (front != null) {
                front.hidden();
            }
            status.note("");
            front = view;
        }
        view.shown();
    }

    private void select(String id) {
        buttons.forEach((name, button) -> button.setSelected(name.equals(id)));
    }

    /** The id of the view in front. */
    public Optional<String> front() {
        return Optional.ofNullable(front).map(View::id);
    }

    /** Keys that work everywhere: the palette, the views by number, run. */
    public void bindKeys(javafx.scene.Scene scene) {
        scene.getAccelerators().put(new KeyCodeCombination(KeyCode.K, KeyCombination.SHORTCUT_DOWN), this::openPalette);
        scene.getAccelerators().put(new KeyCodeCombination(KeyCode.R, KeyCombination.SHORTCUT_DOWN), this::run);
        for (KeyCode plus : List.of(KeyCode.PLUS, KeyCode.EQUALS, KeyCode.ADD)) {
            accelerate(
                    scene,
                    plus,
                    () -> resize(context().appearance().fontSizeProperty().get() + 1));
        }
        for (KeyCode minus : List.of(KeyCode.MINUS, KeyCode.SUBTRACT)) {
            accelerate(
                    scene,
                    minus,
                    () -> resize(context().appearance().fontSizeProperty().get() - 1));
        }
        accelerate(scene, KeyCode.DIGIT0, () -> resize(Appearance.NORMAL_SIZE));
        int number = 0;
        for (String id : items.keySet()) {
            KeyCode digit = KeyCode.getKeyCode(Integer.toString(++number));
            scene.getAccelerators().put(new KeyCodeCombination(digit, KeyCombination.SHORTCUT_DOWN), () -> show(id));
        }
    }

    private static void accelerate(javafx.scene.Scene scene, KeyCode key, Runnable action) {
        scene.getAccelerators().put(new KeyCodeCombination(key, KeyCombination.SHORTCUT_DOWN), action);
    }

    private void resize(int size) {
        context().appearance().fontSizeProperty().set(Math.clamp(size, Appearance.SMALLEST, Appearance.LARGEST));
    }

    private DesktopContext context() {
        if (context == null) {
            throw new IllegalStateException("the window is not open yet");
        }
        return context;
    }

    private void bindWorkspace(Selection selection) {
        MenuButton workspace = frame.workspace;
        selection.workspaceProperty().addListener((property, old, now) -> nameWorkspace(now));
        nameWorkspace(selection.workspaceProperty().get());
        workspace.setOnShowing(event -> fillWorkspaces(selection));
    }

    private void nameWorkspace(Path path) {
        String full = OsPath.text(path);
        frame.workspace.setText(context().engine().abbreviate(full));
        frame.workspace.setAccessibleText(messages.get("shell.header.workspace", full));
        Tips.on(frame.workspace, () -> full);
    }

    /** Each time the menu opens. */
    private void fillWorkspaces(Selection selection) {
        List<MenuItem> entries = new ArrayList<>();
        TextField typed = new TextField();
        typed.setId("workspace-path");
        typed.setPromptText(messages.get("shell.workspace.type"));
        typed.setPrefColumnCount(28);
        CustomMenuItem field = new CustomMenuItem(typed, false);
        typed.setOnAction(event -> {
            Path path = Path.of(expandHome(typed.getText().strip()))
                    .toAbsolutePath()
                    .normalize();
            selection.workspaceProperty().set(path);
            frame.workspace.hide();
        });
        entries.add(field);
        MenuItem choose = new MenuItem(messages.get("shell.workspace.choose"), Icons.of(Feather.FOLDER));
        choose.setOnAction(event -> context()
                .fileDialogs()
                .chooseFolder(
                        messages.get("shell.workspace.choose"),
                        Optional.of(selection.workspaceProperty().get()))
                .ifPresent(selection.workspaceProperty()::set));
        entries.add(choose);
        entries.add(new SeparatorMenuItem());
        for (Path path : selection.recentWorkspaces()) {
            MenuItem item = new MenuItem(context().engine().abbreviate(OsPath.text(path)));
            item.setMnemonicParsing(false);
            item.setOnAction(event -> selection.workspaceProperty().set(path));
            entries.add(item);
        }
        frame.workspace.getItems().setAll(entries);
    }

    private String expandHome(String typed) {
        return typed.equals("~") || typed.startsWith("~/") ? context().engine().home() + typed.substring(1) : typed;
    }

    private void bindStatus() {
        follow(status.backendProperty(), frame.backend, Feather.SHIELD);
        frame.version.textProperty().bind(status.versionProperty());
        follow(status.denialsProperty(), frame.denials, Feather.EYE);
        follow(status.problemsProperty(), frame.problems, Feather.CHECK_CIRCLE);
        frame.note.textProperty().bind(status.noteProperty());
    }

    private static void follow(ObservableValue<StatusViewModel.Fact> fact, Labeled label, Feather good) {
        fact.addListener((property, old, now) -> dress(label, now, good));
        dress(label, fact.getValue(), good);
    }

    private static void dress(Labeled label, StatusViewModel.Fact fact, Feather good) {
        label.setText(fact.words());
        Tips.on(label, fact::words);
        label.setGraphic(
                switch (fact.health()) {
                    case UNKNOWN -> Icons.of(Feather.MORE_HORIZONTAL);
                    case GOOD -> Icons.of(good, "icon-success");
                    case LIMITED -> Icons.of(Feather.ALERT_TRIANGLE, "icon-warning");
                    case BAD -> Icons.of(Feather.EYE_OFF, "icon-danger");
                });
    }

    private void run() {
        if (!context().overlay().isOpen()) {
            runAction.run();
        }
    }

    private void openPalette() {
        if (!context().overlay().isOpen()) {
            new CommandPalette(context(), messages).open(actions());
        }
    }

    private List<Action> actions() {
        List<Action> all = new ArrayList<>();
        int number = 0;
        for (RailItem item : items.values()) {
            number++;
            all.add(new Action(
                    messages.get("shell.palette.open", messages.get("shell.rail." + item.id())),
                    "Ctrl+" + number,
                    item.icon(),
                    () -> show(item.id())));
        }
        all.add(new Action(messages.get("shell.header.run"), "Ctrl+R", Feather.PLAY, runAction));
        items.keySet().forEach(id -> view(id).ifPresent(view -> all.addAll(view.actions())));
        return all;
    }
}
