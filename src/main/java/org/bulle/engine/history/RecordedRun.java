package org.bulle.engine.history;

import java.io.IOException;
import java.io.StringWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.FutureTask;
import org.bulle.engine.denial.Denial;
import org.bulle.engine.denial.DenialReport;
import org.bulle.engine.denial.DenialSource;
import org.bulle.engine.denial.Planted;
import org.bulle.engine.denial.PlantedFiles;
import org.bulle.engine.denial.seatbelt.SeatbeltAdvice;
import org.bulle.engine.denial.suggest.ResolverTrial;
import org.bulle.engine.denial.suggest.Suggester;
import org.bulle.engine.denial.suggest.Surroundings;
import org.bulle.engine.denial.suggest.ThisMachine;
import org.bulle.engine.policy.Command;
import org.bulle.engine.policy.PolicyEntry;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.ProblemException;
import org.bulle.engine.profile.SearchPath;
import org.bulle.engine.resolve.Machine;
import org.bulle.engine.resolve.PolicyResolver;
import org.bulle.engine.run.CommandException;
import org.bulle.engine.run.Launcher;
import org.bulle.engine.run.Plan;
import org.bulle.engine.run.Preparation;
import org.bulle.engine.run.RunObserver;
import org.bulle.engine.run.RunOptions;
import org.bulle.engine.run.RunResult;
import org.bulle.engine.sandbox.CompiledPolicy;
import org.bulle.engine.sandbox.SandboxException;
import org.bulle.engine.sandbox.landlock.HandledAccess;
import org.bulle.engine.sandbox.landlock.LandlockPolicy;
import org.bulle.engine.sandbox.seatbelt.SeatbeltPolicy;
import org.bulle.engine.sandbox.seccomp.NotificationHandler;
import tools.jackson.core.JsonGenerator;

/** A run with everything around it that both faces want: preparation, observation, suggestions, the record. */
public final class RecordedRun {
    private final RunHistory history;
    private final Retention retention;
    private final Optional<LiveReport> follower;

    public RecordedRun(RunHistory history) {
        this(history, Retention.DEFAULT);
    }

    public RecordedRun(RunHistory history, Retention retention) {
        this(history, retention, Optional.empty());
    }

    private RecordedRun(RunHistory history, Retention retention, Optional<LiveReport> follower) {
        this.history = history;
        this.retention = retention;
        this.follower = follower;
    }

    /** The same, with somebody who is told of the run while it goes on and may have it killed. */
    public RecordedRun followedBy(Optional<LiveReport> other) {
        return new RecordedRun(history, retention, other);
    }

    /**
     * What came of it.
     *
     * @param result how the run ended; of a command that could not be started only the exit code and the times mean something
     * @param refused why the command could not be started
     * @param record as it was stored
     * @param warnings sentences about the record and about runs before this one
     */
    public record Outcome(
            RunResult result, Optional<CommandException> refused, RunRecord record, List<String> warnings) {
        public Outcome {
            warnings = List.copyOf(warnings);
        }

        public DenialReport report() {
            return new DenialReport(
                    record.summary().denialSource(),
                    record.denials(),
                    record.summary().planted());
        }
    }

    /**
     * Prepares, runs and records. Nothing that goes wrong with the record changes the run.
     *
     * @param options its handlers are asked after the observer
     * @throws SandboxException when nothing was run; that is recorded too
     * @throws ProblemException when something stands in the way of what has to be prepared
     * @throws IOException when the system refuses to prepare it
     */
    public Outcome run(Plan plan, CompiledPolicy compiled, RunContext context, RunOptions options)
            throws SandboxException, ProblemException, IOException {
        Recording recording = new Recording(
                history,
                retention,
                summary(plan, compiled, context),
                plan.directories().shims(),
                () -> policy(plan, compiled));
        try (recording;
                Preparation preparation = Preparation.begin(plan, context.machine(), recording::awaitNote)) {
            return new Course(plan, compiled, context, options, recording).run(preparation);
        } catch (ProblemException | IOException failed) {
            forget(recording);
            throw failed;
        }
    }

    private static void forget(Recording recording) {
        DenialReport nothing = new DenialReport(DenialSource.OFF, List.of(), List.of());
        ActiveRun active = recording.active();
        // That it could not be stored either is not what went wrong.
        recording.finish(active.record(
                Instant.now(),
                RunSummary.State.REFUSED,
                OptionalInt.empty(),
                OptionalInt.empty(),
                recording.policy(),
                nothing));
    }

