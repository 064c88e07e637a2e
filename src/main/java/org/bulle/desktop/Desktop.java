package org.bulle.desktop;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javafx.application.Application;
import javafx.application.Platform;
import javafx.css.Stylesheet;

/** The door to the desktop face. */
public final class Desktop {
    /** Said where no window can be shown. */
    static final String NO_DISPLAY =
            "bulle: no display, so the app cannot open a window; on the command line it is: bulle <profile>[,<profile>...] [dir] [-- command args...]";

    /** The toolkit's choice of how to draw. */
    private static final String ORDER = "prism.order";

    /** What the kernel's graphics drivers make: those of the kernel itself, of NVIDIA, of Windows below Linux, of ARM and of Qualcomm. */
    private static final List<String> DEVICES =
            List.of("/dev/dri", "/dev/nvidiactl", "/dev/dxg", "/dev/mali0", "/dev/kgsl-3d0");

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
     * Closes the window that is opened next by itself.
     *
     * @param seconds when, from now on
     */
    public static void endAfter(int seconds) {
        Thread.ofPlatform().daemon().start(() -> {
            try {
                Thread.sleep(Duration.ofSeconds(seconds));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            Platform.exit();
        });
    }

    /** Reads each style sheet in a folder and writes it in the form that needs no parser ({@code .bss}) beside it; JavaFX prefers that one. */
    public static void compileSheets(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path sheet :
                    files.filter(file -> file.toString().endsWith(".css")).toList()) {
                String name = sheet.getFileName().toString();
                Path compiled = sheet.resolveSibling(name.substring(0, name.length() - ".css".length()) + ".bss");
                Stylesheet.convertToBinary(sheet.toFile(), compiled.toFile());
            }
        }
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
        if (!hasGraphicsDevice() && System.getProperty(ORDER) == null) {
            System.setProperty(ORDER, "sw");
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

    /**
     * Where the kernel has no graphics device, JavaFX would load the system's OpenGL, a hundred megabytes, only to find that nothing draws faster than itself. Where
     * there is one, it decides.
     */
    private static boolean hasGraphicsDevice() {
        return !System.getProperty("os.name", "").startsWith("Linux")
                || DEVICES.stream().map(Path::of).anyMatch(Files::exists);
    }

    private static boolean hasDisplay(Map<String, String> environment) {
        return !System.getProperty("os.name", "").startsWith("Linux")
                || "Headless".equals(System.getProperty("glass.platform"))
                || !environment.getOrDefault("DISPLAY", "").isEmpty();
    }
}
