package org.bulle.desktop.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.bulle.desktop.shared.Programs;

/** Notifications of the desktop, by way of the small programs that send them. Where there is none, {@link #absence} says so and nothing is sent. */
final class Notifier {
    private static final long PATIENCE_SECONDS = 5;
    private static final String APP = "Bulle";
    private final Map<String, String> environment;
    private final Programs programs;
    private BooleanSupplier seen = () -> false;

    /**
     * @param environment the caller's: where programs are looked for, and how the session's bus is reached
     */
    Notifier(Map<String, String> environment) {
        this.environment = environment;
        this.programs = new Programs(environment);
    }

    /** How to find out whether the user is looking at the window. */
    void watch(BooleanSupplier looking) {
        seen = looking;
    }

    boolean isSeen() {
        return seen.getAsBoolean();
    }

    /** True when something here can send one. */
    boolean isPresent() {
        return hasBus() && sender().isPresent();
    }

    private boolean hasBus() {
        return environment.containsKey("DBUS_SESSION_BUS_ADDRESS") || environment.containsKey("XDG_RUNTIME_DIR");
    }

    private Optional<String> sender() {
        return programs.first("notify-send", "gdbus");
    }

    /**
     * @throws IOException when it could not be sent
     */
    void send(String title, String body) throws IOException {
        Optional<String> program = sender();
        if (program.isEmpty() || !hasBus()) {
            return;
        }
        ProcessBuilder builder = new ProcessBuilder(command(program.get(), title, body))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectInput(Programs.NOTHING);
        Programs.adopt(builder.environment(), environment);
        Process process = builder.start();
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException(program.get() + " did not end");
            }
            if (process.exitValue() != 0) {
                throw new IOException(program.get() + " ended with " + process.exitValue());
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private static List<String> command(String program, String title, String body) {
        if (program.endsWith("/notify-send")) {
            return List.of(program, "--app-name=" + APP, "--", title, markup(body));
        }
        List<String> words = new ArrayList<>(List.of(
                program,
                "call",
                "--session",
                "--dest",
                "org.freedesktop.Notifications",
                "--object-path",
                "/org/freedesktop/Notifications",
                "--method",
                "org.freedesktop.Notifications.Notify"));
        words.addAll(List.of(variant(APP), "0", variant(""), variant(title), variant(markup(body)), "[]", "{}", "-1"));
        return words;
    }

    /** The body of a notification may hold markup, so what is no markup is written as such. */
    private static String markup(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    /** A string as GVariant text. */
    private static String variant(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n") + "'";
    }
}
