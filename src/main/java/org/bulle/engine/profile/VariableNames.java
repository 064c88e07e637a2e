package org.bulle.engine.profile;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Which names {@code [vars]} and {@code --var} may define. */
public final class VariableNames {
    /** The built-in variables; every {@code XDG_*} name is reserved beside them. */
    public static final Set<String> BUILT_IN =
            Set.of("WORKSPACE", "HOME", "TMP", "TMPDIR", "CONFIG", "DATA", "CACHE", "STATE");

    private static final Pattern SHAPE = Pattern.compile("[A-Z0-9_]+");

    private VariableNames() {}

    /** Why {@code name} cannot be defined; empty when it can. */
    public static Optional<String> refusal(String name) {
        if (!SHAPE.matcher(name).matches()) {
            return Optional.of("variable name " + Printable.quoted(name)
                    + " is not allowed: capital letters, digits and \"_\" only");
        }
        if (BUILT_IN.contains(name) || name.startsWith("XDG_")) {
            return Optional.of("variable " + Printable.quoted(name) + " is built in and cannot be redefined");
        }
        return Optional.empty();
    }
}
