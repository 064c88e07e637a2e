package org.bulle.desktop.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bulle.desktop.shared.Engine;
import org.bulle.desktop.shared.Messages;
import org.bulle.engine.check.Dangers;
import org.bulle.engine.denial.Risk;
import org.bulle.engine.denial.suggest.RiskAssessor;
import org.bulle.engine.merge.MergedProfile;
import org.bulle.engine.policy.AccessRight;
import org.bulle.engine.policy.EnforcementStatus;
import org.bulle.engine.policy.Grant;
import org.bulle.engine.policy.Limit;
import org.bulle.engine.policy.Network;
import org.bulle.engine.policy.Origin;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.policy.Statement;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.ProblemException;
import org.bulle.engine.resolve.CommandLookup;
import org.bulle.engine.run.Plan;
import org.bulle.engine.sandbox.SandboxException;
import org.bulle.engine.scratch.ScratchPlan;

/**
 * What a run would be, in numbers: counted from the engine's plan, with nothing added and nothing decided.
 *
 * @param read how many paths may be read; {@code write} and {@code execute} likewise
 * @param variables how many variables the command sees
 * @param networkFrom where the word on the network comes from, as {@code profile:line}; empty when no profile says anything
 * @param risks worst first
 * @param unkept limits that this system cannot keep
 * @param unenforced what this kernel cannot enforce, and why
 * @param warnings of the plan, in sentences
 * @param writable what can be written, for counting the files in it
 */
record RunOutlook(
        CommandLookup command,
        int read,
        int write,
        int execute,
        int variables,
        Network network,
        String loopbackPorts,
        String networkFrom,
        List<Stake> risks,
        List<Limit> unkept,
        boolean strictLimits,
        List<Unenforced> unenforced,
        List<String> warnings,
        List<String> writable) {
    RunOutlook {
        risks = List.copyOf(risks);
        unkept = List.copyOf(unkept);
        unenforced = List.copyOf(unenforced);
        warnings = List.copyOf(warnings);
        writable = List.copyOf(writable);
    }

    /**
     * Something that is not enforced, or not fully.
     *
     * @param what nothing when that is everything
     */
    record Unenforced(Statement what, Statement reason) {}

    /**
     * Something that a grant puts at stake.
     *
     * @param what the paths as shown, or the name of a variable
     * @param why a clause that follows them
     */
    record Stake(List<String> what, Risk risk, Statement why, boolean writesAndRuns) {
        Stake {
            what = List.copyOf(what);
        }

        private boolean isLike(Stake other) {
            return risk == other.risk && why.equals(other.why) && writesAndRuns == other.writesAndRuns;
        }

        private Stake and(Stake other) {
            return new Stake(Stream.concat(what.stream(), other.what.stream()).toList(), risk, why, writesAndRuns);
        }
    }

    /**
     * @throws ProblemException when it cannot be run
     */
    static RunOutlook of(Engine engine, Catalog catalog, RunDraft draft) throws ProblemException, IOException {
        if (draft.scratch() == RunDraft.Scratch.NONE) {
            return of(engine, catalog, engine.plan(catalog, draft.request()), List.of());
        }
        ScratchPlan scratch = engine.planInScratch(catalog, draft.request(), OsPath.of(draft.workspace()));
        return of(engine, catalog, scratch.plan(), scratch.warnings());
    }

    private static RunOutlook of(Engine engine, Catalog catalog, Plan plan, List<String> more) throws IOException {
        Policy policy = plan.policy();
        return new RunOutlook(
                plan.command(),
                count(policy, AccessRight.READ),
                count(policy, AccessRight.WRITE),
                count(policy, AccessRight.EXECUTE),
                policy.environment().size(),
                policy.network(),
                policy.network() == Network.LOOPBACK && !policy.ports().isAny()
                        ? policy.ports().text()
                        : "",
                policy.networkOrigins().isEmpty()
                        ? ""
                        : label(policy.networkOrigins().getLast()),
                risks(engine, catalog, plan),
                policy.limits().stream().filter(limit -> !limit.enforced()).toList(),
                plan.strictLimits(),
                unenforced(engine, plan),
                warnings(plan, more),
                policy.grants().stream()
                        .filter(grant -> grant.access().writes()
                                && !grant.path().startsWith("/dev/")
                                && !grant.path().startsWith("/proc"))
                        .map(Grant::path)
                        .toList());
    }

    private static int count(Policy policy, AccessRight right) {
        return (int) policy.grants().stream()
                .filter(grant -> grant.access().rights().contains(right))
                .count();
    }

    private static String label(Origin origin) {
        return origin.line() > 0 ? origin.profile() + ":" + origin.line() : origin.label();
    }

    private static List<Stake> risks(Engine engine, Catalog catalog, Plan plan) throws IOException {
        RiskAssessor assessor =
                engine.assessor(catalog.configuration(), plan.policy().workspace());
        List<Stake> all = new ArrayList<>();
        for (Grant grant : plan.policy().grants()) {
            RiskAssessor.Judgement judgement = assessor.of(grant.path(), grant.access());
            if (judgement.risk() != Risk.NONE) {
                add(
                        all,
                        new Stake(
                                List.of(engine.abbreviate(grant.path())),
                                judgement.risk(),
                                judgement.why(),
                                grant.access().writes() && grant.access().executes()));
            }
        }
        for (MergedProfile.EnvValue value : plan.merged().env()) {
            boolean given = plan.policy().environment().stream()
                    .anyMatch(variable ->
                            variable.name().equals(value.name()) || value.name().equals("*"));
            Dangers.ofVariable(value.name(), value.value().isPresent())
                    .filter(danger -> given)
                    .ifPresent(
                            danger -> add(all, new Stake(List.of(value.name()), danger.risk(), danger.why(), false)));
        }
        all.sort(Comparator.comparing(Stake::risk).reversed());
        return all;
    }

    /** What is at stake for the same reason is said once. */
    private static void add(List<Stake> all, Stake stake) {
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).isLike(stake)) {
                all.set(i, all.get(i).and(stake));
                return;
            }
        }
        all.add(stake);
    }

    private static List<Unenforced> unenforced(Engine engine, Plan plan) {
        try {
            return engine.compile(plan).enforcement().stream()
                    .filter(status -> status.enforced() != EnforcementStatus.Degree.FULL)
                    .map(status -> new Unenforced(status.what(), status.reason()))
                    .toList();
        } catch (SandboxException none) {
            return List.of(new Unenforced(Statement.NONE, new Statement.Verbatim(String.valueOf(none.getMessage()))));
        }
    }

    private static List<String> warnings(Plan plan, List<String> more) {
        List<String> all = new ArrayList<>();
        plan.warnings().forEach(problem -> all.add(problem.format()));
        all.addAll(plan.policy().warnings());
        all.addAll(more);
        return all;
    }

    /** How many entries put something at stake. */
    int risky() {
        return risks.stream().mapToInt(stake -> stake.what().size()).sum();
    }

    /** Why this cannot be run though it could be planned; empty when it can. */
    Optional<String> missingCommand(Messages messages) {
        return switch (command) {
            case CommandLookup.Found found -> Optional.empty();
            case CommandLookup.None nothing -> Optional.of(messages.get("run.command.none"));
            case CommandLookup.NotFound missing ->
                Optional.of(missing.name() + ": " + messages.get("run.command.not-found"));
            case CommandLookup.NotExecutable file ->
                Optional.of(file.name() + ": " + OsPath.text(OsPath.of(file.file())) + " " + messages.say(file.why()));
        };
    }
}
