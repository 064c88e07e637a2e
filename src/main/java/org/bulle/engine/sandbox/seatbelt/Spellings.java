package org.bulle.engine.sandbox.seatbelt;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.bulle.engine.policy.PathTree;

/** Under which names a path has to stand in rules. Seatbelt compares the name that the kernel ends at, and looks at the links on the way too. */
final class Spellings {
    /** Links that every macOS has: {@code /tmp} is {@code /private/tmp}. */
    private static final List<String> ALIASED = List.of("/etc", "/tmp", "/var");

    private static final String PRIVATE = "/private";

    private final PathFacts facts;

    Spellings(PathFacts facts) {
        this.facts = facts;
    }

    /** The path itself, its other side of {@code /private}, and what the system calls it. */
    SortedSet<String> of(String path) {
        SortedSet<String> all = new TreeSet<>();
        all.add(path);
        all.addAll(facts.otherSpellings(path));
        for (String each : List.copyOf(all)) {
            String alias = alias(each);
            if (!alias.isEmpty()) {
                all.add(alias);
            }
        }
        return all;
    }

    private static String alias(String path) {
        for (String top : ALIASED) {
            if (PathTree.isWithin(path, top)) {
                return PRIVATE + path;
            }
            if (PathTree.isWithin(path, PRIVATE + top)) {
                return path.substring(PRIVATE.length());
            }
        }
        return "";
    }

    /** Every directory above, from the root down. */
    static SortedSet<String> above(String path) {
        SortedSet<String> all = new TreeSet<>();
        for (int slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
            all.add(path.substring(0, slash));
        }
        all.add("/");
        return all;
    }
}
