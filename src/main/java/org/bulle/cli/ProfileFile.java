package org.bulle.cli;

import java.util.List;
import org.bulle.engine.profile.ConfigRoot;
import org.bulle.engine.profile.OsPath;

/** Where a user writes what a stack of profiles should also allow. */
final class ProfileFile {
    private ProfileFile() {}

    /** The user's own layer of the last profile of the stack; it is merged over a built-in one of that name. */
    static String of(Session session, List<String> stack) {
        String name = stack.isEmpty() ? "default" : stack.getLast();
        String root = OsPath.text(ConfigRoot.of(
                session.machine().environment().variables(), session.machine().platform()));
        return new ShortPath("", "", session.machine()).of(root + "/profiles/" + name + ".toml");
    }
}
