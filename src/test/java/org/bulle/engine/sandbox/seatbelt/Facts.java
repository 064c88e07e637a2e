package org.bulle.engine.sandbox.seatbelt;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Facts about paths that a test makes up; what it does not mention is a directory with one spelling. */
final class Facts implements PathFacts {
    private final Map<String, Kind> kinds = new HashMap<>();
    private final Map<String, List<String>> spellings = new HashMap<>();

    Facts with(String path, Kind kind) {
        kinds.put(path, kind);
        return this;
    }

    Facts spelled(String path, String... others) {
        spellings.put(path, List.of(others));
        return this;
    }

    @Override
    public Kind kind(String path) {
        return kinds.getOrDefault(path, Kind.DIRECTORY);
    }

    @Override
    public List<String> otherSpellings(String path) {
        return spellings.getOrDefault(path, List.of());
    }
}
