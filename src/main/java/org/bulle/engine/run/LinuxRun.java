package org.bulle.engine.run;

import static org.bulle.engine.jna.linux.Process.*;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.bulle.engine.jna.linux.Errno;
import org.bulle.engine.jna.linux.Kernel;
import org.bulle.engine.jna.linux.Syscall;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Command;
import org.bulle.engine.policy.Grant;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.run.ConfinedStart.Outcome;
import org.bulle.engine.sandbox.SandboxException;
import org.bulle.engine.sandbox.broker.Broker;
import org.bulle.engine.sandbox.broker.DomainWorkers;
import org.bulle.engine.sandbox.broker.Reach;
import org.bulle.engine.sandbox.landlock.Confinement;
import org.bulle.engine.sandbox.landlock.LandlockPolicy;
import org.bulle.engine.sandbox.seccomp.NotificationHandler;
import org.bulle.engine.sandbox.seccomp.NotificationServer;
import org.bulle.engine.sandbox.seccomp.Watched;

/** One run under Landlock and seccomp. */
final class LinuxRun {
    /** Also when nothing is observed: the execution is where limits are put on, and where a run begins. */
    private static final Set<Syscall> ALWAYS_WATCHED = Set.of(Syscall.EXECVE, Syscall.EXECVEAT);

    /** USR2 too, which the Java machine keeps for suspending threads, as only profilers and debuggers make it do. */
    private static final List<Integer> HANDED_ON = List.of(SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2);

    private static final Duration LAST_ANSWERS = Duration.ofSeconds(2);

    private final LandlockPolicy policy;
    private final RunOptions options;
    private final Command command;
    private final IgnoredSignals ignored = IgnoredSignals.ofThisProcess();
    private final DomainWorkers domain = new DomainWorkers();
    private final Runnable insideDomain;
    private final HeldLimits limits;
    private final Optional<Broker> broker;
    private final NotificationServer server;
    private final Optional<Descendants> descendants;

    LinuxRun(LandlockPolicy policy, RunOptions options) throws CommandException, SandboxException {
        this.policy = policy;
        this.options = options;
        this.command = policy.policy()
                .command()
                .orElseThrow(() -> new CommandException(CommandException.Kind.NOT_FOUND, "there is no command to run"));
        this.limits = HeldLimits.of(
                policy.listening() ? policy.policy().limits() : List.of(), LimitMechanisms.ofThisProcess());
        this.broker = newBroker();
        this.server = new NotificationServer(policy.filter(), handlers());
        this.insideDomain = policy.sockets().needsBroker() ? domain::startHere : () -> {};
        this.descendants = options.foreground() ? Optional.of(new Descendants()) : Optional.empty();
    }

    /** First what must not be missed, then the observers, and behind them the broker, which answers for good. */
    private List<NotificationHandler> handlers() {
        return Stream.of(Stream.of(limits), options.handlers().stream(), broker.stream())
                .<NotificationHandler>flatMap(each -> each)
                .toList();
    }

    private Optional<Broker> newBroker() {
        Reach reach = Reach.of(policy.policy(), policy.handled().scoped() != 0);
        return policy.sockets().needsBroker() ? Optional.of(new Broker(reach, domain)) : Optional.empty();
    }

    RunResult run() throws CommandException, SandboxException {
        boolean onOurTerminal = options.foreground() && options.terminal().isEmpty();
        Optional<ControllingTerminal> terminal = onOurTerminal ? ControllingTerminal.open() : Optional.empty();
        try {
            return run(terminal);
        } finally {
            terminal.ifPresent(ControllingTerminal::close);
            limits.close();
        }
    }

    private RunResult run(Optional<ControllingTerminal> terminal) throws CommandException, SandboxException {
        boolean ownGroup = !options.foreground() || options.terminal().isPresent() || aloneInGroup();
        descendants.ifPresent(Descendants::adoptOrphans);
        Optional<SignalRelay> relay = Optional.empty();
        if (options.foreground()) {
            List<Integer> signals = new ArrayList<>(HANDED_ON);
            signals.add(SIGCHLD);
            if (ownGroup) {
                signals.add(SIGTSTP);
            }
            relay = Optional.of(SignalRelay.of(signals, ignored));
        }
        try {
            return run(terminal, ownGroup, relay);
        } finally {
            relay.ifPresent(SignalRelay::close);
        }
    }

