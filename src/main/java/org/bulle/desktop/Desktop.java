package org.bulle.desktop;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javafx.application.Application;
import javafx.application.Platform;

/** The door to the desktop face. */
public final class Desktop {
    /** Said where no window can be shown. */
    static final String NO_DISPLAY =
            "bulle: no display, so the app cannot open a window; on the command line it is: bulle <profile>[,<profile>...] [dir] [-- command args...]";

    private Desktop() {}

    /**
     * Opens the window and returns when it is closed.
     *
     * @param args {@code --config DIR}, then files or folders whose review is opened, or nothing
     * @return the exit code: 0, 1 when there is no display, 2 for other arguments (one line on standard error says so)
     */
    public static int launch(String[] args) {
        return launch(args, System.getenv(), System.err);
    }

    /**
     * Opens the window with a user's defaults and closes it by itself.
     *
     * @param seconds how long it stands
     */
    public static void train(int seconds) {
        Thread.ofPlatform().daemon().start(() -> {
            try {
                Thread.sleep(Duration.ofSeconds(seconds));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            Platform.exit();
        });
        launch(new String[0]);
    }

    static int launch(String[] args, Map<String, String> environment, PrintStream errors) {
        int files = args.length > 0 && args[0].equals("--config") ? 2 : 0;
        if (args.length < files
                || List.of(args).subList(files, args.length).stream().anyMatch(Desktop::isNoFile)) {
            errors.println("bulle: desktop takes --config DIR, and profile files or folders to review");
            return 2;
        }
        if (!hasDisplay(environment)) {
            errors.println(NO_DISPLAY);
            return 1;
        }
        try {
            Application.launch(DesktopApp.class, args);
            return 0;
        } catch (UnsupportedOperationException unopened) {
            errors.println(NO_DISPLAY);
            return 1;
        }
    }

    private static boolean isNoFile(String argument) {
        return argument.startsWith("-") || argument.isEmpty() || !Files.exists(Path.of(argument));
    }

    private static boolean hasDisplay(Map<String, String> environment) {
        return !System.getProperty("os.name", "").startsWith("Linux")
                || "Headless".equals(System.getProperty("glass.platform"))
                || !environment.getOrDefault("DISPLAY", "").isEmpty();
    }
}
