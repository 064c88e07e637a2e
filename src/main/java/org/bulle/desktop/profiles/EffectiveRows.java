package org.bulle.desktop.profiles;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bulle.engine.check.Dangers;
import org.bulle.engine.denial.Risk;
import org.bulle.engine.denial.suggest.RiskAssessor;
import org.bulle.engine.merge.MergedProfile;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.EnvironmentVariable;
import org.bulle.engine.policy.Grant;
import org.bulle.engine.policy.Layer;
import org.bulle.engine.policy.Network;
import org.bulle.engine.policy.Origin;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.policy.PolicyEntry;
import org.bulle.engine.policy.Ports;
import org.bulle.engine.profile.Capabilities;
import org.bulle.engine.profile.MarkedPath;
import org.bulle.engine.resolve.EntryPhrase;
import org.bulle.engine.run.Plan;

/** The rows of a plan: a translation, entry by entry, in which nothing is decided and nothing of the policy is left out. */
final class EffectiveRows {
    private static final Set<String> SYSTEM = Set.of("floor", "tool", "terminal");
    private static final Set<String> SYSTEM_ROOTS = Set.of(
            "/bin",
            "/dev",
            "/etc",
            "/lib",
            "/lib32",
            "/lib64",
            "/opt",
            "/proc",
            "/run",
            "/sbin",
            "/sys",
            "/usr",
            "/var/lib");
    private static final Pattern RESOLVER = Pattern.compile("([a-z]+):[a-z-]+");
    private static final Set<String> PROGRAMS = Set.of("which", "pkg");
    private final Plan plan;
    private final Lineage lineage;
    private final UnaryOperator<String> abbreviate;
    private final RiskAssessor assessor;
    private final List<EffectiveRow.Entry> rows = new ArrayList<>();

    private EffectiveRows(Plan plan, Lineage lineage, RiskAssessor assessor, UnaryOperator<String> abbreviate) {
        this.plan = plan;
        this.lineage = lineage;
        this.abbreviate = abbreviate;
        this.assessor = assessor;
    }

    /**
     * @param abbreviate how a path is shown
     */
    static List<EffectiveRow.Entry> of(
            Plan plan, Lineage lineage, RiskAssessor assessor, UnaryOperator<String> abbreviate) {
        EffectiveRows made = new EffectiveRows(plan, lineage, assessor, abbreviate);
        made.files();
        made.environment();
        made.network();
        made.services();
        return List.copyOf(made.rows);
    }

    private void files() {
        Set<String> named = new HashSet<>();
        for (PolicyEntry entry : plan.policy().entries()) {
            named.addAll(entry.paths());
            rows.add(file(entry));
        }
        for (Grant grant : plan.policy().grants()) {
            if (!named.contains(grant.path())) {
                rows.add(unnamed(grant));
            }
        }
    }

    private EffectiveRow.Entry file(PolicyEntry entry) {
        Origin deciding = entry.origins().isEmpty()
                ? Origin.run("run")
                : entry.origins()
                        .get(Math.clamp(entry.raisedBy(), 0, entry.origins().size() - 1));
        String name = entry.paths().isEmpty()
                ? homely(entry.text())
                : abbreviate.apply(entry.paths().getFirst());
        return new EffectiveRow.Entry(
                EffectiveRow.Section.FILES,
                new EffectiveRow.Right.Letters(entry.list()),
                name,
                entry.paths(),
                deciding.layer() == Layer.RUN
                        ? entry.text()
                        : new MarkedPath(entry.optional(), entry.create(), entry.text()).entry(),
                lineage.to(deciding),
                entry.origins(),
                entry.raisedBy(),
                state(entry),
                stake(entry.paths(), entry.list()),
                isSystem(entry) && stake(entry.paths(), entry.list()).risk().compareTo(Risk.NOTICE) <= 0,
                Optional.of(entry));
    }

    /** What was skipped has no path: the entry, with home as everywhere else. */
    private static String homely(String text) {
        return text.startsWith("$HOME/") ? "~/" + text.substring("$HOME/".length()) : text;
    }

