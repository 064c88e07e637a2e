package org.bulle.desktop.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.bulle.engine.policy.EnvironmentVariable;
import org.bulle.engine.policy.Grant;
import org.bulle.engine.policy.Network;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.run.Plan;

/**
 * One thing that two policies give differently.
 *
 * @param left what the first gives: a list's key, "passed", a network key; empty for nothing
 * @param right what the second gives
 */
public record Difference(Kind kind, String name, String left, String right) {
    /** What differs. */
    public enum Kind {
        PATH,
        VARIABLE,
        NETWORK
    }

    /** Sorted by kind, then by name; what is the same is left out. */
    static List<Difference> between(Plan first, Plan second) {
        Policy left = first.policy();
        Policy right = second.policy();
        List<Difference> found = new ArrayList<>();
        compare(Kind.PATH, paths(first), paths(second), found);
        compare(Kind.VARIABLE, names(left), names(right), found);
        compare(Kind.NETWORK, network(left), network(right), found);
        return found;
    }

    private static SortedMap<String, String> network(Policy policy) {
        SortedMap<String, String> network =
                new TreeMap<>(Map.of("network", policy.network().key()));
        if (policy.network() == Network.LOOPBACK && !policy.ports().isAny()) {
            network.put("ports " + policy.ports().text(), policy.network().key());
        }
        return network;
    }

    /** The directory of shims has another name in every run. */
    private static SortedMap<String, String> paths(Plan plan) {
        SortedMap<String, String> paths = new TreeMap<>();
        for (Grant grant : plan.policy().grants()) {
            paths.put(grant.path(), grant.access().key());
        }
        plan.directories().shims().ifPresent(paths::remove);
        return paths;
    }

    private static SortedMap<String, String> names(Policy policy) {
        SortedMap<String, String> names = new TreeMap<>();
        for (EnvironmentVariable variable : policy.environment()) {
            names.put(variable.name(), "passed");
        }
        return names;
    }

    private static void compare(
            Kind kind, SortedMap<String, String> left, SortedMap<String, String> right, List<Difference> found) {
        SortedMap<String, String> all = new TreeMap<>(left);
        all.putAll(right);
        for (String name : all.keySet()) {
            String first = left.getOrDefault(name, "");
            String second = right.getOrDefault(name, "");
            if (!first.equals(second)) {
                found.add(new Difference(kind, name, first, second));
            }
        }
    }
}
