package org.bulle.engine.resolve;

import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.bulle.engine.policy.PathTree;

/** A clone that a run would make of a repository: where it would be, and what of the repository would be in it. */
public final class FutureClone {
    private static final String OWN = ".git";

    private final String place;
    private final String origin;
    private final Set<String> names = new HashSet<>();

    /**
     * @param place where its top would be; absolute
     * @param origin the top of the repository; real
     * @param files what would be in it beside {@code .git}, relative to the top
     */
    public FutureClone(String place, String origin, Collection<String> files) {
        this.place = place;
        this.origin = origin;
        for (String file : files) {
            String name = file.endsWith("/") ? file.substring(0, file.length() - 1) : file;
            while (names.add(name) && name.indexOf('/') > 0) {
                name = name.substring(0, name.lastIndexOf('/'));
            }
        }
    }

    public String place() {
        return place;
    }

    /** Where what would be at a path is now: the path itself outside the clone; empty for what would not be there. */
    Optional<String> now(String path) {
        if (!PathTree.isWithin(path, place)) {
            return Optional.of(path);
        }
        String rest = path.substring(place.length());
        String name = rest.isEmpty() ? "" : rest.substring(1);
        boolean there = name.isEmpty() || name.equals(OWN) || name.startsWith(OWN + "/") || names.contains(name);
        return there ? Optional.of(origin + rest) : Optional.empty();
    }

    /** Where something of the repository would be. */
    public String then(String path) {
        return PathTree.isWithin(path, origin) ? place + path.substring(origin.length()) : path;
    }

    /** The same the other way round, whether it would be in the clone or not. */
    public String origin(String path) {
        return PathTree.isWithin(path, place) ? origin + path.substring(place.length()) : path;
    }

    /** The name that follows a directory on the way to the clone; empty for other directories. */
    Optional<String> next(String directory) {
        if (directory.equals(place) || !PathTree.isWithin(place, directory)) {
            return Optional.empty();
        }
        String rest = place.substring(directory.length() + (directory.equals("/") ? 0 : 1));
        int slash = rest.indexOf('/');
        return Optional.of(slash < 0 ? rest : rest.substring(0, slash));
    }
}
