package org.bulle.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Whether someone looks. */
final class Terminal {
    private Terminal() {}

    /** Whether a descriptor of this process is a terminal. Read from {@code /proc}: asking {@link System#console()} would load a line editor. */
    static boolean isTerminal(int descriptor) {
        Path link = Path.of("/proc/self/fd", Integer.toString(descriptor));
        try {
            String target = Files.readSymbolicLink(link).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException noProc) {
            return System.console() != null && System.console().isTerminal();
        }
    }

    /** NO_COLOR (no-color.org: set and not empty) and dumb terminals want none. */
    static boolean allowsColour(@Nullable String noColour, @Nullable String term) {
        return (noColour == null || noColour.isEmpty()) && term != null && !term.isEmpty() && !term.equals("dumb");
    }
}
