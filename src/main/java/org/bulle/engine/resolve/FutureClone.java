package org.bulle.engine.resolve;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.bulle.engine.policy.PathTree;
import org.bulle.engine.policy.Statement;

/** A clone that a run would make of a repository: where it would be, and what of the repository would be in it. */
public final class FutureClone {
    private static final String OWN = ".git";
    /** What every clone has, whatever version of Git makes it. */
    private static final List<String> OWN_DIRECTORIES = List.of(".git", ".git/objects", ".git/refs");

    private static final List<String> OWN_FILES = List.of(".git/HEAD", ".git/config");

    private final String place;
    private final String origin;
    private final Set<String> names = new HashSet<>();

    /**
     * @param place where its top would be; absolute
     * @param origin the top of the repository; real
     * @param files what would be in it beside {@code .git}, relative to the top; with the directories above them
     */
    public FutureClone(String place, String origin, Collection<String> files) {
        this.place = place;
        this.origin = origin;
        for (String file : files) {
            String name = file;
            while (names.add(name) && name.indexOf('/') > 0) {
                name = name.substring(0, name.lastIndexOf('/'));
            }
        }
    }

    public String place() {
        return place;
    }

    /** What Git itself would put at a path, which nothing of the repository tells. */
    enum Own {
        DIRECTORY,
        FILE,
        /** Something, or nothing. */
        UNKNOWN
    }

    /** Empty outside the clone's {@code .git}. */
    Optional<Own> own(String path) {
        if (!PathTree.isWithin(path, place + "/" + OWN)) {
            return Optional.empty();
        }
        String name = path.substring(place.length() + 1);
        return Optional.of(
                OWN_DIRECTORIES.contains(name) ? Own.DIRECTORY : OWN_FILES.contains(name) ? Own.FILE : Own.UNKNOWN);
    }

    /** The names that are known in a directory of the clone's {@code .git}. */
    List<String> ownNames(String directory) {
        String start = directory.substring(place.length() + 1) + "/";
        return Stream.of(OWN_DIRECTORIES, OWN_FILES)
                .flatMap(List::stream)
                .filter(name -> name.startsWith(start))
                .map(name -> name.substring(start.length()))
                .toList();
    }

    /**
     * What would be at a path.
     *
     * @param real links followed, as they would be in the clone
     * @param exists whether something would be there
     * @param unknown why that cannot be told; then {@code exists} is false
     */
    public record Seen(String real, boolean exists, Optional<Statement> unknown) {}

    /**
     * Looks at a path as if the clone had been made.
     *
     * @param path absolute
     */
    public Seen look(String path) {
        MachineFiles files = new MachineFiles(new FutureCloneFiles(SystemFiles.INSTANCE, this));
        PathWalk walk = PathWalk.follow(files, path);
        return new Seen(walk.path(), walk.exists(), files.unknown(walk.path()));
    }

    /** Where what would be at a path is now: the path itself outside the clone; empty for what would not be there, and for what Git itself puts there. */
    Optional<String> now(String path) {
        if (!PathTree.isWithin(path, place)) {
            return Optional.of(path);
        }
        String rest = path.substring(place.length());
        String name = rest.isEmpty() ? "" : rest.substring(1);
        boolean there = name.isEmpty() || own(path).isEmpty() && names.contains(name);
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
