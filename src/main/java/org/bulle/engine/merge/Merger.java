package org.bulle.engine.merge;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.profile.Capabilities;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.profile.Configuration;
import org.bulle.engine.profile.EntryText;
import org.bulle.engine.profile.EnvEntry;
import org.bulle.engine.profile.Inheritance;
import org.bulle.engine.profile.Located;
import org.bulle.engine.profile.Nearest;
import org.bulle.engine.profile.Platform;
import org.bulle.engine.profile.Printable;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.profile.ProblemException;
import org.bulle.engine.profile.Profile;

/**
 * A stack of profile names to one {@link MergedProfile}. Pure: looks at nothing but the catalog. Low to high: the floor, the top level of
 * config.toml, the stack with what it inherits, what {@code --detect} found, {@code [defaults]}, the flags; last of all, config.toml's top-level {@code deny} again.
 */
public final class Merger {
    /** The profile under every run. */
    public static final String FLOOR = Catalog.FLOOR;

    /** The profile of a run that names none, where config.toml names none either. */
    public static final String DEFAULT = "default";

    private Merger() {}

    /**
     * @param stack the profiles as selected; empty for config.toml's default or {@code default}
     * @throws ProblemException with every problem of the profiles and of config.toml that this stack uses
     */
    public static MergedProfile merge(Catalog catalog, List<String> stack, Overrides overrides, Platform platform)
            throws ProblemException {
        return merge(catalog, stack, List.of(), overrides, platform);
    }

    /**
     * @param stack the profiles as selected; empty for config.toml's default or {@code default}
     * @param found what was found out about the workspace, merged above the stack
     * @throws ProblemException with every problem of the profiles and of config.toml that this stack uses
     */
    public static MergedProfile merge(
            Catalog catalog, List<String> stack, List<Profile> found, Overrides overrides, Platform platform)
            throws ProblemException {
        List<Problem> problems = new ArrayList<>(catalog.configurationProblems());
        List<Located<String>> selected = select(catalog, stack, overrides);
        for (Located<String> name : selected) {
            unknown(catalog, name).ifPresent(problems::add);
        }
        List<String> names = selected.stream().map(Located::value).toList();
        Inheritance.Order floor = Inheritance.of(catalog, List.of(FLOOR));
        Inheritance.Order order = Inheritance.of(catalog, names);
        List<String> chain = new ArrayList<>(floor.names());
        order.names().stream().filter(name -> !floor.names().contains(name)).forEach(chain::add);
        problems.addAll(order.problems());
        floor.problems().stream()
                .filter(problem -> !order.problems().contains(problem))
                .forEach(problems::add);
        chain.forEach(name -> problems.addAll(catalog.problems(name)));
        problems.addAll(refusals(overrides));
        if (!problems.isEmpty()) {
            throw new ProblemException(problems);
        }
        return combine(catalog, names, floor.names().size(), chain, found, overrides, platform);
    }

    private static MergedProfile combine(
            Catalog catalog,
            List<String> stack,
            int floor,
            List<String> chain,
            List<Profile> found,
            Overrides overrides,
            Platform platform) {
        Configuration configuration = catalog.configuration();
        Accumulator merged = new Accumulator(platform);
        chain.subList(0, floor).forEach(name -> catalog.layers(name).forEach(merged::add));
        merged.addBase(configuration);
        chain.subList(floor, chain.size()).forEach(name -> catalog.layers(name).forEach(merged::add));
        found.forEach(merged::add);
        if (!overrides.noDefaults()) {
            merged.addDefaults(configuration);
        }
        merged.addFlags(overrides);
        merged.addGuardrail(configuration);
        return merged.finish(stack, chain);
    }

    private static List<Located<String>> select(Catalog catalog, List<String> stack, Overrides overrides) {
        if (!stack.isEmpty()) {
            return stack.stream().map(name -> new Located<>(name, 0, 0)).toList();
        }
        List<Located<String>> configured = catalog.configuration().defaults().profiles();
        return overrides.noDefaults() || configured.isEmpty() ? List.of(new Located<>(DEFAULT, 0, 0)) : configured;
    }

    private static Optional<Problem> unknown(Catalog catalog, Located<String> name) {
        if (catalog.contains(name.value())) {
            return Optional.empty();
        }
        String file = name.line() > 0 ? catalog.configuration().file() : "";
        if (name.value().isEmpty()) {
            return Optional.of(problem(file, name, "profile", "empty name in the list of profiles", null));
        }
        String message =
                "unknown profile " + Printable.quoted(name.value()) + Nearest.hint(name.value(), catalog.names());
        return Optional.of(problem(
                file,
                name,
                "profile",
                message,
                Nearest.suggest(name.value(), catalog.names()).orElse(null)));
    }

    private static List<Problem> refusals(Overrides overrides) {
        List<Problem> problems = new ArrayList<>();
        for (AccessList list : AccessList.values()) {
            for (String entry : overrides.paths().getOrDefault(list, List.of())) {
                EntryText.refusal(entry).ifPresent(why -> problems.add(flagProblem("--" + list.key(), why)));
            }
        }
        overrides
                .env()
                .forEach(entry ->
                        EnvEntry.of(entry).refusal(false).ifPresent(why -> problems.add(flagProblem("--env", why))));
        overrides
                .allow()
                .forEach(name ->
                        Capabilities.allowRefusal(name).ifPresent(why -> problems.add(flagProblem("--allow", why))));
        overrides
                .deny()
                .forEach(name ->
                        Capabilities.denyRefusal(name).ifPresent(why -> problems.add(flagProblem("--deny", why))));
        return problems;
    }

    private static Problem flagProblem(String flag, String why) {
        return problem("", new Located<>(flag, 0, 0), flag, flag + ": " + why, null);
    }

    private static Problem problem(
            String file,
            Located<String> at,
            String key,
            String message,
            @org.jspecify.annotations.Nullable String fix) {
        return new Problem(Problem.Severity.ERROR, Problem.Kind.TEXT, file, at.line(), at.column(), key, message, fix);
    }
}
