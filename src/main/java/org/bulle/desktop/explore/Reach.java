package org.bulle.desktop.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Grant;
import org.bulle.engine.policy.Network;
import org.bulle.engine.policy.Origin;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.policy.PolicyEntry;

/**
 * How one stack reaches something.
 *
 * @param stack the profiles
 * @param access the rights on a path; absent for a variable and the network
 * @param through the grants, names or capabilities that reach it
 * @param origins where they are said
 */
public record Reach(List<String> stack, Optional<AccessList> access, List<String> through, List<Origin> origins) {
    public Reach {
        stack = List.copyOf(stack);
        through = List.copyOf(through);
        origins = List.copyOf(origins);
    }

    /** What is looked for. */
    public sealed interface Target {
        /** @param path absolute */
        record Place(String path) implements Target {}

        record Variable(String name) implements Target {}

        record Internet() implements Target {}
    }

    /** Empty when the policy does not reach the target. */
    static Optional<Reach> of(Policy policy, Target target) {
        return switch (target) {
            case Target.Place place -> ofPath(policy, place.path());
            case Target.Variable variable ->
                policy.environment().stream()
                        .filter(given -> given.name().equals(variable.name()))
                        .findFirst()
                        .map(given ->
                                new Reach(policy.profiles(), Optional.empty(), List.of(given.name()), given.origins()));
            case Target.Internet internet ->
                policy.network() == Network.NONE
                        ? Optional.empty()
                        : Optional.of(new Reach(
                                policy.profiles(),
                                Optional.empty(),
                                List.of(policy.network().key()),
                                policy.networkOrigins()));
        };
    }

    /** The rights on a path are those of every grant on it and above it. */
    private static Optional<Reach> ofPath(Policy policy, String path) {
        List<Grant> covering = policy.grants().stream()
                .filter(grant -> covers(grant.path(), path))
                .toList();
        if (covering.isEmpty()) {
            return Optional.empty();
        }
        AccessList access = covering.stream().map(Grant::access).reduce(AccessList.RO, AccessList::union);
        List<String> through = covering.stream().map(Grant::path).toList();
        List<Origin> origins = new ArrayList<>();
        for (PolicyEntry entry : policy.entries()) {
            if (entry.paths().stream().anyMatch(through::contains)) {
                entry.origins().stream()
                        .filter(origin -> !origins.contains(origin))
                        .forEach(origins::add);
            }
        }
        return Optional.of(new Reach(policy.profiles(), Optional.of(access), through, origins));
    }

    private static boolean covers(String granted, String path) {
        return path.equals(granted) || granted.equals("/") || path.startsWith(granted + "/");
    }
}
