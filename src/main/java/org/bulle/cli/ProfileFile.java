package org.bulle.cli;

import java.nio.file.Path;
import java.util.List;
import org.bulle.engine.profile.OsPath;

/** Where a user writes what a stack of profiles should also allow. */
final class ProfileFile {
    private ProfileFile() {}

    /** The user's own layer of the last profile of the stack; it is merged over a built-in one of that name. */
    static String of(Session session, Path configRoot, List<String> stack) {
        String name = stack.isEmpty() ? "default" : stack.getLast();
        return new ShortPath("", "", session.machine()).of(OsPath.text(configRoot) + "/profiles/" + name + ".toml");
    }
}
