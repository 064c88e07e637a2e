package org.bulle.engine.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.bulle.engine.merge.MergedProfile;
import org.bulle.engine.merge.MergedProfile.Sourced;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.EnvironmentVariable;
import org.bulle.engine.policy.Grant;
import org.bulle.engine.policy.Network;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.run.Plan;

/**
 * What the same stack gives before and after a change, as looked up on this machine: what the kernel would be told otherwise.
 *
 * @param paths sorted by path
 * @param variables sorted by name
 * @param network absent when it stays
 * @param others sentences' worth of the rest: services, the command that runs when none is given, switches
 */
public record EffectiveDifference(
        List<PathChange> paths, List<VariableChange> variables, Optional<NetworkChange> network, List<Other> others) {
    public EffectiveDifference {
        paths = List.copyOf(paths);
        variables = List.copyOf(variables);
        others = List.copyOf(others);
    }

    /**
     * A path with other rights than before.
     *
     * @param before empty when it was not granted
     * @param after empty when it is granted no more
     */
    public record PathChange(String path, Optional<AccessList> before, Optional<AccessList> after) {
        /** It allows something that was not allowed. */
        public boolean widens() {
            return after.filter(now -> before.filter(then -> then.covers(now)).isEmpty())
                    .isPresent();
        }
    }

    /** What became of a variable; its value is never shown. */
    public enum VariableFate {
        ADDED,
        REMOVED,
        /** It has another value. */
        CHANGED
    }

    public record VariableChange(String name, VariableFate fate) {}

    public record NetworkChange(Network before, Network after) {}

    /**
     * Something else that differs.
     *
     * @param key {@code mach_lookup}, {@code loopback ports}, {@code default_app}, {@code add_exec} or {@code add_libs}
     * @param before empty for nothing
     * @param after empty for nothing
     */
    public record Other(String key, String before, String after) {}

    public static EffectiveDifference between(Plan before, Plan after) {
        Policy then = before.policy();
        Policy now = after.policy();
        Optional<NetworkChange> network = then.network() == now.network()
                ? Optional.empty()
                : Optional.of(new NetworkChange(then.network(), now.network()));
        return new EffectiveDifference(
                paths(grants(before), grants(after)),
                variables(values(before), values(after)),
                network,
                others(before, after));
    }

    /** The directory of shims has another name in every run. */
    private static SortedMap<String, AccessList> grants(Plan plan) {
        SortedMap<String, AccessList> grants = new TreeMap<>();
        for (Grant grant : plan.policy().grants()) {
            grants.put(grant.path(), grant.access());
        }
        plan.policy().create().forEach(creation -> grants.merge(creation.path(), creation.access(), AccessList::union));
        plan.directories().shims().ifPresent(grants::remove);
        return grants;
    }

    private static List<PathChange> paths(SortedMap<String, AccessList> before, SortedMap<String, AccessList> after) {
        SortedSet<String> all = new TreeSet<>(before.keySet());
        all.addAll(after.keySet());
        List<PathChange> changes = new ArrayList<>();
        for (String path : all) {
            Optional<AccessList> then = Optional.ofNullable(before.get(path));
            Optional<AccessList> now = Optional.ofNullable(after.get(path));
            if (!then.equals(now)) {
                changes.add(new PathChange(path, then, now));
            }
        }
        return changes;
    }

    private static List<VariableChange> variables(Map<String, String> then, Map<String, String> now) {
        SortedSet<String> all = new TreeSet<>(then.keySet());
        all.addAll(now.keySet());
        List<VariableChange> changes = new ArrayList<>();
        for (String name : all) {
            if (!then.containsKey(name)) {
                changes.add(new VariableChange(name, VariableFate.ADDED));
            } else if (!now.containsKey(name)) {
                changes.add(new VariableChange(name, VariableFate.REMOVED));
            } else if (!then.get(name).equals(now.get(name))) {
                changes.add(new VariableChange(name, VariableFate.CHANGED));
            }
        }
        return changes;
    }

    /** PATH begins with the directory of shims. */
    private static Map<String, String> values(Plan plan) {
        String shims = plan.directories().shims().orElse("\n");
        Map<String, String> values = new HashMap<>();
        for (EnvironmentVariable variable : plan.policy().environment()) {
            values.put(variable.name(), variable.value().replace(shims, ""));
        }
        return values;
    }

    private static List<Other> others(Plan before, Plan after) {
        List<Other> found = new ArrayList<>();
        SortedSet<String> services = new TreeSet<>(before.policy().machLookup());
        services.addAll(after.policy().machLookup());
        for (String service : services) {
            other(
                    "mach_lookup",
                    before.policy().machLookup().contains(service) ? service : "",
                    after.policy().machLookup().contains(service) ? service : "",
                    found);
        }
        other("loopback ports", ports(before.policy()), ports(after.policy()), found);
        other("default_app", app(before.merged()), app(after.merged()), found);
        other("add_exec", word(before.policy().addExec()), word(after.policy().addExec()), found);
        other("add_libs", word(before.policy().addLibs()), word(after.policy().addLibs()), found);
        return found;
    }

    private static void other(String key, String before, String after, List<Other> found) {
        if (!before.equals(after)) {
            found.add(new Other(key, before, after));
        }
    }

    /** All of them is what loopback means when nothing else is said. */
    private static String ports(Policy policy) {
        return policy.network() == Network.LOOPBACK && !policy.ports().isAny()
                ? policy.ports().text()
                : "";
    }

    private static String app(MergedProfile merged) {
        return merged.defaultApp().map(Sourced::value).orElse("");
    }

    private static String word(boolean on) {
        return on ? "on" : "off";
    }

    /** Nothing is allowed, or forbidden, that was not before. */
    public boolean isEmpty() {
        return paths.isEmpty() && variables.isEmpty() && network.isEmpty() && others.isEmpty();
    }
}
