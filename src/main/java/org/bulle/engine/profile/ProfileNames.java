package org.bulle.engine.profile;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Which names a profile may have. */
public final class ProfileNames {
    /** Words that mean something else in the first place of a command line or after {@code show}. */
    public static final Set<String> RESERVED = Set.of(
            "show",
            "profiles",
            "scratch",
            "resolvers",
            "runs",
            "detect",
            "desktop",
            "completion",
            "help",
            "version",
            "__complete",
            "policy",
            "config");

    private static final Pattern SHAPE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");
    private static final int LONGEST = 64;

    private ProfileNames() {}

    /** Why {@code name} cannot be a profile's name, in a sentence without the name's place; empty when it can. */
    public static Optional<String> refusal(String name) {
        if (name.isEmpty()) {
            return Optional.of("a profile name cannot be empty");
        }
        if (!SHAPE.matcher(name).matches()) {
            return Optional.of("profile name " + Printable.quoted(name)
                    + " is not allowed: letters, digits, \".\", \"_\" and \"-\" only, starting with a letter or digit");
        }
        if (name.length() > LONGEST) {
            return Optional.of("profile name " + Printable.quoted(name) + " is longer than " + LONGEST + " characters");
        }
        if (RESERVED.contains(name)) {
            return Optional.of(
                    "profile name " + Printable.quoted(name) + " is reserved: it is a word of the command line");
        }
        return Optional.empty();
    }
}
