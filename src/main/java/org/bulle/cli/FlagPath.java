package org.bulle.cli;

import org.bulle.engine.profile.MarkedPath;

/** The value of a path flag as an entry: what is relative is relative to the current directory, not to the workspace. */
final class FlagPath {
    private FlagPath() {}

    /**
     * {@code entry} as it is when it is absolute or starts with a variable, the home directory or a resolver; else with the current directory
     * before it, literally.
     */
    static String absolute(String entry, String cwd) {
        MarkedPath marked = MarkedPath.of(entry);
        String path = marked.text();
        if (path.isEmpty()
                || path.startsWith("/")
                || path.startsWith("$")
                || path.equals("~")
                || path.startsWith("~/")
                || isResolver(path)) {
            return entry;
        }
        String markers = entry.substring(0, entry.length() - path.length());
        String relative = path.equals(".") || path.equals("./") ? "" : path.startsWith("./") ? path.substring(2) : path;
        String base = literal(cwd.equals("/") ? "" : cwd);
        return markers + (relative.isEmpty() ? base + "/" : base + "/" + relative);
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
