package org.bulle.desktop;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javafx.application.Application;
import javafx.application.Platform;
import javafx.stage.Stage;
import org.bulle.desktop.shared.Engine;
import org.bulle.desktop.shared.Fonts;
import org.bulle.desktop.shared.LoginShellPath;
import org.bulle.desktop.shared.SystemFileDialogs;
import org.bulle.desktop.shared.Tasks;
import org.bulle.engine.profile.ConfigRoot;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.StateRoot;
import org.bulle.engine.resolve.CallerEnvironment;
import org.jspecify.annotations.Nullable;

/** The JavaFX application. */
public final class DesktopApp extends Application {
    private @Nullable Window window;

    @Override
    public void start(Stage stage) throws IOException {
        Fonts.load();
        Map<String, String> environment = CallerEnvironment.read().variables();
        List<String> arguments = getParameters().getRaw();
        Engine engine = new Engine(
                configRoot(arguments, environment),
                environment,
                org.bulle.engine.profile.Platform.current(),
                launcher());
        Tasks tasks = Tasks.pooled(Platform::runLater);
        Window made = new Window(
                stage,
                engine,
                tasks,
                new SystemFileDialogs(() -> stage),
                stateFile(environment),
                workspace(environment));
        window = made;
        made.open(() -> {
            if (LoginShellPath.isNeeded()) {
                made.adoptSearchPath(new LoginShellPath(environment));
            }
            List<Path> files = files(arguments);
            if (!files.isEmpty()) {
                made.context().installReview().open(files);
            }
        });
    }

    /** What a double click on a profile's file gives. */
    static List<Path> files(List<String> arguments) {
        int first = arguments.indexOf("--config") == 0 ? 2 : 0;
        return arguments.subList(Math.min(first, arguments.size()), arguments.size()).stream()
                .map(file -> Path.of(file).toAbsolutePath())
                .toList();
    }

    private static Path configRoot(List<String> arguments, Map<String, String> environment) {
        int flag = arguments.indexOf("--config");
        return flag >= 0 && flag + 1 < arguments.size()
                ? Path.of(arguments.get(flag + 1)).toAbsolutePath()
                : ConfigRoot.of(environment, org.bulle.engine.profile.Platform.current());
    }

    /** The start script says where the command line's script is; without it we start as we were started. */
    private static List<String> launcher() {
        String script = System.getProperty("bulle.launcher", "");
        if (!script.isEmpty()) {
            return List.of(script);
        }
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                absolute(System.getProperty("java.class.path")),
                "org.bulle.Main");
    }

    /** A run starts in its workspace. */
    static String absolute(String classPath) {
        return Arrays.stream(classPath.split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static Path stateFile(Map<String, String> environment) {
        return StateRoot.of(environment, OsPath.text(home(environment)), org.bulle.engine.profile.Platform.current())
                .resolve("bulle")
                .resolve("desktop.properties");
    }

    /** The folder the app was started in; a double-clicked app starts in home or at the root, which are no workspaces. */
    private static Path workspace(Map<String, String> environment) {
        Path here = Path.of("").toAbsolutePath();
        boolean unfit = here.getNameCount() == 0 || here.equals(home(environment));
        if (!unfit) {
            return here;
        }
        return Arrays.asList("src", "projects", "Documents").stream()
                .map(home(environment)::resolve)
                .filter(Files::isDirectory)
                .findFirst()
                .orElse(here);
    }

    private static Path home(Map<String, String> environment) {
        String home = environment.getOrDefault("HOME", "");
        return OsPath.of(home.startsWith("/") ? home : System.getProperty("user.home", "/"));
    }

    @Override
    public void stop() {
        if (window != null) {
            window.close();
        }
    }
}
