package org.bulle.engine.merge;

import java.util.List;
import java.util.Optional;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Network;
import org.bulle.engine.policy.Origin;
import org.bulle.engine.policy.Ports;

/**
 * A stack of profiles, the base of config.toml and the flags, merged in order; not yet looked up on this machine. Every value keeps every
 * contribution.
 *
 * @param stack the profiles as selected, left to right
 * @param chain every profile name that took part, in merge order (floor first)
 * @param paths merged by text without markers
 * @param env merged by name; values as written
 * @param network the decision, with every contribution in order; the last one decided
 * @param ports what {@code network} reaches of this machine, when that is all it reaches
 */
public record MergedProfile(
        List<String> stack,
        List<String> chain,
        List<PathValue> paths,
        List<EnvValue> env,
        Network network,
        Ports ports,
        List<Origin> networkOrigins,
        List<MachValue> mach,
        Optional<Sourced<String>> defaultApp,
        Optional<Sourced<Boolean>> addExec,
        Optional<Sourced<Boolean>> addLibs) {
    public MergedProfile {
        stack = List.copyOf(stack);
        chain = List.copyOf(chain);
        paths = List.copyOf(paths);
        env = List.copyOf(env);
        networkOrigins = List.copyOf(networkOrigins);
        mach = List.copyOf(mach);
    }

    /** True when {@code name} takes part, selected or inherited. */
    public boolean includes(String name) {
        return chain.contains(name);
    }

    /** A value with where it came from; {@code origins} in merge order, the last one decided. */
    public record Sourced<T>(T value, List<Origin> origins) {
        public Sourced {
            origins = List.copyOf(origins);
        }
    }

    /**
     * A path entry.
     *
     * @param text without markers, as first written
     * @param contributions each with the list it stood in and its own markers; rights are the union
     */
    public record PathValue(String text, List<Contribution> contributions) {
        public PathValue {
            contributions = List.copyOf(contributions);
        }

        public AccessList access() {
            return contributions.stream().map(Contribution::list).reduce(AccessList.RO, AccessList::union);
        }
    }

    /** One place that named a path. */
    public record Contribution(AccessList list, boolean optional, boolean create, Origin origin) {}

    /**
     * An environment entry: a name or a glob to pass, or a value to set.
     *
     * @param value as written, variables not expanded; absent to copy the parent's
     */
    public record EnvValue(String name, Optional<String> value, List<Origin> origins) {
        public EnvValue {
            origins = List.copyOf(origins);
        }

        @Override
        public String toString() {
            return "EnvValue[" + name + "]";
        }
    }

    /** A Mach service name, allowed or denied. */
    public record MachValue(String name, boolean allowed, List<Origin> origins) {
        public MachValue {
            origins = List.copyOf(origins);
        }
    }
}
