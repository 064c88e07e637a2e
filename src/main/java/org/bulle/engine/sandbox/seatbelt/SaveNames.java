package org.bulle.engine.sandbox.seatbelt;

import java.util.Optional;

/**
 * The names beside a file through which editors and libraries save it: they write a new file and move it over the old one. Seatbelt judges that new
 * name, so a grant on the file alone would let nobody save it.
 */
final class SaveNames {
    /** What follows the name: .tmp and .lock with anything behind, .bak, Vim's .swp and its like, Cocoa's .sb-, a process id, a tilde. */
    private static final String ENDS = "(\\.(tmp|lock|sb-)[^/]*|\\.bak|\\.sw[a-z]|\\.[0-9][^/]*|~)";

    private SaveNames() {}

    /** A filter for them; empty for a path that cannot be put into a regular expression, which then has none. */
    static Optional<String> filter(String path) {
        int slash = path.lastIndexOf('/');
        if (slash < 0 || slash == path.length() - 1 || !Sbpl.fitsRegex(path)) {
            return Optional.empty();
        }
        String directory = Sbpl.regexText(path.substring(0, slash + 1));
        String name = Sbpl.regexText(path.substring(slash + 1));
        return Optional.of("(regex #\"^" + directory + "\\.?" + name + ENDS + "$\")");
    }
}
