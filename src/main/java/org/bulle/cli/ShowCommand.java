package org.bulle.cli;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bulle.engine.history.JsonText;
import org.bulle.engine.history.PolicyJson;
import org.bulle.engine.policy.EnforcementStatus;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.policy.Statement;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.Platform;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.profile.ProblemException;
import org.bulle.engine.resolve.FutureClone;
import org.bulle.engine.resolve.Machine;
import org.bulle.engine.run.CachingPlanner;
import org.bulle.engine.run.KernelProbe;
import org.bulle.engine.run.PathExplanation;
import org.bulle.engine.run.Plan;
import org.bulle.engine.sandbox.Availability;
import org.bulle.engine.sandbox.CompiledPolicy;
import org.bulle.engine.sandbox.EnforcementPhrase;
import org.bulle.engine.sandbox.HostBackend;
import org.bulle.engine.sandbox.SandboxException;
import org.bulle.engine.sandbox.landlock.LandlockPolicy;
import org.bulle.engine.sandbox.seatbelt.SeatbeltBackend;
import org.bulle.engine.sandbox.seatbelt.SeatbeltPolicy;
import tools.jackson.core.JsonGenerator;

/** {@code show}: what a run would be allowed. Creates nothing and runs nothing but resolvers. */
final class ShowCommand {
    private final Session session;

    ShowCommand(Session session) {
        this.session = session;
    }

    int policy(RunArguments arguments) throws ProblemException, SandboxException, IOException {
        Path configRoot = session.configRoot(arguments.last(RunFlag.CONFIG));
        Platform platform = arguments
                .last(RunFlag.PLATFORM)
                .map(Platform.LINUX.key()::equals)
                .map(linux -> linux ? Platform.LINUX : Platform.MACOS)
                .orElse(session.machine().platform());
        boolean clones = arguments.inScratch() && platform == session.machine().platform();
        Optional<ScratchRun.Shown> shown = clones
                ? Optional.of(new ScratchRun(session, Catalog.load(configRoot)).toShow(arguments))
                : Optional.empty();
        CachingPlanner.Planned planned = shown.isPresent()
                ? new CachingPlanner.Planned(
                        shown.get().plan(),
                        false,
                        false,
                        Optional.of(shown.get().catalog()))
                : new PlannedRun(session).toShow(arguments, configRoot, on(platform));
        Plan plan = planned.plan();
        if (arguments.has(RunFlag.WHY)) {
            return shown.isPresent()
                    ? whyInClone(arguments, shown.get())
                    : why(arguments, plan, platform == session.machine().platform());
        }
        Enforced enforced = enforced(plan.policy(), platform);
        Optional<String> sbpl = arguments.has(RunFlag.SBPL) ? Optional.of(sbpl(enforced)) : Optional.empty();
        if (arguments.has(RunFlag.JSON)) {
            session.printer().write(writer -> json(writer, planned, enforced, sbpl));
        } else if (sbpl.isPresent()) {
            sbpl.get().lines().forEach(session.printer()::line);
            plan.policy().warnings().forEach(session.printer()::warning);
        } else {
            ShortPath paths =
                    new ShortPath(plan.policy().workspace(), plan.directories().root(), session.machine());
            new PolicyText(session.printer(), plan.policy(), paths)
                    .print(enforced.words, enforced.statuses, plan.command(), planned.cached());
        }
        session.printer().problems(plan.warnings());
        if (clones) {
            session.printer()
                    .warning("nothing was cloned: with " + RunFlag.SCRATCH.flag()
                            + " a run makes the workspace first, and its name will end otherwise than with zeros");
        } else if (arguments.inScratch()) {
            session.printer()
                    .warning("with " + RunFlag.SCRATCH.flag() + " a run clones the repository of "
                            + plan.policy().workspace() + " and has the clone as $WORKSPACE instead");
        }
        return ExitCode.OK;
    }

    /** A relative path is one in the clone, where the command would start. */
    private int whyInClone(RunArguments arguments, ScratchRun.Shown shown) throws ProblemException, IOException {
        String asked = arguments.last(RunFlag.WHY).orElseThrow();
        String here = OsPath.text(session.path(asked, RunFlag.WHY.flag()));
        String path = asked.startsWith("/") ? here : shown.future().then(here);
        FutureClone.Seen seen = shown.future().look(path);
        PathExplanation why = PathExplanation.of(shown.plan().policy(), path, seen.real(), seen.exists());
        return print(arguments, shown.plan(), new WhyText(why, seen.unknown()), Map.of());
    }

    /**
     * @param here whether what it is about is on this machine, so that its kernel can be asked
     */
    private int why(RunArguments arguments, Plan plan, boolean here)
            throws ProblemException, SandboxException, IOException {
        String path = OsPath.text(session.path(arguments.last(RunFlag.WHY).orElseThrow(), RunFlag.WHY.flag()));
        WhyText why = new WhyText(PathExplanation.of(plan.policy(), path), Optional.empty());
        Map<KernelProbe.Question, KernelProbe.Answer> kernel =
                here && session.backend().compile(plan.policy()) instanceof LandlockPolicy landlock
                        ? new KernelProbe(landlock).ask(path)
                        : Map.of();
        return print(arguments, plan, why, kernel);
    }

