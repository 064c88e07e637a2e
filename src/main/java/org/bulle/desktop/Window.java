package org.bulle.desktop;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.geometry.Rectangle2D;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.stage.Screen;
import javafx.stage.Stage;
import javafx.stage.WindowEvent;
import org.bulle.desktop.explore.ExploreView;
import org.bulle.desktop.profiles.ProfilesView;
import org.bulle.desktop.run.RunController;
import org.bulle.desktop.run.RunDesk;
import org.bulle.desktop.run.RunsPage;
import org.bulle.desktop.runs.RunsView;
import org.bulle.desktop.runs.RunsViewModel;
import org.bulle.desktop.scratches.ScratchesView;
import org.bulle.desktop.shared.Appearance;
import org.bulle.desktop.shared.CatalogModel;
import org.bulle.desktop.shared.DesktopContext;
import org.bulle.desktop.shared.Engine;
import org.bulle.desktop.shared.FileDialogs;
import org.bulle.desktop.shared.FolderWatch;
import org.bulle.desktop.shared.InstallReview;
import org.bulle.desktop.shared.LoginShellPath;
import org.bulle.desktop.shared.Messages;
import org.bulle.desktop.shared.Overlay;
import org.bulle.desktop.shared.Preferences;
import org.bulle.desktop.shared.Selection;
import org.bulle.desktop.shared.Tasks;
import org.bulle.desktop.shell.RailItem;
import org.bulle.desktop.shell.ShellController;
import org.bulle.desktop.shell.StatusViewModel;
import org.bulle.desktop.system.SystemView;
import org.bulle.engine.profile.OsPath;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/** The main window: makes the models, registers the views, remembers where it stood. */
public final class Window {
    private static final System.Logger LOG = System.getLogger(Window.class.getName());
    private static final double WIDTH = 1360;
    private static final double HEIGHT = 860;
    private final Stage stage;
    private final Tasks tasks;
    private final Preferences preferences;
    private final ShellController shell;
    private final DesktopContext context;
    private final StatusViewModel status;
    private final RunDesk desk;
    private @Nullable ProfilesView profiles;
    private @Nullable RunsPage runs;
    private @Nullable FirstFrame rest;
    private @Nullable FolderWatch configuration;

    public Window(Stage stage, Engine engine, Tasks tasks, FileDialogs dialogs, Path stateFile, Path workspace) {
        this.stage = stage;
        this.tasks = tasks;
        preferences = new Preferences(stateFile);
        Messages messages = new Messages(preferences
                .get("language")
                .map(java.util.Locale::forLanguageTag)
                .orElse(Messages.languageOf(engine.environment())));
        CatalogModel catalog = new CatalogModel(engine, tasks);
        status = new StatusViewModel(engine, tasks, messages, catalog);
        // Before the first control: it would have the toolkit read its own theme.
        Appearance appearance = new Appearance(preferences);
        shell = new ShellController(status, messages);
        Scene scene = new Scene(shell.layers());
        appearance.style(scene);
        stage.setScene(scene);
        stage.setTitle(messages.get("shell.window.title"));
        context = new DesktopContext(
                engine,
                tasks,
                messages,
                preferences,
                appearance,
                dialogs,
                selection(workspace),
                catalog,
                new Overlay(shell.layers(), messages),
                shell::show,
                this::openRunSheet,
                new Reviews());
        desk = new RunDesk(engine, tasks, messages);
        desk.watch(stage::isFocused);
        shell.open(context, rail(), () -> openRunSheet(""));
        shell.bindKeys(scene);
        stage.setOnCloseRequest(this::askToClose);
        // Of a file that lies elsewhere and is linked to, and of some network file systems, nothing is told.
        stage.focusedProperty().addListener((property, old, now) -> {
            if (now && configuration != null) {
                catalog.look();
            }
        });
    }

    /** The run is shown on the page of the runs. */
    private void openRunSheet(String command) {
        runs();
        new RunController(context, desk).open(command);
    }

    /** One line for each item of the rail, in its order. */
    private List<RailItem> rail() {
        return List.of(
                new RailItem("profiles", Feather.LAYERS, this::profiles),
                new RailItem("runs", Feather.ACTIVITY, this::runs),
                new RailItem("explore", Feather.COMPASS, () -> new ExploreView(context)),
                new RailItem("scratches", Feather.COPY, () -> new ScratchesView(context)),
                new RailItem("system", Feather.CPU, () -> new SystemView(context, status::note)));
    }

    private ProfilesView profiles() {
        ProfilesView known = profiles;
        if (known == null) {
            known = new ProfilesView(context, status::note);
            profiles = known;
        }
        return known;
    }

    private RunsPage runs() {
        RunsPage known = runs;
        if (known == null) {
            known = new RunsPage(context, new RunsView(context, this::runAgain), desk, status::note);
            runs = known;
        }
        return known;
    }

    /** The page belongs to the Profiles view, which is made after the context that leads to it. */
    private final class Reviews implements InstallReview {
        @Override
        public void open(List<Path> sources) {
            profiles().open(sources);
        }

        @Override
        public void create(NewText text, java.util.function.Consumer<String> then) {
            profiles().create(text, then);
        }

        @Override
        public void ask() {
            profiles().ask();
        }

