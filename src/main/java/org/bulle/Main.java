package org.bulle;

import java.io.IOException;
import java.util.Arrays;
import org.bulle.cli.CommandLineFace;
import org.bulle.desktop.Desktop;
import org.bulle.engine.run.StartCache;

/** Chooses a face: the desktop app when its name is the first word, else the command line, which loads no toolkit. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) throws IOException {
        StartCache.check();
        if (opensWindow(arguments)) {
            System.exit(run(arguments));
        }
        // No orderly end: we have no hook, everything is written by then, and it would ask all jars for a logger first.
        CommandLineFace.startAndEnd(arguments);
    }

    /** Everything but the end of the process. */
    static int run(String[] arguments) {
        return opensWindow(arguments)
                ? Desktop.launch(Arrays.copyOfRange(arguments, 1, arguments.length))
                : CommandLineFace.start(arguments);
    }

    /** {@code desktop --help} is a question to the command line. */
    private static boolean opensWindow(String[] arguments) {
        return arguments.length > 0
                && arguments[0].equals("desktop")
                && !Arrays.asList(arguments).contains("--help")
                && !Arrays.asList(arguments).contains("-h");
    }
}
