package org.bulle.engine.profile;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The order in which a stack of profiles takes effect: each profile after its parents, parents left to right, the stack left to right. A profile
 * that is reached more than once takes effect where it stands last, which is the same as applying it each time. Walks with its own stack, so that
 * depth costs no call frames.
 */
public final class Inheritance {
    private Inheritance() {}

    /**
     * @param names in merge order, each once
     * @param problems cycles and missing parents
     */
    public record Order(List<String> names, List<Problem> problems) {
        public Order {
            names = List.copyOf(names);
            problems = List.copyOf(problems);
        }
    }

    /** Names of the stack that do not exist are skipped: they are the caller's to report. */
    public static Order of(Catalog catalog, List<String> stack) {
        Walk walk = new Walk(catalog);
        for (int i = stack.size() - 1; i >= 0; i--) {
            walk.from(stack.get(i));
        }
        Collections.reverse(walk.order);
        Collections.reverse(walk.problems);
        return new Order(walk.order, walk.problems);
    }

    /** A profile's parents in the order of its layers, each once. */
    static List<Parent> parents(List<Profile> layers) {
        Map<String, Parent> found = new java.util.LinkedHashMap<>();
        for (Profile layer : layers) {
            for (Located<String> parent : layer.inherits()) {
                Parent place = new Parent(parent.value(), layer.file(), parent.line(), parent.column());
                found.remove(parent.value());
                found.put(parent.value(), place);
            }
        }
        return List.copyOf(found.values());
    }

    /** The parents of a profile in the order of its layers, each once, with where the last layer that names it does. */
    public static List<Parent> parents(Catalog catalog, String name) {
        return parents(catalog.layers(name));
    }

    /** A parent, and where it is named. */
    public record Parent(String name, String file, int line, int column) {}

    /** Depth first, each profile before its parents and those right to left; the reverse of that is the merge order. */
    private static final class Walk {
        private final Catalog catalog;
        private final List<String> order = new ArrayList<>();
        private final List<Problem> problems = new ArrayList<>();
        private final Set<String> done = new HashSet<>();
        private final LinkedHashSet<String> open = new LinkedHashSet<>();
        private final Set<Set<String>> cycles = new HashSet<>();

        Walk(Catalog catalog) {
            this.catalog = catalog;
        }

        void from(String start) {
            if (!catalog.contains(start) || done.contains(start)) {
                return;
            }
            Deque<Iterator<Parent>> path = new ArrayDeque<>();
            Deque<String> names = new ArrayDeque<>();
            enter(start, path, names);
            while (!path.isEmpty()) {
                if (!path.peek().hasNext()) {
                    path.pop();
                    String left = names.pop();
                    open.remove(left);
                    done.add(left);
                    continue;
                }
                Parent parent = path.peek().next();
                if (open.contains(parent.name())) {
                    cycle(parent);
                } else if (!catalog.contains(parent.name())) {
                    missing(parent);
                } else if (!done.contains(parent.name())) {
                    enter(parent.name(), path, names);
                }
            }
        }

        private void enter(String name, Deque<Iterator<Parent>> path, Deque<String> names) {
            open.add(name);
            names.push(name);
            order.add(name);
            path.push(parents(catalog.layers(name)).reversed().iterator());
        }

        private void cycle(Parent closing) {
            List<String> chain = new ArrayList<>(open);
            chain = chain.subList(chain.indexOf(closing.name()), chain.size());
            if (cycles.add(new HashSet<>(chain))) {
                String shown = String.join(" -> ", chain) + " -> " + closing.name();
                problems.add(problem(closing, "profiles inherit in a circle: " + shown, null));
            }
        }

        private void missing(Parent parent) {
            String fix = Nearest.suggest(parent.name(), catalog.names())
                    .map(TomlText::quote)
                    .orElse(null);
            String message =
                    "unknown parent " + Printable.quoted(parent.name()) + Nearest.hint(parent.name(), catalog.names());
            problems.add(problem(parent, message, fix));
        }

        private static Problem problem(Parent at, String message, @org.jspecify.annotations.Nullable String fix) {
            return new Problem(
                    Problem.Severity.ERROR,
                    Problem.Kind.TEXT,
                    at.file(),
                    at.line(),
                    at.column(),
                    "inherits",
                    message,
                    fix);
        }
    }

    /** Each name with the profiles that inherit it directly. */
    static Map<String, List<String>> children(Catalog catalog) {
        Map<String, List<String>> children = new HashMap<>();
        for (String name : catalog.names()) {
            for (Parent parent : parents(catalog.layers(name))) {
                children.computeIfAbsent(parent.name(), any -> new ArrayList<>())
                        .add(name);
            }
        }
        return children;
    }

    /** The seeds and everything that inherits one of them, directly or not. */
    static Set<String> withDependents(Map<String, List<String>> children, Set<String> seeds) {
        Set<String> found = new HashSet<>(seeds);
        Deque<String> queue = new ArrayDeque<>(seeds);
        while (!queue.isEmpty()) {
            for (String child : children.getOrDefault(queue.pop(), List.of())) {
                if (found.add(child)) {
                    queue.push(child);
                }
            }
        }
        return found;
    }
}