    /** A grant that no entry of a profile names: what every run gets. */
    private EffectiveRow.Entry unnamed(Grant grant) {
        Origin run = Origin.run("run");
        return new EffectiveRow.Entry(
                EffectiveRow.Section.FILES,
                new EffectiveRow.Right.Letters(grant.access()),
                abbreviate.apply(grant.path()),
                List.of(grant.path()),
                "",
                lineage.to(run),
                List.of(run),
                0,
                new EffectiveRow.State(EffectiveRow.Mark.GRANTED),
                stake(List.of(grant.path()), grant.access()),
                !grant.access().writes(),
                Optional.empty());
    }

    /** What the built-in profiles let every tool of its kind read and execute of the system itself. */
    private static boolean isSystem(PolicyEntry entry) {
        boolean within = entry.paths().stream().allMatch(EffectiveRows::isSystem);
        return within
                && !entry.paths().isEmpty()
                && (!entry.list().writes() || entry.paths().getFirst().startsWith("/dev/"))
                && entry.origins().stream()
                        .allMatch(origin -> origin.layer() == Layer.BUILT_IN || origin.layer() == Layer.RUN);
    }

    private static boolean isSystem(String path) {
        return SYSTEM_ROOTS.stream().anyMatch(root -> path.equals(root) || path.startsWith(root + "/"));
    }

    private static boolean isSystem(List<Origin> origins) {
        return !origins.isEmpty()
                && origins.stream()
                        .allMatch(origin -> origin.layer() == Layer.BUILT_IN && SYSTEM.contains(origin.profile()));
    }

    private static EffectiveRow.State state(PolicyEntry entry) {
        return switch (entry.outcome()) {
            case PolicyEntry.Outcome.Granted granted -> new EffectiveRow.State(EffectiveRow.Mark.GRANTED);
            case PolicyEntry.Outcome.Skipped skipped ->
                new EffectiveRow.State(EffectiveRow.Mark.SKIPPED, skipped.why());
            case PolicyEntry.Outcome.WouldCreate create -> new EffectiveRow.State(EffectiveRow.Mark.WOULD_CREATE);
            case PolicyEntry.Outcome.Expanded expanded -> expanded(entry);
            case PolicyEntry.Outcome.Unresolved unresolved ->
                new EffectiveRow.State(EffectiveRow.Mark.UNRESOLVED, unresolved.why());
            case PolicyEntry.Outcome.Wider wider -> new EffectiveRow.State(EffectiveRow.Mark.WIDER, wider.why());
        };
    }

    private static EffectiveRow.State expanded(PolicyEntry entry) {
        Matcher resolver = RESOLVER.matcher(entry.text());
        return resolver.matches() && !PROGRAMS.contains(resolver.group(1))
                ? new EffectiveRow.State(EffectiveRow.Mark.ANSWERED, resolver.group(1))
                : new EffectiveRow.State(
                        EffectiveRow.Mark.EXPANDED,
                        Integer.toString(entry.paths().size()));
    }

    private void environment() {
        Set<String> named = new HashSet<>();
        for (MergedProfile.EnvValue value : plan.merged().env()) {
            List<String> given = plan.policy().environment().stream()
                    .filter(variable -> !variable.origins().isEmpty()
                            && value.origins().contains(variable.origins().getLast()))
                    .map(EnvironmentVariable::name)
                    .filter(name -> value.name().contains("*") || name.equals(value.name()))
                    .toList();
            named.addAll(given);
            rows.add(variable(value, given));
        }
        for (EnvironmentVariable variable : plan.policy().environment()) {
            if (!named.contains(variable.name())) {
                rows.add(variable(
                        new MergedProfile.EnvValue(variable.name(), Optional.of(""), variable.origins()),
                        List.of(variable.name())));
            }
        }
    }

