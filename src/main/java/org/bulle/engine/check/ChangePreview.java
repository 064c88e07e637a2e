package org.bulle.engine.check;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.bulle.engine.merge.MergedProfile;
import org.bulle.engine.merge.Merger;
import org.bulle.engine.merge.Overrides;
import org.bulle.engine.policy.Layer;
import org.bulle.engine.policy.Network;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.profile.Inheritance;
import org.bulle.engine.profile.Platform;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.profile.ProblemException;
import org.bulle.engine.run.Plan;

/**
 * What a new text of {@code profiles/NAME.toml} would change, before it is written: in the text, for a stack on this machine, for the profiles that
 * inherit it.
 *
 * @param base the text that the file has now; empty when there is none
 * @param text the difference to it
 * @param problems of the new text
 * @param effective what the stack gives otherwise; absent when it could not run with the new text ({@code unusable} says why)
 * @param unusable why the stack could not run with the new text
 * @param comparedWithFloor the stack could not run before, so that everything it gives is new
 * @param dependents the profiles that inherit this one and become others by the change, sorted by name
 */
public record ChangePreview(
        String profile,
        Optional<String> base,
        TextDiff text,
        List<Problem> problems,
        Optional<EffectiveDifference> effective,
        List<Problem> unusable,
        boolean comparedWithFloor,
        List<Dependent> dependents) {
    private static final Overrides NO_DEFAULTS =
            new Overrides(java.util.Map.of(), List.of(), List.of(), List.of(), true);

    public ChangePreview {
        problems = List.copyOf(problems);
        unusable = List.copyOf(unusable);
        dependents = List.copyOf(dependents);
    }

    /**
     * A profile that the change reaches.
     *
     * @param parent the profile by which it inherits the changed one, which is that itself or another dependent
     * @param line the 1-based line that names the parent
     * @param gains what it gets
     * @param losses what it gets no more
     * @param network after the change
     */
    public record Dependent(
            String name, String parent, int line, List<Gain> gains, List<Gain> losses, Network network) {
        public Dependent {
            gains = List.copyOf(gains);
            losses = List.copyOf(losses);
        }
    }

    /** Looks a stack of a catalog up on this machine. */
    public interface Planning {
        Plan plan(Catalog catalog, List<String> stack) throws ProblemException, IOException;
    }

    /**
     * Works it out; nothing is written. Takes as long as two plans and, for each dependent, two merges.
     *
     * @param text the new text; empty to remove the file
     * @param stack for whom the effective difference is worked out; names that are not there before the change are left out of the comparison
     */
    public static ChangePreview of(
            Catalog before,
            String name,
            Optional<String> text,
            List<String> stack,
            Platform platform,
            Planning planning)
            throws IOException {
        Optional<String> base = base(before, name);
        Catalog after = text.map(fresh -> before.with(name, fresh)).orElseGet(() -> before.without(name));
        Optional<Plan> then = usable(before, known(before, stack), planning);
        boolean floor = then.isEmpty();
        if (floor) {
            then = usable(before, List.of(Merger.FLOOR), planning);
        }
        Optional<EffectiveDifference> effective = Optional.empty();
        List<Problem> unusable = List.of();
        try {
            Plan now = planning.plan(after, known(after, stack));
            effective = then.map(plan -> EffectiveDifference.between(plan, now));
        } catch (ProblemException refused) {
            unusable = refused.problems();
        }
        return new ChangePreview(
                name,
                base,
                TextDiff.between(base.orElse(""), text.orElse("")),
                after.problems(name),
                effective,
                unusable,
                floor,
                dependents(before, after, name, platform));
    }

    private static Optional<String> base(Catalog catalog, String name) {
        return catalog.hasUserFile(name)
                ? catalog.sources(name).stream()
                        .filter(source -> source.layer() == Layer.USER)
                        .map(Catalog.SourceText::text)
                        .findFirst()
                : Optional.empty();
    }

    /** An empty stack would stand for the default profile. */
    private static List<String> known(Catalog catalog, List<String> stack) {
        List<String> known = stack.stream().filter(catalog::contains).toList();
        return known.isEmpty() ? List.of(Merger.FLOOR) : known;
    }

    private static Optional<Plan> usable(Catalog catalog, List<String> stack, Planning planning) throws IOException {
        try {
            return Optional.of(planning.plan(catalog, stack));
        } catch (ProblemException broken) {
            return Optional.empty();
        }
    }

    private static List<Dependent> dependents(Catalog before, Catalog after, String name, Platform platform) {
        SortedSet<String> reached = new TreeSet<>(after.dependents(name));
        reached.addAll(before.dependents(name));
        List<Dependent> changed = new ArrayList<>();
        for (String dependent : reached) {
            Optional<MergedProfile> then = merged(before, dependent, platform);
            Optional<MergedProfile> now = merged(after, dependent, platform);
            List<Gain> gains = gains(then, now);
            List<Gain> losses = gains(now, then);
            if (!gains.isEmpty() || !losses.isEmpty()) {
                Optional<Inheritance.Parent> by = parent(after, dependent, name, reached);
                changed.add(new Dependent(
                        dependent,
                        by.map(Inheritance.Parent::name).orElse(name),
                        by.map(Inheritance.Parent::line).orElse(0),
                        gains,
                        losses,
                        now.or(() -> then).map(MergedProfile::network).orElse(Network.NONE)));
            }
        }
        return changed;
    }

    private static List<Gain> gains(Optional<MergedProfile> then, Optional<MergedProfile> now) {
        return then.isPresent() && now.isPresent() ? Widening.between(then.get(), now.get()) : List.of();
    }

    private static Optional<Inheritance.Parent> parent(
            Catalog catalog, String dependent, String name, SortedSet<String> reached) {
        List<Inheritance.Parent> parents = Inheritance.parents(catalog, dependent);
        return parents.stream()
                .filter(parent -> parent.name().equals(name))
                .findFirst()
                .or(() -> parents.stream()
                        .filter(parent -> reached.contains(parent.name()))
                        .findFirst());
    }

    private static Optional<MergedProfile> merged(Catalog catalog, String name, Platform platform) {
        try {
            return Optional.of(Merger.merge(catalog, List.of(name), NO_DEFAULTS, platform));
        } catch (ProblemException unusable) {
            return Optional.empty();
        }
    }

    /** The new text can be read, and the stack can run with it. */
    public boolean isUsable() {
        return effective.isPresent() && problems.stream().noneMatch(p -> p.severity() == Problem.Severity.ERROR);
    }
}
