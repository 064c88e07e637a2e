package org.bulle.engine.check;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.bulle.engine.merge.MergedProfile;
import org.bulle.engine.merge.MergedProfile.EnvValue;
import org.bulle.engine.merge.MergedProfile.MachValue;
import org.bulle.engine.merge.MergedProfile.PathValue;
import org.bulle.engine.merge.MergedProfile.Sourced;
import org.bulle.engine.merge.Merger;
import org.bulle.engine.merge.Overrides;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Network;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.profile.MarkedPath;
import org.bulle.engine.profile.Platform;
import org.bulle.engine.profile.ProblemException;

/**
 * What a change of profiles gives to whom. Only what becomes wider: a review is about that.
 *
 * @param byProfile each profile that gets something, with what; profiles that are new or were broken are compared with the floor
 */
public record Widening(SortedMap<String, List<Gain>> byProfile) {
    private static final Overrides NO_DEFAULTS = new Overrides(Map.of(), List.of(), List.of(), List.of(), true);

    /** Compares every changed profile and everything that inherits one. */
    public static Widening between(Catalog before, Catalog after, Collection<String> changed, Platform platform) {
        SortedSet<String> reached = new TreeSet<>(changed);
        changed.forEach(name -> reached.addAll(after.dependents(name)));
        SortedMap<String, List<Gain>> gains = new TreeMap<>();
        for (String name : reached) {
            Optional<MergedProfile> now = merged(after, name, platform);
            Optional<MergedProfile> then =
                    merged(before, name, platform).or(() -> merged(before, Merger.FLOOR, platform));
            if (now.isPresent()) {
                List<Gain> found = then.map(base -> between(base, now.get())).orElse(List.of());
                if (!found.isEmpty()) {
                    gains.put(name, found);
                }
            }
        }
        return new Widening(gains);
    }

    /** What the second has that the first has not. */
    public static List<Gain> between(MergedProfile before, MergedProfile after) {
        List<Gain> gains = new ArrayList<>();
        paths(before, after, gains);
        variables(before, after, gains);
        network(before, after).ifPresent(gains::add);
        List<String> services = before.mach().stream()
                .filter(MachValue::allowed)
                .map(MachValue::name)
                .toList();
        after.mach().stream()
                .filter(service -> service.allowed() && !services.contains(service.name()))
                .forEach(service -> gains.add(new Gain.ServiceGain(service.name())));
        Optional<String> app = before.defaultApp().map(Sourced::value);
        after.defaultApp()
                .map(Sourced::value)
                .filter(now -> !app.equals(Optional.of(now)))
                .ifPresent(now -> gains.add(new Gain.CommandGain(app, now)));
        turnedOn(before.addExec(), after.addExec(), "add_exec", gains);
        turnedOn(before.addLibs(), after.addLibs(), "add_libs", gains);
        return gains;
    }

    /** The same the other way round: each gain with the profiles that get it, in the order in which they appear. */
    public Map<Gain, List<String>> byGain() {
        Map<Gain, List<String>> profiles = new LinkedHashMap<>();
        byProfile.forEach((name, gains) -> gains.forEach(
                gain -> profiles.computeIfAbsent(gain, any -> new ArrayList<>()).add(name)));
        return profiles;
    }

    private static Optional<MergedProfile> merged(Catalog catalog, String name, Platform platform) {
        try {
            return Optional.of(Merger.merge(catalog, List.of(name), NO_DEFAULTS, platform));
        } catch (ProblemException unusable) {
            return Optional.empty();
        }
    }

    private static Optional<Gain> network(MergedProfile before, MergedProfile after) {
        boolean more = after.network().compareTo(before.network()) > 0;
        if (after.network() != Network.LOOPBACK) {
            return more ? Optional.of(new Gain.NetworkGain(before.network(), after.network())) : Optional.empty();
        }
        if (more && after.ports().isAny()) {
            return Optional.of(new Gain.NetworkGain(before.network(), after.network()));
        }
        boolean morePorts =
                before.network() == Network.LOOPBACK && !before.ports().covers(after.ports());
        return more || morePorts
                ? Optional.of(new Gain.PortsGain(
                        more ? "" : before.ports().text(), after.ports().text()))
                : Optional.empty();
    }

    private static void paths(MergedProfile before, MergedProfile after, List<Gain> gains) {
        Map<String, AccessList> known = new HashMap<>();
        for (PathValue path : before.paths()) {
            known.put(MarkedPath.of(path.text()).mergeKey(), path.access());
        }
        for (PathValue path : after.paths()) {
            Optional<AccessList> was =
                    Optional.ofNullable(known.get(MarkedPath.of(path.text()).mergeKey()));
            if (was.filter(access -> access.covers(path.access())).isEmpty()) {
                gains.add(new Gain.PathGain(path.text(), was, path.access()));
            }
        }
    }

    private static void variables(MergedProfile before, MergedProfile after, List<Gain> gains) {
        Map<String, EnvValue> known = new HashMap<>();
        before.env().forEach(value -> known.put(value.name(), value));
        for (EnvValue value : after.env()) {
            EnvValue was = known.get(value.name());
            if (was == null || !was.value().equals(value.value())) {
                gains.add(new Gain.VariableGain(value.name(), value.value().isPresent()));
            }
        }
    }

    private static void turnedOn(
            Optional<Sourced<Boolean>> before, Optional<Sourced<Boolean>> after, String key, List<Gain> gains) {
        if (after.map(Sourced::value).orElse(false)
                && !before.map(Sourced::value).orElse(false)) {
            gains.add(new Gain.SwitchGain(key));
        }
    }

    /** True when the network of any profile becomes wider. */
    public boolean opensNetwork() {
        return byProfile.values().stream()
                .flatMap(List::stream)
                .anyMatch(gain -> gain instanceof Gain.NetworkGain network && network.after() == Network.FULL);
    }
}
