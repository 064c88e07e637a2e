package org.bulle.engine.resolve;

import java.util.Optional;
import java.util.Set;
import org.bulle.engine.policy.Statement;

/** Directories that are far too broad for what a package or a tool says of itself. */
final class SystemRoots {
    private static final Set<String> ROOTS = Set.of(
            "/",
            "/bin",
            "/sbin",
            "/usr",
            "/usr/bin",
            "/usr/sbin",
            "/usr/local",
            "/usr/local/bin",
            "/opt",
            "/opt/homebrew",
            "/etc",
            "/var",
            "/tmp",
            "/home",
            "/Users",
            "/root");

    private final ProtectedPlaces protectedPlaces;
    private final String home;

    SystemRoots(ProtectedPlaces protectedPlaces, String home) {
        this.protectedPlaces = protectedPlaces;
        this.home = home;
    }

    /** Why a tree is too broad to be granted as one tool's own, as words that follow its path. */
    Optional<Statement> whyTooBroad(PathWalk walk) {
        Optional<ProtectedPlaces.Place> place = protectedPlaces.at(walk);
        if (place.isPresent()) {
            return place.map(ProtectedPlaces.Place::words);
        }
        if (ROOTS.contains(walk.path())) {
            return Optional.of(EntryPhrase.OF_THE_SYSTEM.with());
        }
        // Programs in ~/.local/bin have ~/.local two levels up, where every application keeps its data.
        if (!home.isEmpty() && walk.path().equals(home + "/.local")) {
            return Optional.of(EntryPhrase.OF_EVERY_APPLICATION.with());
        }
        return Optional.empty();
    }
}