    private EffectiveRow.Entry variable(MergedProfile.EnvValue value, List<String> given) {
        boolean glob = value.name().contains("*");
        EffectiveRow.State state = given.isEmpty()
                ? new EffectiveRow.State(EffectiveRow.Mark.SKIPPED, EntryPhrase.UNSET_HERE.with())
                : glob
                        ? new EffectiveRow.State(EffectiveRow.Mark.EXPANDED, Integer.toString(given.size()))
                        : new EffectiveRow.State(EffectiveRow.Mark.GRANTED);
        Origin deciding =
                value.origins().isEmpty() ? Origin.run("run") : value.origins().getLast();
        return new EffectiveRow.Entry(
                EffectiveRow.Section.ENVIRONMENT,
                new EffectiveRow.Right.Word(value.value().isPresent() ? EffectiveRow.Verb.SET : EffectiveRow.Verb.PASS),
                value.name(),
                glob ? given : List.of(),
                value.value().isPresent() ? value.name() + "=..." : value.name(),
                lineage.to(deciding),
                value.origins(),
                value.origins().size() - 1,
                state,
                stake(value),
                isSystem(value.origins()),
                Optional.empty());
    }

    private static EffectiveRow.Stake stake(MergedProfile.EnvValue value) {
        return Dangers.ofVariable(value.name(), value.value().isPresent())
                .map(danger -> new EffectiveRow.Stake(danger.risk(), danger.why()))
                .orElse(EffectiveRow.Stake.NONE);
    }

    private EffectiveRow.Stake stake(List<String> paths, AccessList access) {
        EffectiveRow.Stake worst = EffectiveRow.Stake.NONE;
        for (String path : paths) {
            RiskAssessor.Judgement judgement = assessor.of(path, access);
            worst = worst.worse(new EffectiveRow.Stake(judgement.risk(), judgement.why()));
        }
        return worst;
    }

    private void network() {
        Policy policy = plan.policy();
        List<Origin> origins = policy.networkOrigins();
        EffectiveRow.Verb verb = switch (policy.network()) {
            case NONE -> EffectiveRow.Verb.DENY;
            case LOOPBACK -> EffectiveRow.Verb.LOOPBACK;
            case FULL -> EffectiveRow.Verb.ALLOW;
        };
        rows.add(new EffectiveRow.Entry(
                EffectiveRow.Section.NETWORK,
                new EffectiveRow.Right.Word(verb),
                policy.network() == Network.LOOPBACK && !policy.ports().isAny()
                        ? "network: " + policy.ports().text()
                        : "network",
                List.of(),
                origins.isEmpty()
                        ? ""
                        : origins.getLast().list() + " = [\""
                                + (policy.network() == Network.LOOPBACK ? loopback(policy.ports()) : "network") + "\"]",
                origins.isEmpty() ? List.of() : lineage.to(origins.getLast()),
                origins,
                origins.size() - 1,
                new EffectiveRow.State(
                        policy.network() == Network.NONE ? EffectiveRow.Mark.DENIED : EffectiveRow.Mark.GRANTED),
                EffectiveRow.Stake.NONE,
                false,
                Optional.empty()));
    }

    /** As it would be written in a list. */
    private static String loopback(Ports ports) {
        return ports.isAny()
                ? Capabilities.LOOPBACK
                : ports.merged().stream()
                        .map(range -> Capabilities.PORTS_START + range.text())
                        .collect(java.util.stream.Collectors.joining("\", \""));
    }

    private void services() {
        for (MergedProfile.MachValue service : plan.merged().mach()) {
            boolean allowed = service.allowed() && plan.policy().machLookup().contains(service.name());
            rows.add(new EffectiveRow.Entry(
                    EffectiveRow.Section.SERVICES,
                    new EffectiveRow.Right.Word(allowed ? EffectiveRow.Verb.ALLOW : EffectiveRow.Verb.DENY),
                    service.name(),
                    List.of(),
                    service.name(),
                    lineage.to(service.origins().getLast()),
                    service.origins(),
                    service.origins().size() - 1,
                    new EffectiveRow.State(allowed ? EffectiveRow.Mark.GRANTED : EffectiveRow.Mark.DENIED),
                    EffectiveRow.Stake.NONE,
                    isSystem(service.origins()),
                    Optional.empty()));
        }
    }
}
