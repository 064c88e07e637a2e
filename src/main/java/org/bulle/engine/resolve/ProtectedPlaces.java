package org.bulle.engine.resolve;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bulle.engine.policy.Statement;

/** The places that no grant may reach by accident: the root, both homes and what lies above them, told by file identity and by name. */
final class ProtectedPlaces {
    private final Map<String, Place> byPath = new HashMap<>();
    private final Map<FileStatus.Identity, Place> byIdentity = new HashMap<>();

    /** A place, in the order in which it is named when it is several at once. */
    enum Place {
        ROOT(EntryPhrase.THE_ROOT),
        HOME(EntryPhrase.THE_HOME),
        ABOVE_HOME(EntryPhrase.ABOVE_HOME);

        private final EntryPhrase phrase;

        Place(EntryPhrase phrase) {
            this.phrase = phrase;
        }

        Statement words() {
            return phrase.with();
        }
    }

    ProtectedPlaces(MachineFiles files, Machine machine) {
        add(files, "/", Place.ROOT);
        Set<String> homes = new LinkedHashSet<>();
        machine.environment().absolute("HOME").ifPresent(homes::add);
        if (!machine.passwdHome().isEmpty()) {
            homes.add(machine.passwdHome());
        }
        for (String home : homes) {
            String real = PathWalk.follow(files, home).path();
            add(files, real, Place.HOME);
            add(files, Paths.lexical(home), Place.HOME);
        }
        for (String home : homes) {
            addAbove(files, PathWalk.follow(files, home).path());
            addAbove(files, Paths.lexical(home));
        }
    }

    private void addAbove(MachineFiles files, String home) {
        for (String above = Paths.parent(home); !above.equals("/"); above = Paths.parent(above)) {
            add(files, above, Place.ABOVE_HOME);
        }
    }

    private void add(MachineFiles files, String path, Place place) {
        byPath.putIfAbsent(path, place);
        FileStatus status = files.status(path);
        if (status.isDirectory()) {
            byIdentity.putIfAbsent(status.identity(), place);
        }
    }

    /** What a path without links is, when it is protected. */
    Optional<Place> at(String path, FileStatus status) {
        Place place = byPath.get(path);
        if (place == null && status.isDirectory()) {
            place = byIdentity.get(status.identity());
        }
        return Optional.ofNullable(place);
    }

    Optional<Place> at(PathWalk walk) {
        return at(walk.path(), walk.status());
    }
}
