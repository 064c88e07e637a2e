package org.bulle.engine.profile;

/**
 * A path entry with its markers taken off: {@code ?} optional, {@code +} create when missing, in any order before the path. A backslash before
 * the first character of the path makes it literal, so {@code \?x} has no marker.
 *
 * @param text the entry without its markers, otherwise as written
 */
public record MarkedPath(boolean optional, boolean create, String text) {

    public static MarkedPath of(String entry) {
        boolean optional = false;
        boolean create = false;
        int at = 0;
        while (at < entry.length() && (entry.charAt(at) == '?' || entry.charAt(at) == '+')) {
            optional |= entry.charAt(at) == '?';
            create |= entry.charAt(at) == '+';
            at++;
        }
        return new MarkedPath(optional, create, entry.substring(at));
    }

    /** The text by which entries merge: a trailing slash does not count, but for the root. */
    public String mergeKey() {
        int end = text.length();
        while (end > 1 && text.charAt(end - 1) == '/' && text.charAt(end - 2) != '\\') {
            end--;
        }
        return text.substring(0, end);
    }

    /** True when what is created is a directory. */
    public boolean namesDirectory() {
        return text.endsWith("/");
    }

    /** The entry with its markers, as one would write it. */
    public String entry() {
        return (optional ? "?" : "") + (create ? "+" : "") + text;
    }
}
