package org.bulle.desktop.profiles;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.bulle.engine.profile.Catalog;

/** The part of the inheritance graph that one profile sees: its ancestors and its dependents. */
final class InheritanceGraph {
    private final String profile;
    private final Map<String, Map<String, Integer>> parents = new LinkedHashMap<>();
    private final Map<String, SortedSet<String>> children = new TreeMap<>();

    private InheritanceGraph(String profile) {
        this.profile = profile;
    }

    static InheritanceGraph of(Catalog catalog, String profile) {
        InheritanceGraph graph = new InheritanceGraph(profile);
        SortedSet<String> names = new TreeSet<>(catalog.dependents(profile));
        names.add(profile);
        List<String> open = new ArrayList<>(names);
        while (!open.isEmpty()) {
            String name = open.removeLast();
            if (graph.parents.containsKey(name)) {
                continue;
            }
            Map<String, Integer> direct = Lineage.parents(catalog, name);
            graph.parents.put(name, direct);
            direct.keySet()
                    .forEach(parent -> graph.children
                            .computeIfAbsent(parent, key -> new TreeSet<>())
                            .add(name));
            boolean ancestral = !names.contains(name) || name.equals(profile);
            if (ancestral) {
                open.addAll(direct.keySet());
            }
        }
        return graph;
    }

    String profile() {
        return profile;
    }

    /** In the order in which they are merged. */
    List<String> parents(String name) {
        return List.copyOf(parents.getOrDefault(name, Map.of()).keySet());
    }

    /** Those that inherit {@code name} directly, among the ones seen here. */
    List<String> children(String name) {
        return List.copyOf(children.getOrDefault(name, new TreeSet<>()));
    }

    /** The line in {@code child} that names {@code parent}; 0 when there is none. */
    int line(String child, String parent) {
        return parents.getOrDefault(child, Map.of()).getOrDefault(parent, 0);
    }

    /** Ancestors to the left, the profile, its dependents to the right; each as far from it as the longest way. */
    List<List<String>> columns() {
        Map<String, Integer> left = distances(this::parents);
        Map<String, Integer> right = distances(this::children);
        int before = left.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        int after = right.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        List<List<String>> columns = new ArrayList<>();
        for (int c = 0; c <= before + after; c++) {
            columns.add(new ArrayList<>());
        }
        left.forEach((name, distance) -> columns.get(before - distance).add(name));
        right.forEach((name, distance) -> {
            if (distance > 0 && !left.containsKey(name)) {
                columns.get(before + distance).add(name);
            }
        });
        columns.removeIf(List::isEmpty);
        return columns;
    }

    /** The longest way to each, bounded by the number of profiles so that a cycle ends. */
    private Map<String, Integer> distances(Function<String, List<String>> next) {
        Map<String, Integer> distance = new LinkedHashMap<>();
        distance.put(profile, 0);
        List<String> level = List.of(profile);
        for (int depth = 1; !level.isEmpty() && depth <= parents.size(); depth++) {
            List<String> further = new ArrayList<>();
            for (String name : level) {
                for (String neighbour : next.apply(name)) {
                    if (!neighbour.equals(profile) && !further.contains(neighbour)) {
                        further.add(neighbour);
                    }
                }
            }
            for (String name : further) {
                distance.put(name, depth);
            }
            level = further;
        }
        return distance;
    }
}