    private RunResult run(Optional<ControllingTerminal> terminal, boolean ownGroup, Optional<SignalRelay> relay)
            throws CommandException, SandboxException {
        RunClock clock = RunClock.begin();
        Serving serving = new Serving();
        int pid = start(place(terminal, ownGroup), serving);
        options.observer().started(pid);
        try (LinuxCalls calls = new LinuxCalls();
                LinuxWatch watch = new LinuxWatch(relay)) {
            watch.follow(pid);
            JobControl job = new JobControl(calls, pid, ownGroup, terminal);
            Supervision.End end = new Supervision(
                            calls, pid, job, watch, descendants, policy.policy().timeout(), options.observer())
                    .await();
            Instant finished = clock.now();
            job.ended(!end.status().exited());
            return end.result(clock.started(), finished, finish(job, end, serving, relay));
        }
    }

    /** The thread that serves the listener. */
    private final class Serving {
        private Optional<Thread> thread = Optional.empty();

        void begin(ConfinedStart start) {
            thread = Optional.of(Thread.ofPlatform()
                    .daemon()
                    .name("notifications")
                    .start(() -> {
                        try {
                            int listener = start.awaitListener();
                            if (listener >= 0) {
                                server.serve(listener);
                            }
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        } finally {
                            broker.ifPresent(Broker::close);
                        }
                    }));
        }

        /** True when the last process under the filter has gone. */
        boolean over(Duration patience) {
            try {
                return thread.isEmpty() || thread.get().join(patience);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return true;
            }
        }
    }

    private int start(SpawnRequest.Place place, Serving serving) throws CommandException, SandboxException {
        try (Confinement confinement =
                        Confinement.prepare(policy, Watched.by(options.handlers(), ALWAYS_WATCHED), terminalGrant());
                SpawnRequest request = new SpawnRequest(
                        command.file(),
                        command.arguments(),
                        environment(),
                        policy.policy().workspace(),
                        place,
                        ignored,
                        options.standardStreams(),
                        options.terminal())) {
            options.handlers().forEach(handler -> handler.granted(confinement.granted()));
            ConfinedStart start = new ConfinedStart(confinement, request, insideDomain, limits::again);
            // First: it may throw, and then nothing may be left that waits for a listener.
            options.observer().starting();
            serving.begin(start);
            return started(start.run());
        } catch (SandboxException | RuntimeException | Error e) {
            broker.ifPresent(Broker::close);
            throw e;
        } catch (SpawnRequest.StartException e) {
            broker.ifPresent(Broker::close);
            throw new SandboxException(SandboxException.Kind.NOT_INSTALLED, String.valueOf(e.getMessage()));
        }
    }

    private int started(Outcome outcome) throws CommandException, SandboxException {
        int pid = outcome instanceof Outcome.Started(int child) ? child : notStarted(outcome);
        if (!limits.areKept()) {
            endWithoutLimits(pid);
            throw HeldLimits.refused("the execution of the command was not held");
        }
        return pid;
    }

    private void endWithoutLimits(int pid) {
        Kernel kernel = Kernel.quick();
        kernel.call(Syscall.KILL, -pid, SIGKILL);
        kernel.call(Syscall.KILL, pid, SIGKILL);
        kernel.call(Syscall.WAIT4, pid, 0, 0, 0);
        descendants.ifPresent(all -> new Leftovers(all).end(true));
        limits.kill();
    }

    private int notStarted(Outcome outcome) throws CommandException, SandboxException {
        return switch (outcome) {
            case Outcome.Started(int pid) -> pid;
            case Outcome.NotExecuted(int errno, boolean throughShell) -> {
                if (limits.failure().isPresent()) {
                    throw limits.failure().get();
                }
                throw throughShell ? notRunByShell(errno) : notExecuted(errno);
            }
            case Outcome.NotConfined(SandboxException why) -> throw why;
            case Outcome.Failed(Throwable why) ->
                throw new SandboxException(
                        SandboxException.Kind.NOT_INSTALLED, "the start of the command failed: " + why);
        };
    }

    /** The usual reason why an interpreter that everybody sees is not found. */
    private boolean endsFirstLineForWindows() {
        try (InputStream in = Files.newInputStream(OsPath.of(command.file()))) {
            String head = new String(in.readNBytes(256), StandardCharsets.ISO_8859_1);
            int end = head.indexOf('\n');
            return head.startsWith("#!") && end > 0 && head.charAt(end - 1) == '\r';
        } catch (IOException unreadable) {
            return false;
        }
    }

