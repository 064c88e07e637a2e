package org.bulle.desktop;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.geometry.Rectangle2D;
import javafx.scene.Parent;
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
import org.bulle.desktop.shared.Fxml;
import org.bulle.desktop.shared.InstallReview;
import org.bulle.desktop.shared.LoginShellPath;
import org.bulle.desktop.shared.Messages;
import org.bulle.desktop.shared.Overlay;
import org.bulle.desktop.shared.Preferences;
import org.bulle.desktop.shared.Selection;
import org.bulle.desktop.shared.Tasks;
import org.bulle.desktop.shell.ShellController;
import org.bulle.desktop.shell.StatusViewModel;
import org.bulle.desktop.shell.View;
import org.bulle.desktop.system.SystemView;
import org.bulle.engine.profile.OsPath;
import org.jspecify.annotations.Nullable;

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
    private @Nullable ProfilesView profiles;
    private final RunDesk desk;
    private final RunsPage runs;
    private final FolderWatch configuration;

    public Window(Stage stage, Engine engine, Tasks tasks, FileDialogs dialogs, Path stateFile, Path workspace) {
        this.stage = stage;
        this.tasks = tasks;
        preferences = new Preferences(stateFile);
        Messages messages = new Messages(preferences
                .get("language")
                .map(java.util.Locale::forLanguageTag)
                .orElse(Messages.languageOf(engine.environment())));
        CatalogModel catalog = new CatalogModel(engine, tasks);
        StatusViewModel status = new StatusViewModel(engine, tasks, messages, catalog);
        shell = new ShellController(status, messages);
        Parent root = Fxml.load(shell, messages);
        Scene scene = new Scene(root);
        Appearance appearance = new Appearance(preferences);
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
        runs = new RunsPage(context, new RunsView(context, this::runAgain), desk, status::note);
        shell.open(context, views(status), () -> openRunSheet(""));
        shell.bindKeys(scene);
        stage.setOnCloseRequest(this::askToClose);
        status.refresh();
        catalog.reload(() -> {});
        configuration = FolderWatch.on(
                List.of(engine.configRoot(), engine.configRoot().resolve("profiles")),
                () -> tasks.later(catalog::look));
        // Of a file that lies elsewhere and is linked to, and of some network file systems, nothing is told.
        stage.focusedProperty().addListener((property, old, now) -> {
            if (now) {
                catalog.look();
            }
        });
    }

    private void openRunSheet(String command) {
        new RunController(context, desk).open(command);
    }

    /** One line for each item of the rail, in its order. */
    private List<View> views(StatusViewModel status) {
        ProfilesView made = new ProfilesView(context, status::note);
        profiles = made;
        return List.of(
                made,
                runs,
                new ExploreView(context),
                new ScratchesView(context),
                new SystemView(context, status::note));
    }

    /** The page belongs to the Profiles view, which is made after the context that leads to it. */
    private final class Reviews implements InstallReview {
        @Override
        public void open(List<Path> sources) {
            Optional.ofNullable(profiles).ifPresent(view -> view.open(sources));
        }

        @Override
        public void create(NewText text, java.util.function.Consumer<String> then) {
            Optional.ofNullable(profiles).ifPresent(view -> view.create(text, then));
        }

        @Override
        public void ask() {
            Optional.ofNullable(profiles).ifPresent(ProfilesView::ask);
        }

        @Override
        public void updates() {
            Optional.ofNullable(profiles).ifPresent(ProfilesView::updates);
        }
    }

    private void runAgain(RunsViewModel.Again run) {
        context.selection().stack().setAll(run.profiles());
        context.selection().workspaceProperty().set(OsPath.of(run.workspace()));
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

    public void open() {
        place();
        stage.show();
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
        configuration.close();
        runs.close();
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
