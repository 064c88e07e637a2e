package org.bulle.engine.resolve;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.bulle.engine.policy.Statement;

/** Finds what a path with {@code *} stands for. A star matches within one name; a leading dot must be written, as in a shell. */
final class GlobExpander {
    /** A few seconds' work. Without an end, stars through links (in /proc for example) would go on for ever. */
    private static final int MOST_NAMES = 300_000;

    private final MachineFiles files;
    private int looked;
    private Optional<Statement> unknown = Optional.empty();

    GlobExpander(MachineFiles files) {
        this.files = files;
    }

    /** True when two stars stand side by side. */
    static boolean hasDoubleStar(BitSet stars) {
        for (int at = stars.nextSetBit(0); at >= 0; at = stars.nextSetBit(at + 1)) {
            if (stars.get(at + 1)) {
                return true;
            }
        }
        return false;
    }

    /**
     * The paths that match, in the order of their bytes; links in them are not followed. Empty when too many names would have to be looked at.
     *
     * @param stars where in {@code absolute} a star matches
     */
    Optional<List<String>> expand(String absolute, BitSet stars) {
        List<String> found = List.of("/");
        int from = 0;
        while (from < absolute.length()) {
            int slash = absolute.indexOf('/', from);
            int end = slash < 0 ? absolute.length() : slash;
            String part = absolute.substring(from, end);
            if (!part.isEmpty() && !part.equals(".")) {
                found = extend(found, part, stars.get(from, end));
            }
            if (looked > MOST_NAMES) {
                return Optional.empty();
            }
            from = end + 1;
        }
        return Optional.of(found);
    }

    /** Why nobody can tell yet what is in one of the directories that were looked through. */
    Optional<Statement> unknown() {
        return unknown;
    }

    private List<String> extend(List<String> directories, String part, BitSet stars) {
        List<String> out = new ArrayList<>();
        for (String directory : directories) {
            if (looked > MOST_NAMES) {
                return out;
            }
            if (stars.isEmpty()) {
                out.add(Paths.child(directory, part));
            } else {
                addMatches(directory, part, stars, out);
            }
        }
        return out;
    }

    private void addMatches(String directory, String part, BitSet stars, List<String> out) {
        PathWalk walk = PathWalk.follow(files, directory);
        if (!walk.status().isDirectory()) {
            return;
        }
        List<String> names = files.names(walk.path()).orElse(List.of());
        unknown = unknown.or(() -> files.unknown(Paths.child(walk.path(), part)));
        looked += names.size();
        for (String name : names) {
            if (matches(name, part, stars)) {
                out.add(Paths.child(directory, name));
            }
        }
    }

    /** Compares with going back to the last star only, which is enough and never slow. */
    static boolean matches(String name, String pattern, BitSet stars) {
        if (name.startsWith(".") && !(pattern.startsWith(".") && !stars.get(0))) {
            return false;
        }
        int n = 0;
        int p = 0;
        int star = -1;
        int resume = 0;
        while (n < name.length()) {
            if (p < pattern.length() && stars.get(p)) {
                star = p++;
                resume = n;
            } else if (p < pattern.length() && pattern.charAt(p) == name.charAt(n)) {
                p++;
                n++;
            } else if (star >= 0) {
                p = star + 1;
                n = ++resume;
            } else {
                return false;
            }
        }
        while (p < pattern.length() && stars.get(p)) {
            p++;
        }
        return p == pattern.length();
    }
}
