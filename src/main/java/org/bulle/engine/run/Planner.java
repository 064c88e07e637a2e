package org.bulle.engine.run;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bulle.engine.detect.DetectedAccess;
import org.bulle.engine.detect.Detector;
import org.bulle.engine.merge.MergedProfile;
import org.bulle.engine.merge.Merger;
import org.bulle.engine.policy.Grant;
import org.bulle.engine.policy.Limit;
import org.bulle.engine.policy.PathTree;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.profile.Located;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.Platform;
import org.bulle.engine.profile.Printable;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.profile.ProblemException;
import org.bulle.engine.profile.Profile;
import org.bulle.engine.profile.StateRoot;
import org.bulle.engine.resolve.Evidence;
import org.bulle.engine.resolve.FutureClone;
import org.bulle.engine.resolve.Machine;
import org.bulle.engine.resolve.PolicyResolver;
import org.bulle.engine.resolve.Resolution;
import org.bulle.engine.resolve.ResolveRequest;
import org.bulle.engine.resolve.ToolRunner;

/** From what the user asks for to the policy: the one way that both faces and every inspection take. */
public final class Planner {
    private final ToolRunner tools;
    private final LimitMechanisms limits;

    /**
     * @param tools how tool resolvers are asked
     */
    public Planner(ToolRunner tools) {
        this(tools, LimitMechanisms.ofThisProcess());
    }

    Planner(ToolRunner tools, LimitMechanisms limits) {
        this.tools = tools;
        this.limits = limits;
    }

    /**
     * Plans a run. Creates nothing and runs nothing but the tool resolvers.
     *
     * @throws ProblemException with everything that is wrong: {@code TEXT} problems exit 2, {@code MACHINE} problems 4, the lower code wins
     */
    public Plan plan(RunRequest request, Catalog catalog, Machine machine) throws ProblemException {
        return planned(request, catalog, machine).plan();
    }

    /**
     * Plans a run in a clone as if it had been made. Only for showing.
     *
     * @param request whose workspace is in the clone
     * @throws ProblemException as {@link #plan} does
     */
    public Plan planInClone(RunRequest request, Catalog catalog, Machine machine, FutureClone clone)
            throws ProblemException {
        return planned(request, catalog, machine, Optional.of(clone)).plan();
    }

    /**
     * A plan and what it depends on.
     *
     * @param evidence beside the catalog and the environment; absent when that is not known
     */
    record Planned(Plan plan, Optional<Evidence> evidence) {}

    Planned planned(RunRequest request, Catalog catalog, Machine machine) throws ProblemException {
        return planned(request, catalog, machine, Optional.empty());
    }

    private Planned planned(RunRequest request, Catalog catalog, Machine machine, Optional<FutureClone> clone)
            throws ProblemException {
        boolean useDefaults = !request.overrides().noDefaults();
        MergedProfile merged = Merger.merge(
                catalog,
                request.profiles(),
                found(request, catalog, useDefaults, machine, clone),
                request.overrides(),
                machine.platform());
        PolicyResolver resolver = resolver(machine, clone);
        Resolution resolution = resolver.resolve(new ResolveRequest(
                merged,
                !request.profiles().isEmpty(),
                request.workspace(),
                request.grantWorkspace(),
                request.command(),
                catalog.configuration(),
                useDefaults,
                request.vars(),
                request.envAllExcept(),
                request.envFile(),
                request.timeout(),
                request.limits()));
        boolean strict = request.strictLimits()
                || useDefaults
                        && catalog.configuration()
                                .defaults()
                                .strictLimits()
                                .map(Located::value)
                                .orElse(false);
        Policy policy = resolution.policy();
        PlanPlace place = new PlanPlace(catalog.root());
        refuseKeptPlans(policy, place);
        List<Problem> warnings = new ArrayList<>(catalog.unusedProblems(merged.chain()));
        warnings.addAll(resolution.warnings());
        warnings.addAll(ownConfiguration(policy, place));
        String state = OsPath.text(StateRoot.of(machine.environment().variables(), machine.home(), machine.platform())
                .resolve("bulle"));
        warnings.addAll(ours(policy, state, "where the records of runs and their scratches lie"));
        scratches(resolver, catalog)
                .ifPresent(kept -> warnings.addAll(ours(policy, kept, "where the scratches of runs lie")));
        Plan plan = limited(
                new Plan(merged, policy, resolution.command(), resolution.directories(), strict, warnings), machine);
        boolean detected = wantsDetection(request, catalog, useDefaults);
        return new Planned(plan, detected ? Optional.empty() : resolution.evidence());
    }

