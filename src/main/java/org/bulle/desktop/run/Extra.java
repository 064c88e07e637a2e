package org.bulle.desktop.run;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * Something that one run gets, or is denied, on top of its profiles.
 *
 * @param value a path entry, the name of a variable ({@code NAME}, {@code NAME=VALUE} or a pattern), or a capability
 */
record Extra(Kind kind, String value) {
    /** The flags of the command line that an extra can be. */
    enum Kind {
        RO,
        RW,
        ROX,
        RWX,
        ENV,
        ALLOW,
        DENY;

        /** As on the command line without its dashes. */
        String key() {
            return name().toLowerCase(Locale.ROOT);
        }

        String flag() {
            return "--" + key();
        }

        boolean isPath() {
            return switch (this) {
                case RO, RW, ROX, RWX -> true;
                case ENV, ALLOW, DENY -> false;
            };
        }

        static Optional<Kind> of(String flag) {
            return Arrays.stream(values())
                    .filter(kind -> kind.flag().equals(flag))
                    .findFirst();
        }
    }

    /** The value as the flag takes it: a comma separates the elements of all lists but that of variables. */
    String argument() {
        return kind == Kind.ENV ? value : value.replace(",", "\\,");
    }
}
