package org.bulle.engine.profile;

import java.util.Optional;

/**
 * An entry of {@code env}: {@code NAME} or a glob over names to pass on, {@code NAME=VALUE} to set.
 *
 * @param value never printed
 */
public record EnvEntry(String name, Optional<String> value) {

    public static EnvEntry of(String entry) {
        int equals = entry.indexOf('=');
        return equals < 0
                ? new EnvEntry(entry, Optional.empty())
                : new EnvEntry(entry.substring(0, equals), Optional.of(entry.substring(equals + 1)));
    }

    public boolean isGlob() {
        return name.indexOf('*') >= 0;
    }

    /**
     * Why the entry cannot be used, in a sentence that never shows its value; empty when it can.
     *
     * @param strictValue true for a file, where a control character in a value is a slip; an argument may carry any byte but NUL
     */
    public Optional<String> refusal(boolean strictValue) {
        if (name.isEmpty()) {
            return Optional.of("an environment entry needs a name");
        }
        if (!isName(name)) {
            return Optional.of(
                    "environment name " + Printable.quoted(name)
                            + " is not allowed: letters, digits, \"_\", \"-\" and \".\" only, not starting with a digit, with \"*\" for any");
        }
        if (value.isPresent() && isGlob()) {
            return Optional.of(
                    "environment entry " + Printable.quoted(name) + " sets a value for a pattern; name one variable");
        }
        String text = value.orElse("");
        boolean bad = strictValue ? text.chars().anyMatch(c -> c < ' ' || c == 0x7f) : text.indexOf('\0') >= 0;
        return bad
                ? Optional.of("the value of environment entry " + Printable.quoted(name) + " has a control character")
                : Optional.empty();
    }

    private static boolean isName(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '*';
            boolean inside = c >= '0' && c <= '9' || c == '-' || c == '.';
            if (!letter && !(inside && i > 0)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        return "EnvEntry[" + name + "]";
    }
}
