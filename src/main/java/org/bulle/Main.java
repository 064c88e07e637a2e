package org.bulle;

import org.bulle.cli.CommandLineFace;

/** Chooses a face: the desktop app when its name is the first word, else the command line, which loads no toolkit. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        System.exit(CommandLineFace.standard().run(arguments));
    }
}
