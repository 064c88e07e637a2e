package org.bulle.engine.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bulle.engine.policy.Command;
import org.bulle.engine.policy.Limit;
import org.bulle.engine.profile.FileTrouble;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.sandbox.SandboxException;
import org.bulle.engine.sandbox.seatbelt.SandboxExec;
import org.bulle.engine.sandbox.seatbelt.SeatbeltPolicy;

/** One run under Seatbelt: the rules in a private file, sandbox-exec, and the supervision that runs on Linux have too. */
final class SeatbeltRun {
    private static final List<JobSignal> HANDED_ON =
            List.of(JobSignal.INT, JobSignal.TERM, JobSignal.HUP, JobSignal.QUIT, JobSignal.USR1, JobSignal.CHLD);

    private final SeatbeltPolicy policy;
    private final RunOptions options;
    private final SeatbeltHost host;
    private final String program;
    private final Command command;
    private final IgnoredSignals ignored;

    SeatbeltRun(SeatbeltPolicy policy, RunOptions options) throws CommandException {
        this(policy, options, new MacHost(), SandboxExec.PROGRAM);
    }

    /**
     * @param program sandbox-exec, or what stands for it
     */
    SeatbeltRun(SeatbeltPolicy policy, RunOptions options, SeatbeltHost host, String program) throws CommandException {
        this.policy = policy;
        this.options = options;
        this.host = host;
        this.program = program;
        this.command = policy.policy()
                .command()
                .orElseThrow(() -> new CommandException(CommandException.Kind.NOT_FOUND, "there is no command to run"));
        this.ignored = host.ignored();
    }

    RunResult run() throws CommandException, SandboxException {
        if (!policy.mayExecute(command.file())) {
            throw new CommandException(
                    CommandException.Kind.NOT_EXECUTABLE, command.file() + ": it is not allowed to be executed");
        }
        boolean onOurTerminal = options.foreground() && options.terminal().isEmpty();
        Optional<? extends HostTerminal> terminal = onOurTerminal ? host.terminal() : Optional.empty();
        try {
            return withRules(terminal);
        } finally {
            terminal.ifPresent(HostTerminal::close);
        }
    }

    private RunResult withRules(Optional<? extends HostTerminal> terminal) throws CommandException, SandboxException {
        Path rules = writeRules();
        try {
            return supervised(terminal, rules);
        } finally {
            remove(rules);
        }
    }

    /** Only we may read it, and it lies where the command may not write. */
    private Path writeRules() throws SandboxException {
        Path directory = Path.of(System.getProperty("java.io.tmpdir", "/tmp"));
        try {
            String place = OsPath.text(directory.toRealPath());
            if (policy.mayWrite(place)) {
                throw new SandboxException(
                        SandboxException.Kind.NOT_INSTALLED,
                        "the command may write " + place
                                + ", where the rules of its sandbox would lie; set TMPDIR to another directory");
            }
            Path file = Files.createTempFile(
                    directory,
                    "bulle-",
                    ".sb",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            return Files.writeString(file, policy.text(terminalNames()));
        } catch (IOException e) {
            throw new SandboxException(
                    SandboxException.Kind.NOT_INSTALLED, "the rules cannot be written: " + FileTrouble.sentence(e));
        }
    }

    /** The one in use, and its own. */
    private List<String> terminalNames() {
        return Stream.concat(host.terminalNames().stream(), options.terminal().map(Terminal::path).stream())
                .toList();
    }

    private static void remove(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // Left behind: it holds no more than show prints, and only its owner can read it.
            return;
        }
    }

    private RunResult supervised(Optional<? extends HostTerminal> terminal, Path rules)
            throws CommandException, SandboxException {
        boolean ownGroup = !options.foreground() || options.terminal().isPresent() || host.aloneInGroup();
        List<JobSignal> signals = new ArrayList<>(options.foreground() ? HANDED_ON : List.of());
        if (options.foreground() && ownGroup) {
            signals.add(JobSignal.TSTP);
        }
        HostCalls calls = host.calls();
        RunClock clock = RunClock.begin();
        try (ChildWatch watch = host.watch(signals, ignored)) {
            options.observer().starting();
            int pid = host.start(order(terminal, ownGroup, rules, watch));
            if (pid < 0) {
                throw new SandboxException(
                        SandboxException.Kind.NOT_INSTALLED, program + " cannot be executed: error " + -pid);
            }
            options.observer().started(pid);
            JobControl job = new JobControl(calls, pid, ownGroup, terminal);
            Supervision.End end = new Supervision(
                            calls,
                            pid,
                            job,
                            watch,
                            Optional.empty(),
                            policy.policy().timeout(),
                            options.observer())
                    .await();
            Instant finished = clock.now();
            job.ended(!end.status().exited());
            if (ownGroup && (!options.keepChildren() || end.timedOut() || end.killed())) {
                job.kill();
            }
            checkInstalled(end, watch);
            return end.result(clock.started(), finished, List.of());
        }
    }

    private SeatbeltHost.Order order(
            Optional<? extends HostTerminal> terminal, boolean ownGroup, Path rules, ChildWatch watch) {
        boolean takesForeground = ownGroup
                && terminal.isPresent()
                && terminal.get().foreground() == host.calls().group(0);
        List<String> arguments = new ArrayList<>(SandboxExec.arguments(OsPath.text(rules), command));
        arguments.set(0, program);
        arguments.addAll(0, MacLimits.setting(policy.policy().limits()));
        return new SeatbeltHost.Order(
                arguments,
                policy.policy().environment().stream()
                        .map(variable -> variable.name() + "=" + variable.value())
                        .toList(),
                policy.policy().workspace(),
                ownGroup,
                ignored,
                options.standardStreams(),
                watch,
                options.terminal(),
                takesForeground ? terminal : Optional.empty());
    }

    /** sandbox-exec's own failures look like the command's: told apart by whether the command was ever executed. */
    private void checkInstalled(Supervision.End end, ChildWatch watch) throws SandboxException {
        boolean its = end.status().exited()
                && (end.status().exitStatus() == SandboxExec.FAILED
                        || end.status().exitStatus() == SandboxExec.NOT_UNDERSTOOD);
        // With limits or a terminal of its own, sandbox-exec itself is what the first execution starts.
        boolean told = options.terminal().isEmpty()
                && policy.policy().limits().stream().noneMatch(Limit::enforced);
        if (its && told && !host.executed(watch).orElse(true)) {
            throw new SandboxException(
                    SandboxException.Kind.NOT_INSTALLED,
                    "sandbox-exec did not start the command (exit code "
                            + end.status().exitStatus() + "); what it said stands above");
        }
    }
}
