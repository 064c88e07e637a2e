package org.bulle.engine.sandbox.seatbelt;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.policy.PolicyEntry;

/** For a policy that was resolved on another system: what could not be looked up there is taken for a directory, or for a device below /dev. */
record ForeignPathFacts(Set<String> unresolved, PathFacts here) implements PathFacts {
    private static final String DEVICES = "/dev/";

    static ForeignPathFacts of(Policy policy, PathFacts here) {
        return new ForeignPathFacts(
                policy.entries().stream()
                        .filter(entry -> entry.outcome() instanceof PolicyEntry.Outcome.Unresolved)
                        .flatMap(entry -> entry.paths().stream())
                        .collect(Collectors.toUnmodifiableSet()),
                here);
    }

    @Override
    public Kind kind(String path) {
        if (!unresolved.contains(path)) {
            return here.kind(path);
        }
        return path.startsWith(DEVICES) ? Kind.OTHER : Kind.DIRECTORY;
    }

    @Override
    public List<String> otherSpellings(String path) {
        return List.of();
    }
}
