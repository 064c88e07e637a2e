package org.bulle.engine.detect;

import org.bulle.engine.policy.AccessList;

/**
 * A path that a detected project needs.
 *
 * @param path absolute
 * @param create make the directory when it is missing; else a missing path is skipped
 */
public record DetectedPath(AccessList list, String path, boolean create) {

    /** The same at another place. */
    DetectedPath at(String other) {
        return new DetectedPath(list, other, create);
    }

    /** The same as an entry of a profile: markers, and a backslash before what would mean something there. */
    public String entry() {
        return (create ? "+" : "?") + path.replaceAll("[$*?+\\[\\\\]", "\\\\$0") + (create ? "/" : "");
    }
}
