package org.bulle.desktop;

import java.io.PrintStream;
import java.util.Map;
import java.util.Optional;
import javafx.application.Application;

/** The door to the desktop face. */
public final class Desktop {
    /** Said where no window can be shown. */
    static final String NO_DISPLAY =
            "bulle: no display, so the app cannot open a window; on the command line it is: bulle <profile>[,<profile>...] [dir] [-- command args...]";

    private Desktop() {}

    /**
     * Opens the window and returns when it is closed.
     *
     * @return the exit code: 0, or 1 when there is no display (one line on standard error says so)
     */
    public static int launch(String[] args) {
        return launch(args, System.getenv(), System.err);
    }

    static int launch(String[] args, Map<String, String> environment, PrintStream errors) {
        if (!hasDisplay(environment)) {
            errors.println(NO_DISPLAY);
            return 1;
        }
        try {
            Application.launch(DesktopApp.class, args);
            return 0;
        } catch (UnsupportedOperationException unopened) {
            errors.println(NO_DISPLAY
                    + Optional.ofNullable(unopened.getMessage())
                            .map(why -> " (" + why + ")")
                            .orElse(""));
            return 1;
        }
    }

    private static boolean hasDisplay(Map<String, String> environment) {
        return !System.getProperty("os.name", "").startsWith("Linux")
                || "Headless".equals(System.getProperty("glass.platform"))
                || !environment.getOrDefault("DISPLAY", "").isEmpty();
    }
}
