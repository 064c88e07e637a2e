package org.bulle.desktop.runs;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.profile.Capabilities;
import org.bulle.engine.profile.ProfileAddition;

/**
 * Something that was chosen to be granted.
 *
 * @param list the key that the entries belong under; {@code allow} for the network, {@code mach_lookup} for services of macOS
 * @param indices where the denials that it answers stand in their record
 */
public record Pick(String list, List<String> entries, List<Integer> indices) {
    public Pick {
        entries = List.copyOf(entries);
        indices = List.copyOf(indices);
    }

    private static final String NETWORK = "allow";
    private static final String SERVICES = "mach_lookup";

    /** False for what only a profile can say. */
    public boolean hasFlag() {
        return hasFlag(list);
    }

    static boolean hasFlag(String list) {
        return isPath(list) || list.equals(NETWORK);
    }

    /** Entries of this list are paths. */
    static boolean isPath(String list) {
        return AccessList.ofKey(list).isPresent();
    }

    /** Flags for one run; a comma separates the paths of a flag. None for what only a profile can say. */
    public List<String> flags() {
        if (!hasFlag()) {
            return List.of();
        }
        List<String> flags = new ArrayList<>();
        for (String entry : entries) {
            flags.add("--" + list);
            flags.add(entry.replace(",", "\\,"));
        }
        return flags;
    }

    /** All of them as additions to a profile. */
    static ProfileAddition.Request request(String profile, List<Pick> picks) {
        Map<AccessList, List<String>> paths = new EnumMap<>(AccessList.class);
        Set<String> allow = new LinkedHashSet<>();
        Set<String> services = new LinkedHashSet<>();
        for (Pick pick : picks) {
            Optional<AccessList> access = AccessList.ofKey(pick.list());
            if (access.isPresent()) {
                List<String> entries = paths.computeIfAbsent(access.get(), any -> new ArrayList<>());
                pick.entries().stream()
                        .filter(entry -> !entries.contains(entry))
                        .forEach(entries::add);
            } else if (pick.list().equals(SERVICES)) {
                services.addAll(pick.entries());
            } else {
                allow.addAll(pick.entries());
            }
        }
        return new ProfileAddition.Request(
                profile, paths, List.of(), Capabilities.withoutCovered(allow), List.of(), List.copyOf(services));
    }

    static int entries(List<Pick> picks) {
        return picks.stream().mapToInt(pick -> pick.entries().size()).sum();
    }
}
