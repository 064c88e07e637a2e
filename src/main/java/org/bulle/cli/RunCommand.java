package org.bulle.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.bulle.engine.denial.DenialMode;
import org.bulle.engine.history.LiveReport;
import org.bulle.engine.history.RecordedRun;
import org.bulle.engine.history.Retention;
import org.bulle.engine.history.RunContext;
import org.bulle.engine.history.RunSettings;
import org.bulle.engine.policy.Limit;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.Printable;
import org.bulle.engine.profile.ProblemException;
import org.bulle.engine.resolve.CommandLookup;
import org.bulle.engine.run.CachingPlanner;
import org.bulle.engine.run.CommandException;
import org.bulle.engine.run.NativeStart;
import org.bulle.engine.run.Plan;
import org.bulle.engine.run.RunOptions;
import org.bulle.engine.run.RunResult;
import org.bulle.engine.sandbox.CompiledPolicy;
import org.bulle.engine.sandbox.SandboxException;

/** A run: plan, compile, run with a record, report. */
final class RunCommand {
    private static final int SIGINT = 2;

    private final Session session;
    private final NativeStart natives;

    RunCommand(Session session) {
        this(session, NativeStart.none());
    }

    /**
     * @param natives begun before, and waited for where the native library is used
     */
    RunCommand(Session session, NativeStart natives) {
        this.session = session;
        this.natives = natives;
    }

    int run(RunArguments arguments) throws ProblemException, SandboxException, CommandException, IOException {
        Path configRoot = session.configRoot(arguments.last(RunFlag.CONFIG));
        if (arguments.inScratch()) {
            natives.await();
            return new ScratchRun(session, Catalog.load(configRoot)).run(arguments);
        }
        return run(arguments, configRoot, Optional.empty());
    }

    /**
     * @param scratch made for this run, and its workspace
     */
    int run(RunArguments arguments, Path configRoot, Optional<ScratchRun.Place> scratch)
            throws ProblemException, SandboxException, CommandException, IOException {
        RunArguments here =
                scratch.map(place -> arguments.in(place.workspace())).orElse(arguments);
        CachingPlanner.Planned planned = new PlannedRun(session).toRun(here, configRoot, scratch.isEmpty(), natives);
        if (!planned.exposed()) {
            return run(arguments, configRoot, planned, scratch);
        }
        try {
            return run(arguments, configRoot, planned, scratch);
        } finally {
            if (!session.planner(configRoot).forget()) {
                session.printer()
                        .warning(
                                "the command could write where plans are kept, and not all that is there could be removed:"
                                        + " remove .plans in " + Printable.escape(OsPath.text(configRoot)));
            }
        }
    }

    private int run(
            RunArguments arguments, Path configRoot, CachingPlanner.Planned planned, Optional<ScratchRun.Place> scratch)
            throws ProblemException, SandboxException, IOException {
        Plan plan = planned.plan();
        if (scratch.isPresent()) {
            scratch.get().check(plan.policy());
        }
        if (!(plan.command() instanceof CommandLookup.Found)) {
            return refuse(plan.command());
        }
        CompiledPolicy compiled = session.backend().compile(plan.policy());
        session.printer().problems(plan.warnings());
        plan.policy().warnings().forEach(session.printer()::warning);
        if (!limitsAreKept(plan)) {
            return ExitCode.USAGE;
        }
        RunOptions options =
                new RunOptions(arguments.has(RunFlag.KEEP_CHILDREN), List.of(), RunOptions.DEFAULT.standardStreams());
        RunContext context = new RunContext(
                session.machine(),
                session.tools(),
                () -> planned.catalog()
                        .orElseGet(() -> Catalog.load(configRoot))
                        .configuration(),
                arguments.request(session.machine().cwd()),
                RecordedFlags.of(arguments, session.machine().cwd()),
                arguments.last(RunFlag.DENIALS).flatMap(DenialMode::of).orElse(DenialMode.AUTO),
                scratch.map(ScratchRun.Place::scratch));
        Retention retention = retention(configRoot);
        RecordedRun.Outcome outcome = new RecordedRun(session.history(), retention)
                .followedBy(LiveReport.toFollower(System.getenv()))
                .run(plan, compiled, context, options);
        outcome.refused().ifPresent(refusal -> session.printer().error(refusal.getMessage()));
        report(outcome.result(), plan);
        outcome.warnings().forEach(session.printer()::warning);
        if (outcome.result().exitCode() != ExitCode.OK || arguments.has(RunFlag.REPORT)) {
            denials(outcome, plan, configRoot, !retention.keepsNothing());
        }
        boolean interrupted = outcome.result().signal().orElse(0) == SIGINT;
        if (interrupted && (Terminal.isTerminal(0) || Terminal.isTerminal(2))) {
            session.end().asInterrupted();
        }
        return outcome.result().exitCode();
    }

    /**
     * All runs of a user share one history: what the user's own configuration keeps does not go for what another one says. Where nobody knows what is to be
     * kept, everything is.
     */
    private Retention retention(Path configRoot) {
        if (!session.isOwn(configRoot)) {
            return Retention.EVERYTHING;
        }
        try {
            return RunSettings.ofPlanned(configRoot).retention();
        } catch (ProblemException wrong) {
            session.printer().warning("no old records are deleted: " + wrong.getMessage());
            return Retention.EVERYTHING;
        }
    }

    private void denials(RecordedRun.Outcome outcome, Plan plan, Path configRoot, boolean kept) {
        ShortPath paths =
                new ShortPath(plan.policy().workspace(), plan.directories().root(), session.machine());
        List<String> lines = new DenialText(
                        paths,
                        ProfileFile.of(session, configRoot, plan.policy().profiles()),
                        kept ? outcome.record().summary().id() : "")
                .lines(outcome.report());
        lines.stream().limit(1).forEach(session.printer()::error);
        lines.stream().skip(1).forEach(session.printer()::remark);
    }

    /** Says why there is nothing to start, with the code of a shell. */
    private int refuse(CommandLookup command) {
        return switch (command) {
            case CommandLookup.Found _ -> ExitCode.OK;
            case CommandLookup.None _ -> {
                session.printer().error("nothing to run: none of the profiles has a default_app");
                session.printer()
                        .hint("a command comes after --: bulle <profile>[,<profile>...] [dir] -- command args...");
                yield ExitCode.USAGE;
            }
            case CommandLookup.NotFound missing -> {
                session.printer().error(missing.name() + ": command not found");
                yield ExitCode.NOT_FOUND;
            }
            case CommandLookup.NotExecutable file -> {
                session.printer().error(file.name() + ": " + file.file() + " " + file.why());
                yield ExitCode.NOT_EXECUTABLE;
            }
        };
    }

    private boolean limitsAreKept(Plan plan) {
        List<Limit> lost = plan.policy().limits().stream()
                .filter(limit -> !limit.enforced())
                .toList();
        for (Limit limit : lost) {
            String line = "limit " + limit.name() + " " + limit.value() + " is not enforced, because " + limit.reason();
            if (plan.strictLimits()) {
                session.printer().error(line);
            } else {
                session.printer().warning(line);
            }
        }
        return lost.isEmpty() || !plan.strictLimits();
    }

    private void report(RunResult result, Plan plan) {
        if (result.timedOut()) {
            session.printer()
                    .error("ended after "
                            + org.bulle.engine.history.PolicyJson.duration(
                                    plan.policy().timeout()) + " (--timeout)");
        }
        if (!result.ended().isEmpty()) {
            session.printer()
                    .warning("ended what the command left running: " + String.join(", ", result.ended())
                            + " (--keep-children leaves it)");
        }
    }
}