    private PolicyResolver resolver(Machine machine, Optional<FutureClone> clone) {
        if (machine.platform() != Platform.current()) {
            return PolicyResolver.seenFromElsewhere(machine);
        }
        return clone.map(future -> PolicyResolver.inClone(machine, tools, future))
                .orElseGet(() -> new PolicyResolver(machine, tools));
    }

    /** Where the configuration keeps them; what is wrong with that is to be reported by whoever makes one. */
    private static Optional<String> scratches(PolicyResolver resolver, Catalog catalog) {
        if (catalog.configuration().scratchDirectory().isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(resolver.scratchRoot(catalog.configuration()));
        } catch (ProblemException unusable) {
            return Optional.empty();
        }
    }

    /** What {@code --detect}, or config.toml's {@code detect}, adds for the projects in the workspace. A workspace that is none is resolving's to report. */
    private static List<Profile> found(
            RunRequest request, Catalog catalog, boolean useDefaults, Machine machine, Optional<FutureClone> clone) {
        if (!wantsDetection(request, catalog, useDefaults) || machine.home().isEmpty()) {
            return List.of();
        }
        try {
            Path root = OsPath.of(machine.cwd())
                    .resolve(OsPath.of(request.workspace()
                            .map(given ->
                                    clone.map(future -> future.origin(given)).orElse(given))
                            .orElse(".")))
                    .toRealPath();
            Detector detector =
                    new Detector(machine.home(), machine.environment().variables(), machine.platform());
            DetectedAccess access = detector.detect(OsPath.text(root)).access();
            return List.of(clone.map(future -> access.moved(future::then))
                    .orElse(access)
                    .asProfile());
        } catch (IOException | InvalidPathException noDirectory) {
            return List.of();
        }
    }

    private static boolean wantsDetection(RunRequest request, Catalog catalog, boolean useDefaults) {
        return request.detect()
                || useDefaults
                        && catalog.configuration()
                                .defaults()
                                .detect()
                                .map(Located::value)
                                .orElse(false);
    }

    /**
     * The plan with what enforces each limit here and now: a group that was delegated when a plan was kept may not be so today.
     *
     * @throws ProblemException when the plan insists on a limit that cannot be enforced
     */
    Plan limited(Plan plan, Machine machine) throws ProblemException {
        Policy policy = plan.policy().limits().isEmpty()
                ? plan.policy()
                : plan.policy().limitedBy(limits.decide(plan.policy().limits(), machine.platform()));
        refuseUnenforcedLimits(policy, plan.strictLimits());
        return new Plan(
                plan.merged(), policy, plan.command(), plan.directories(), plan.strictLimits(), plan.warnings());
    }

    private static void refuseUnenforcedLimits(Policy policy, boolean strict) throws ProblemException {
        List<Problem> refused = policy.limits().stream()
                .filter(limit -> strict && !limit.enforced())
                .map(Planner::unenforced)
                .toList();
        if (!refused.isEmpty()) {
            throw new ProblemException(refused);
        }
    }

    private static Problem unenforced(Limit limit) {
        String message = "the limit " + limit.name() + " cannot be enforced, because " + limit.reason()
                + "; --strict-limits refuses the run";
        return new Problem(Problem.Severity.ERROR, Problem.Kind.TEXT, "", 0, 0, "--" + limit.name(), message, null);
    }

    /** What the command may write there decides what a later run may do. */
    private static List<Problem> ownConfiguration(Policy policy, PlanPlace place) {
        return policy.grants().stream()
                .filter(place::exposes)
                .map(grant -> mayWrite(grant, "where the profiles of later runs lie"))
                .toList();
    }

    private static void refuseKeptPlans(Policy policy, PlanPlace place) throws ProblemException {
        List<Problem> refused = policy.grants().stream()
                .filter(place::isInside)
                .map(grant -> machine(
                        Problem.Severity.ERROR,
                        "no command may write " + Printable.escape(grant.path())
                                + ", where the plans of later runs are kept"))
                .toList();
        if (!refused.isEmpty()) {
            throw new ProblemException(refused);
        }
    }

    /** What the command may write there decides what a later run, or a look at an earlier one, may do. */
    private static List<Problem> ours(Policy policy, String root, String what) {
        return policy.grants().stream()
                .filter(grant -> grant.access().writes() && PathTree.isWithin(root, grant.path()))
                .map(grant -> mayWrite(grant, what))
                .toList();
    }

    private static Problem mayWrite(Grant grant, String what) {
        return machine(
                Problem.Severity.WARNING, "the command may write " + Printable.escape(grant.path()) + ", " + what);
    }

    private static Problem machine(Problem.Severity severity, String message) {
        return new Problem(severity, Problem.Kind.MACHINE, "", 0, 0, "", message, null);
    }
}
