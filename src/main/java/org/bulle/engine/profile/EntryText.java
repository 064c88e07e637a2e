package org.bulle.engine.profile;

import java.util.Optional;

/** What the text alone tells about an entry. */
public final class EntryText {
    private EntryText() {}

    /** Why {@code entry} cannot be a path entry, whatever the machine; empty when it can. */
    public static Optional<String> refusal(String entry) {
        MarkedPath marked = MarkedPath.of(entry);
        if (marked.text().isBlank()) {
            return Optional.of(
                    entry.isBlank()
                            ? "an entry cannot be empty"
                            : "entry " + Printable.quoted(entry) + " has no path after its markers");
        }
        int markers = entry.length() - marked.text().length();
        if (markers > 2 || markers == 2 && entry.charAt(0) == entry.charAt(1)) {
            return Optional.of("entry " + Printable.quoted(entry)
                    + " repeats a marker; a literal \"?\" or \"+\" is written with a backslash before it");
        }
        // Any other byte can be in a file's name, and what a run was refused has to be grantable.
        return entry.indexOf('\0') >= 0
                ? Optional.of("entry " + Printable.quoted(entry) + " has a NUL character, which no path can have")
                : Optional.empty();
    }

    /** Why {@code name} cannot be a Mach service; empty when it can. */
    static Optional<String> serviceRefusal(String name) {
        return name.matches("[A-Za-z0-9._-]+")
                ? Optional.empty()
                : Optional.of(Printable.quoted(name)
                        + " is no Mach service: a name has letters, digits, dots, - and _ only, and no patterns");
    }

    /** Why {@code text} cannot be a line of text ({@code lines}: or several); empty when it can. */
    static Optional<String> textRefusal(String text, boolean lines) {
        if (text.isBlank() && !lines) {
            return Optional.of("cannot be empty");
        }
        boolean bad =
                text.chars().anyMatch(c -> (c < ' ' || c == 0x7f) && !(lines && (c == '\n' || c == '\t' || c == '\r')));
        return bad ? Optional.of(Printable.quoted(text) + " has a control character") : Optional.empty();
    }
}
