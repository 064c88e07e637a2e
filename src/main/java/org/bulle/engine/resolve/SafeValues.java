package org.bulle.engine.resolve;

import java.util.Optional;

/**
 * Judges the values of path variables that somebody else may have set: a hostile environment must not widen a grant. A value is safe when it
 * is an absolute path without glob characters or {@code $}, and neither the root, a home, nor a directory above a home, links followed.
 */
final class SafeValues {
    private final Machine machine;
    private final MachineFiles files;
    private final ProtectedPlaces protectedPlaces;

    SafeValues(Machine machine, MachineFiles files, ProtectedPlaces protectedPlaces) {
        this.machine = machine;
        this.files = files;
        this.protectedPlaces = protectedPlaces;
    }

    /** The caller's value when it is safe; an unsafe one counts as unset. */
    Optional<String> fromEnvironment(String name) {
        return machine.environment().get(name).filter(value -> whyNot(value).isEmpty());
    }

    /** Why a value cannot be used, as the end of a sentence about it; empty when it can. */
    Optional<String> whyNot(String value) {
        if (!value.startsWith("/")) {
            return Optional.of("is not an absolute path");
        }
        if (value.chars().anyMatch(c -> "*?[$".indexOf(c) >= 0)) {
            return Optional.of("has one of the characters * ? [ $");
        }
        if (value.chars().anyMatch(c -> c < ' ' || c == 0x7f)) {
            return Optional.of("has a control character");
        }
        PathWalk walk = PathWalk.follow(files, value);
        return protectedPlaces
                .at(walk)
                .or(() -> protectedPlaces.at(Paths.lexical(value), walk.status()))
                .map(place -> "is " + place.words());
    }
}
