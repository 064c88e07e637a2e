package org.bulle.engine.denial;

import java.util.List;
import java.util.Optional;
import org.bulle.engine.policy.Statement;

/**
 * The narrowest profile entry that really would have allowed a denied access.
 *
 * @param list the key it belongs under: {@code ro rox rw rwx}, or {@code allow} for a capability
 * @param entry as written in a profile, markers and escapes included; empty when there is none ({@code refused} says why)
 * @param flag the same for the command line, quoted for a shell; empty when there is none
 * @param ladder entries for the same access from the narrowest to the broadest; the first is usually {@code entry}
 * @param refused why this may not be granted, in one sentence; absent when it may
 */
public record Suggestion(String list, String entry, String flag, List<String> ladder, Optional<Statement> refused) {
    public Suggestion {
        ladder = List.copyOf(ladder);
    }

    /** Nothing to suggest, and why. */
    public static Suggestion refused(Statement why) {
        return new Suggestion("", "", "", List.of(), Optional.of(why));
    }
}