        @Override
        public void updates() {
            profiles().updates();
        }
    }

    private void runAgain(RunsViewModel.Again run) {
        context.selection().stack().setAll(run.profiles());
        context.selection().workspaceProperty().set(OsPath.of(run.workspace()));
        runs();
        new RunController(context, desk).openAgain(run.command(), run.flags());
    }

    private Selection selection(Path workspace) {
        Selection selection =
                new Selection(preferences.get("workspace").map(Path::of).orElse(workspace));
        preferences
                .get("stack")
                .filter(stack -> !stack.isEmpty())
                .ifPresent(stack -> selection.stack().setAll(stack.split(",")));
        return selection;
    }

    /** A double-clicked app has the session's PATH: the login shell is asked once for its own, in the background. */
    void adoptSearchPath(LoginShellPath shell) {
        tasks.run(
                shell::read,
                path -> {
                    context.engine().useSearchPath(path, shell.shell());
                    context.catalog().reload(() -> {});
                },
                failure -> context.engine().keepSearchPath(failure.message()));
    }

    public DesktopContext context() {
        return context;
    }

    /** Runs end with the window, so one that goes on is asked about first. */
    private void askToClose(WindowEvent closing) {
        int running = desk.running();
        if (running == 0) {
            return;
        }
        closing.consume();
        Messages messages = context.messages();
        context.overlay()
                .confirm(
                        messages.get("run.quit.title", running),
                        messages.get("run.quit.text", running),
                        messages.get("run.quit.verb"),
                        this::endRuns);
    }

    /** In sight, and off the UI thread: what does not end by itself takes seconds. */
    private void endRuns() {
        Messages messages = context.messages();
        ProgressIndicator busy = new ProgressIndicator();
        busy.setPrefSize(24, 24);
        Label words = new Label(messages.get("run.quit.ending", desk.running()));
        words.setId("ending-runs");
        words.setWrapText(true);
        HBox body = new HBox(12, busy, words);
        body.setAlignment(Pos.CENTER_LEFT);
        body.getStyleClass().addAll("dialog-body", "dialog-box");
        body.setMaxSize(420, Region.USE_PREF_SIZE);
        context.overlay().hold(body);
        stage.setOnCloseRequest(WindowEvent::consume);
        Runnable left = () -> {
            stage.setOnCloseRequest(null);
            stage.hide();
        };
        tasks.run(
                () -> {
                    desk.endAll();
                    return true;
                },
                ended -> left.run(),
                failure -> left.run());
    }

    /**
     * Shows the window with its rail and header. Everything else follows when these have been drawn, bit by bit: between the bits the frame comes to the screen
     * and the user's keys are heard.
     *
     * @param then what is done after that
     */
    public void open(Runnable then) {
        place();
        stage.show();
        rest = new FirstFrame(
                stage.getScene(),
                List.of(this::profiles, this::follow, shell::begin, status::refresh, () -> shell.view("runs"), then));
    }

    /** Does now what follows the first frame. */
    void fill() {
        Optional.ofNullable(rest).ifPresent(FirstFrame::now);
    }

    /** Reads the profiles, from now on whenever they change. */
    private void follow() {
        if (configuration == null) {
            Path root = context.engine().configRoot();
            configuration =
                    FolderWatch.on(List.of(root, root.resolve("profiles")), () -> tasks.later(context.catalog()::look));
            context.catalog().reload(() -> {});
        }
    }

    private void place() {
        Rectangle2D screen = Screen.getPrimary().getVisualBounds();
        stage.setMinWidth(900);
        stage.setMinHeight(560);
        stage.setWidth(Math.min(preferences.number("window.width", WIDTH), screen.getWidth()));
        stage.setHeight(Math.min(preferences.number("window.height", HEIGHT), screen.getHeight()));
        double x = preferences.number("window.x", -1);
        double y = preferences.number("window.y", -1);
        boolean seen = !Screen.getScreensForRectangle(x, y, 100, 100).isEmpty();
        if (x >= 0 && y >= 0 && seen) {
            stage.setX(x);
            stage.setY(y);
        }
        stage.setMaximized(
                preferences.get("window.maximized").filter("true"::equals).isPresent());
    }

    /**
     * Remembers the window's state and ends what runs in the background. Runs have ended by then when the user closed the window; they are waited for here
     * only when the app is ended from elsewhere.
     */
    public void close() {
        desk.endAll();
        Optional.ofNullable(rest).ifPresent(FirstFrame::forget);
        if (configuration != null) {
            configuration.close();
        }
        if (runs != null) {
            runs.close();
        }
        tasks.close();
        if (!stage.isMaximized()) {
            preferences.put("window.x", Double.toString(stage.getX()));
            preferences.put("window.y", Double.toString(stage.getY()));
            preferences.put("window.width", Double.toString(stage.getWidth()));
            preferences.put("window.height", Double.toString(stage.getHeight()));
        }
        preferences.put("window.maximized", Boolean.toString(stage.isMaximized()));
        preferences.put(
                "workspace", context.selection().workspaceProperty().get().toString());
        preferences.put("stack", String.join(",", context.selection().stack()));
        try {
            preferences.save();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "window state not saved", e);
        }
    }
}