    private static RunSummary summary(Plan plan, CompiledPolicy compiled, RunContext context) {
        RunSummary.Draft run = new RunSummary.Draft();
        run.started = Instant.now();
        run.state = RunSummary.State.RUNNING;
        run.profiles = plan.policy().profiles();
        run.command = plan.policy().command().map(RecordedRun::commandLine).orElse(List.of());
        run.flags = context.flags();
        run.workspace = context.scratch()
                .map(scratch -> OsPath.text(scratch.originWorkspace()))
                .orElse(plan.policy().workspace());
        run.backend = compiled.backend();
        run.enforcement = compiled.enforcement();
        run.limits = plan.policy().limits();
        return run.summary();
    }

    private static List<String> commandLine(Command command) {
        List<String> line = new ArrayList<>(command.arguments());
        if (line.isEmpty()) {
            return List.of(command.file());
        }
        line.set(0, command.file());
        return line;
    }

    private static Optional<String> policy(Plan plan, CompiledPolicy compiled) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = JsonText.generator(text)) {
            PolicyJson.write(out, plan.policy(), compiled.backend(), compiled.enforcement(), Optional.empty());
        }
        return Optional.of(text.toString());
    }

    /** One run, from preparation to record. */
    private final class Course {
        private final Plan plan;
        private final CompiledPolicy compiled;
        private final RunContext context;
        private final RunOptions options;
        private final Recording recording;
        private final Instant started = Instant.now();
        private final FutureTask<Advice> advice = new FutureTask<>(this::advice);

        Course(Plan plan, CompiledPolicy compiled, RunContext context, RunOptions options, Recording recording) {
            this.plan = plan;
            this.compiled = compiled;
            this.context = context;
            this.options = options;
            this.recording = recording;
        }

        Outcome run(Preparation preparation) throws SandboxException, IOException {
            FutureTask<PlantedFiles> planted = new FutureTask<>(
                    () -> PlantedFiles.before(plan.policy(), context.machine().home()));
            Thread.ofPlatform().daemon().name("planted-files").start(planted);
            DenialWatch watch = DenialWatch.begin(
                    context.denials(), compiled, thread -> recording.seen().accept(thread));
            if (handled().isPresent()) {
                watch.log().onFirst(() -> beside("advice", advice));
            }
            follower.ifPresent(live -> live.begin(recording.active().id(), watch));
            Optional<CommandException> refused = Optional.empty();
            RunResult result;
            try {
                preparation.await();
                result = new Launcher().run(compiled, watched(watch, planted));
            } catch (CommandException failed) {
                refused = Optional.of(failed);
                result = new RunResult(
                        failed.kind().exitCode(), OptionalInt.empty(), false, started, Instant.now(), List.of());
            } catch (SandboxException failed) {
                forget(recording);
                throw failed;
            } finally {
                watch.close();
                follower.ifPresent(LiveReport::end);
            }
            return outcome(result, refused, watch, planted);
        }

        private RunOptions watched(DenialWatch watch, FutureTask<PlantedFiles> planted) {
            List<NotificationHandler> handlers = new ArrayList<>(watch.handlers());
            handlers.add(new ExecutionNotes(thread -> recording.seen().accept(thread)));
            handlers.addAll(options.handlers());
            RunObserver inner = options.observer();
            RunObserver outer = new RunObserver() {
                /** Should we be killed, what the command has started is found by what is noted here. And what it plants is told from what was there. */
                @Override
                public void starting() {
                    recording.active();
                    Recording.get(planted);
                    inner.starting();
                }

                @Override
                public void started(int pid) {
                    recording.seen().accept(pid);
                    follower.ifPresent(live -> live.started(pid));
                    inner.started(pid);
                }

                @Override
                public void stillServing(List<String> names) {
                    inner.stillServing(names);
                }

                @Override
                public boolean wantsKilled() {
                    return follower.filter(LiveReport::wantsKilled).isPresent() || inner.wantsKilled();
                }
            };
            return new RunOptions(
                    options.keepChildren(),
                    handlers,
                    options.standardStreams(),
                    options.terminal(),
                    options.foreground(),
                    outer);
        }

        private Outcome outcome(
                RunResult result,
                Optional<CommandException> refused,
                DenialWatch watch,
                FutureTask<PlantedFiles> planted) {
            List<String> warnings = new ArrayList<>(recording.warnings());
            FutureTask<List<Denial>> suggested = new FutureTask<>(() -> suggestions(watch));
            if (watch.log().distinct() > 0) {
                // Beside the search for what was planted: each takes as long as the other.
                beside("suggestions", suggested);
            }
            List<Planted> changes =
                    refused.isPresent() ? List.of() : Recording.get(planted).changes();
            suggested.run();
            DenialReport report = new DenialReport(
                    watch.source(),
                    history.decidedBefore(plan.policy().profiles(), Recording.get(suggested), warnings::add),
                    changes);
            RunSummary.State state = refused.isPresent()
                    ? RunSummary.State.REFUSED
                    : result.timedOut() ? RunSummary.State.TIMEOUT : RunSummary.State.FINISHED;
            ActiveRun active = recording.active();
            RunRecord record = active.record(
                    result.finished(),
                    state,
                    OptionalInt.of(result.exitCode()),
                    result.signal(),
                    recording.policy(),
                    report);
            recording.finish(record).ifPresent(warnings::add);
            return new Outcome(result, refused, record, warnings);
        }

        /** What suggestions need that does not depend on what is denied: gathered while the command is running. */
        private record Advice(Surroundings around, ResolverTrial trial) {}

        /** Begins a task early; who needs it runs it, which does nothing more where it was begun. */
        private static void beside(String name, FutureTask<?> task) {
            try {
                Thread.ofPlatform().daemon().name(name).start(task);
            } catch (OutOfMemoryError noThread) {
                // The record of a run that is over must not be lost for a thread that is not to be had.
                return;
            }
        }

        private Advice advice() {
            PolicyResolver resolver = new PolicyResolver(context.machine(), context.tools());
            Advice gathered = new Advice(
                    surroundings(resolver),
                    new ResolverTrial(
                            resolver,
                            context.configuration().get(),
                            context.request().vars(),
                            plan.policy().workspace()));
            // Its classes are ready then; what it sees of the machine is to be what is there at the end.
            handled().ifPresent(handled -> suggester(gathered, handled));
            return gathered;
        }

        private Suggester suggester(Advice from, HandledAccess handled) {
            Surroundings around = from.around();
            return new Suggester(plan.policy(), handled, around, new ThisMachine(around.searchPath()), from.trial());
        }

        private List<Denial> suggestions(DenialWatch watch) {
            List<Denial> denials = watch.log().denials();
            Optional<HandledAccess> handled = handled();
            if (denials.isEmpty() || handled.isEmpty()) {
                return denials;
            }
            advice.run();
            List<Denial> suggested = suggester(Recording.get(advice), handled.get())
                    .suggest(denials, watch.log()::makesDirectory, watch.log()::needsExecute)
                    .stream()
                    .map(denial -> compiled instanceof SeatbeltPolicy ? SeatbeltAdvice.on(denial) : denial)
                    .toList();
            return context.scratch()
                    .map(scratch -> new DenialsInScratch(scratch).asInOrigin(suggested))
                    .orElse(suggested);
        }

        /** Suggestions are judged in Landlock's words; under Seatbelt all of its rights stand for what the rules tell apart. */
        private Optional<HandledAccess> handled() {
            if (compiled instanceof LandlockPolicy landlock) {
                return Optional.of(landlock.handled());
            }
            return compiled instanceof SeatbeltPolicy
                    ? Optional.of(HandledAccess.forAbi(
                            HandledAccess.NEWEST, plan.policy().network()))
                    : Optional.empty();
        }

        private Surroundings surroundings(PolicyResolver resolver) {
            Machine machine = context.machine();
            Set<String> homes = new HashSet<>(List.of(machine.home(), machine.passwdHome()));
            homes.remove("");
            return new Surroundings(
                    machine.home(),
                    homes,
                    plan.policy().workspace(),
                    resolver.variables(
                            context.configuration().get(),
                            context.request().vars(),
                            plan.policy().workspace()),
                    searchPath(machine),
                    resolvers());
        }

        /** Those that the policy names, with what they answered. */
        private Map<String, List<String>> resolvers() {
            Map<String, List<String>> known = new HashMap<>();
            for (PolicyEntry entry : plan.policy().entries()) {
                boolean resolver = entry.text().matches("[a-z]+:[a-z-]+")
                        && !entry.text().startsWith("which:")
                        && !entry.text().startsWith("pkg:");
                if (resolver && !entry.paths().isEmpty()) {
                    known.put(entry.text(), entry.paths());
                }
            }
            return known;
        }

        private static List<String> searchPath(Machine machine) {
            return SearchPath.directories(machine.environment().get("PATH").orElse("/bin:/usr/bin"));
        }
    }
}
