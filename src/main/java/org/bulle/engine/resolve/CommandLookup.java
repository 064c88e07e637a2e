package org.bulle.engine.resolve;

import org.bulle.engine.policy.Command;
import org.bulle.engine.policy.Statement;

/** What became of the command's name on the caller's PATH. */
public sealed interface CommandLookup {

    /** No command was given and no profile has a default_app. */
    record None() implements CommandLookup {}

    /** It can be executed, as far as its mode says. */
    record Found(Command command) implements CommandLookup {}

    /** No such file: exit 127. */
    record NotFound(String name) implements CommandLookup {}

    /**
     * There is a file, but it cannot be executed: exit 126.
     *
     * @param file as found
     * @param why "is a directory", "is not executable"
     */
    record NotExecutable(String name, String file, Statement why) implements CommandLookup {}
}