    private int print(
            RunArguments arguments, Plan plan, WhyText why, Map<KernelProbe.Question, KernelProbe.Answer> kernel) {
        if (arguments.has(RunFlag.JSON)) {
            JsonOutput.print(session.printer(), out -> why.write(out, kernel));
        } else {
            ShortPath paths =
                    new ShortPath(plan.policy().workspace(), plan.directories().root(), session.machine());
            why.print(session.printer(), paths, kernel);
        }
        return ExitCode.OK;
    }

    /** Without the terminal, which only a run knows. */
    private static String sbpl(Enforced enforced) throws ProblemException, SandboxException {
        if (enforced.compiled.isPresent() && enforced.compiled.get() instanceof SeatbeltPolicy seatbelt) {
            return seatbelt.text(List.of());
        }
        throw Session.problem(
                Problem.Kind.TEXT,
                RunFlag.SBPL.flag(),
                RunFlag.SBPL.flag() + " is for macOS: there are no such rules under " + enforced.backend
                        + "; add --platform macos");
    }

    private static void json(Writer writer, CachingPlanner.Planned planned, Enforced enforced, Optional<String> sbpl) {
        try (JsonGenerator out = JsonText.generator(writer)) {
            PolicyJson.write(
                    out,
                    planned.plan().policy(),
                    enforced.backend,
                    enforced.statuses,
                    Optional.of(planned.cached()),
                    sbpl);
        }
    }

    private Machine on(Platform platform) {
        Machine here = session.machine();
        return new Machine(
                here.environment(),
                here.uid(),
                here.passwdHome(),
                here.cwd(),
                here.systemTemp(),
                platform,
                here.token());
    }

    /** What a backend makes of the policy. */
    private record Enforced(
            String backend, String words, List<EnforcementStatus> statuses, Optional<CompiledPolicy> compiled) {}

    /** A system that is not this one cannot be asked; a system without a sandbox enforces nothing. Both are said, neither is an error of show. */
    private Enforced enforced(Policy policy, Platform platform) throws SandboxException {
        if (platform != session.machine().platform()) {
            return elsewhere(policy, platform);
        }
        String name = session.backend().name();
        try {
            CompiledPolicy compiled = session.backend().compile(policy);
            return new Enforced(
                    compiled.backend(), compiled.backend() + version(), compiled.enforcement(), Optional.of(compiled));
        } catch (SandboxException missing) {
            return new Enforced(
                    name,
                    name + ": no run is possible here, because " + missing.getMessage(),
                    nothing(policy, new Statement.Verbatim(String.valueOf(missing.getMessage()))),
                    Optional.empty());
        }
    }

    /** What that system would do as far as it is known without asking it. */
    private Enforced elsewhere(Policy policy, Platform platform) throws SandboxException {
        String name = HostBackend.name(platform);
        String system = session.machine().platform().key();
        Statement here = EnforcementPhrase.ELSEWHERE.with(system);
        List<EnforcementStatus> statuses = new ArrayList<>();
        Optional<CompiledPolicy> compiled = switch (platform) {
            case LINUX -> Optional.empty();
            case MACOS -> Optional.of(SeatbeltBackend.seenFromElsewhere(policy).compile(policy));
        };
        if (compiled.isPresent()) {
            statuses.add(new EnforcementStatus(
                    EnforcementPhrase.HERE.with(),
                    EnforcementPhrase.RUN_UNDER.with(name),
                    EnforcementStatus.Degree.NONE,
                    EnforcementPhrase.WHAT_MACOS_WOULD_DO.with(system)));
            statuses.addAll(compiled.get().enforcement());
        } else {
            statuses.addAll(nothing(policy, here));
        }
        return new Enforced(name, name + ", not asked: " + here, statuses, compiled);
    }

    private String version() {
        return switch (session.backend().availability()) {
            case Availability.Available available -> "  (" + available.version() + ")";
            case Availability.Unavailable unavailable -> "  (" + unavailable.reason() + ")";
        };
    }

    private static Statement network(Policy policy) {
        return switch (policy.network()) {
            case FULL -> EnforcementPhrase.WHOLE_NETWORK.with();
            case NONE -> EnforcementPhrase.NO_NETWORK.with();
            case LOOPBACK -> EnforcementPhrase.LOOPBACK_KEY.with();
        };
    }

    private static List<EnforcementStatus> nothing(Policy policy, Statement reason) {
        List<EnforcementStatus> statuses = new ArrayList<>();
        statuses.add(new EnforcementStatus(
                EnforcementPhrase.FILES.with(),
                EnforcementPhrase.GRANTS.with(Integer.toString(policy.grants().size())),
                EnforcementStatus.Degree.NONE,
                reason));
        statuses.add(new EnforcementStatus(
                EnforcementPhrase.NETWORK.with(), network(policy), EnforcementStatus.Degree.NONE, reason));
        return statuses;
    }
}