    /** A script without an interpreter in its first line is for the shell. */
    private CommandException notRunByShell(int errno) {
        String why = errno == Errno.ENOEXEC
                ? ": not a program of this machine, and no script"
                : ": no interpreter in its first line, and the shell that such scripts are for, /bin/sh, "
                        + (errno == Errno.EACCES || errno == Errno.EPERM
                                ? "is not allowed to be executed"
                                : "cannot be executed: " + Errno.name(errno));
        return new CommandException(CommandException.Kind.NOT_EXECUTABLE, command.file() + why);
    }

    private CommandException notExecuted(int errno) {
        String file = command.file();
        return switch (errno) {
            case Errno.ENOENT, Errno.ENOTDIR ->
                new CommandException(
                        CommandException.Kind.NOT_FOUND,
                        file
                                + (endsFirstLineForWindows()
                                        ? ": the interpreter in its first line is not there: the line ends in a"
                                                + " carriage return (CRLF), which is part of the name"
                                        : ": it, or the interpreter in its first line, is not there"));
            case Errno.EACCES, Errno.EPERM ->
                new CommandException(
                        CommandException.Kind.NOT_EXECUTABLE,
                        file + ": it, or its interpreter, is not allowed to be executed");
            case Errno.E2BIG ->
                new CommandException(
                        CommandException.Kind.NOT_EXECUTABLE,
                        file + ": the arguments and the environment are too long together");
            default -> new CommandException(CommandException.Kind.NOT_EXECUTABLE, file + ": " + Errno.name(errno));
        };
    }

    private SpawnRequest.Place place(Optional<ControllingTerminal> terminal, boolean ownGroup) {
        if (options.terminal().isPresent()) {
            return SpawnRequest.Place.ownSession();
        }
        int ourGroup = (int) Kernel.quick().call(Syscall.GETPGID, 0);
        boolean takesForeground =
                ownGroup && terminal.isPresent() && terminal.get().foreground() == ourGroup;
        return new SpawnRequest.Place(
                false, ownGroup, takesForeground ? OptionalInt.of(terminal.get().descriptor()) : OptionalInt.empty());
    }

    /** False in a pipeline or a script: taking the terminal, or leaving the group, would stop or lose the others. */
    private static boolean aloneInGroup() {
        Kernel kernel = Kernel.quick();
        long self = kernel.call(Syscall.GETPID);
        long group = kernel.call(Syscall.GETPGID, 0);
        if (group != self && kernel.call(Syscall.GETPGID, group) == group) {
            // The one that the group is named after is still in it.
            return false;
        }
        for (int pid : ProcessTable.ids()) {
            if (pid != self && kernel.call(Syscall.GETPGID, pid) == group) {
                return false;
            }
        }
        return true;
    }

    private List<Grant> terminalGrant() {
        return options.terminal().map(own -> new Grant(own.path(), AccessList.RW)).stream()
                .toList();
    }

    private List<String> environment() {
        return policy.policy().environment().stream()
                .map(variable -> variable.name() + "=" + variable.value())
                .toList();
    }

    /** Ends, or goes on serving, what the command left running. */
    private List<String> finish(JobControl job, Supervision.End end, Serving serving, Optional<SignalRelay> relay) {
        if (descendants.isEmpty()) {
            job.kill();
            return List.of();
        }
        Leftovers leftovers = new Leftovers(descendants.get());
        if (options.keepChildren() && !end.timedOut() && !end.killed()) {
            goOnServing(leftovers, serving, relay);
            if (!options.observer().wantsKilled()) {
                return List.of();
            }
        }
        List<String> ended = leftovers.end(
                end.timedOut() || end.killed() || options.observer().wantsKilled());
        limits.kill();
        serving.over(LAST_ANSWERS);
        return ended;
    }

    private void goOnServing(Leftovers leftovers, Serving serving, Optional<SignalRelay> relay) {
        List<String> names = leftovers.names();
        if (names.isEmpty()) {
            serving.over(LAST_ANSWERS);
            return;
        }
        options.observer().stillServing(names);
        boolean signalled = false;
        while (!signalled
                && !options.observer().wantsKilled()
                && !serving.over(Duration.ofMillis(200))
                && !leftovers.names().isEmpty()) {
            signalled = relay.isPresent()
                    && relay.get().drain().stream().anyMatch(received -> received.signal() != SIGCHLD);
        }
    }
}
