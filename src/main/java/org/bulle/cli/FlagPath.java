package org.bulle.cli;

import java.nio.file.Path;
import org.bulle.engine.profile.MarkedPath;
import org.bulle.engine.profile.OsPath;

/** The value of a path flag as an entry: what is relative is relative to the current directory, not to the workspace. */
final class FlagPath {
    private FlagPath() {}

    /**
     * {@code entry} as it is when it is absolute or starts with a variable, the home directory or a resolver; else with the current directory
     * before it, literally.
     */
    static String absolute(String entry, String cwd) {
        return isRelative(entry) ? under(literal(cwd.equals("/") ? "" : cwd), entry) : entry;
    }

    /**
     * The same for a run in a clone: what lies in the repository is the clone's, as it is for the command; what is outside stays where it is.
     *
     * @param cwd real
     * @param workspace real, in the repository
     * @param repository the top of it
     */
    static String inClone(String entry, Path cwd, Path workspace, Path repository) {
        if (!isRelative(entry) || !cwd.startsWith(repository) || leaves(entry, repository.relativize(cwd))) {
            return entry;
        }
        String way = literal(OsPath.text(workspace.relativize(cwd)));
        return under(way.isEmpty() ? "$WORKSPACE" : "$WORKSPACE/" + way, entry);
    }

    /** Whether it goes up further than it has come down. */
    private static boolean leaves(String entry, Path from) {
        int depth = OsPath.text(from).isEmpty() ? 0 : from.getNameCount();
        for (String name : MarkedPath.of(entry).text().split("/")) {
            if (name.equals("..")) {
                depth--;
            } else if (!name.isEmpty() && !name.equals(".")) {
                depth++;
            }
            if (depth < 0) {
                return true;
            }
        }
        return false;
    }

    private static boolean isRelative(String entry) {
        String path = MarkedPath.of(entry).text();
        return !path.isEmpty()
                && !path.startsWith("/")
                && !path.startsWith("$")
                && !path.equals("~")
                && !path.startsWith("~/")
                && !isResolver(path);
    }

    private static String under(String base, String entry) {
        String path = MarkedPath.of(entry).text();
        String markers = entry.substring(0, entry.length() - path.length());
        String relative = path.equals(".") || path.equals("./") ? "" : path.startsWith("./") ? path.substring(2) : path;
        return markers + base + "/" + relative;
    }

    /** {@code which:git}, {@code go:modcache}, and what looks like one: a colon before any slash. */
    private static boolean isResolver(String path) {
        int colon = path.indexOf(':');
        return colon > 0
                && path.substring(0, colon)
                        .chars()
                        .allMatch(c -> c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '_');
    }

    private static String literal(String path) {
        return path.replaceAll("[\\\\$*]", "\\\\$0");
    }
}
