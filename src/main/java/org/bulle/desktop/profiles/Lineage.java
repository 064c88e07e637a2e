package org.bulle.desktop.profiles;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.bulle.engine.policy.Origin;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.profile.Located;
import org.bulle.engine.profile.Profile;

/** How the profiles of a stack reach those they inherit: for each one, the line of each {@code inherits} on the shortest way. */
final class Lineage {
    private final Map<String, List<EffectiveRow.Step>> ways = new HashMap<>();

    private Lineage() {}

    static Lineage of(Catalog catalog, List<String> stack) {
        Lineage lineage = new Lineage();
        Queue<String> open = new ArrayDeque<>();
        for (String name : stack) {
            if (lineage.ways.putIfAbsent(name, List.of()) == null) {
                open.add(name);
            }
        }
        while (!open.isEmpty()) {
            String name = open.remove();
            parents(catalog, name).forEach((parent, line) -> {
                if (!lineage.ways.containsKey(parent)) {
                    List<EffectiveRow.Step> way = new ArrayList<>(lineage.ways.getOrDefault(name, List.of()));
                    way.add(new EffectiveRow.Step(name, fileOf(catalog, name, parent), line));
                    lineage.ways.put(parent, List.copyOf(way));
                    open.add(parent);
                }
            });
        }
        return lineage;
    }

    /** The parents of a profile with the line that names each. */
    static Map<String, Integer> parents(Catalog catalog, String name) {
        Map<String, Integer> parents = new LinkedHashMap<>();
        for (Profile layer : catalog.layers(name)) {
            for (Located<String> parent : layer.inherits()) {
                parents.putIfAbsent(parent.value(), parent.line());
            }
        }
        return parents;
    }

    /** The file of the lowest layer that names a parent. */
    private static String fileOf(Catalog catalog, String name, String parent) {
        return catalog.layers(name).stream()
                .filter(layer -> layer.inherits().stream()
                        .anyMatch(named -> named.value().equals(parent)))
                .map(Profile::file)
                .findFirst()
                .orElse("");
    }

    /** From the stack to {@code origin}, which is the last step. */
    List<EffectiveRow.Step> to(Origin origin) {
        List<EffectiveRow.Step> steps = new ArrayList<>(ways.getOrDefault(origin.profile(), List.of()));
        steps.add(new EffectiveRow.Step(origin.profile(), origin.file(), origin.line()));
        return steps;
    }
}
