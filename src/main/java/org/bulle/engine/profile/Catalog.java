package org.bulle.engine.profile;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** Every profile there is for one configuration root: the built-in ones, those of config.toml, those of {@code profiles/*.toml}. */
public final class Catalog {
    private final Path root;

    private Catalog(Path root) {
        this.root = root;
    }

    /** Reads the configuration root; a root that does not exist is an empty one. What cannot be read is a problem, not an exception. */
    public static Catalog load(Path configRoot) {
        return new Catalog(configRoot);
    }

    /** Without any user configuration. */
    public static Catalog builtIn() {
        return new Catalog(Path.of("/nonexistent"));
    }

    public Path root() {
        return root;
    }

    public SortedSet<String> names() {
        return new TreeSet<>();
    }

    /** Sorted by name. */
    public List<CatalogEntry> entries() {
        return List.of();
    }

    public Optional<CatalogEntry> entry(String name) {
        return Optional.empty();
    }

    /** The layers of one name that could be read, low to high; empty when there is no such profile. */
    public List<Profile> layers(String name) {
        return List.of();
    }

    /** What is wrong with the layers of one name. */
    public List<Problem> problems(String name) {
        return List.of();
    }

    public Configuration configuration() {
        return Configuration.EMPTY;
    }

    /** What is wrong with config.toml itself; any error here fails every run. */
    public List<Problem> configurationProblems() {
        return List.of();
    }

    /** Every problem of every file, as errors. */
    public List<Problem> problems() {
        return List.of();
    }

    /** The problems of profiles that a run does not use, as warnings. */
    public List<Problem> unusedProblems(Collection<String> used) {
        return List.of();
    }

    /** Every profile that inherits {@code name}, directly or not, sorted. */
    public SortedSet<String> dependents(String name) {
        return new TreeSet<>();
    }
}
