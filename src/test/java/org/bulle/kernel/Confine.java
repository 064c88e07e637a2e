package org.bulle.kernel;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Command;
import org.bulle.engine.policy.EnvironmentVariable;
import org.bulle.engine.policy.Grant;
import org.bulle.engine.policy.Limit;
import org.bulle.engine.policy.Network;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.policy.Ports;
import org.bulle.engine.policy.Statement;
import org.bulle.engine.run.CommandException;
import org.bulle.engine.run.Launcher;
import org.bulle.engine.run.RunObserver;
import org.bulle.engine.run.RunOptions;
import org.bulle.engine.run.RunResult;
import org.bulle.engine.run.Terminal;
import org.bulle.engine.sandbox.CompiledPolicy;
import org.bulle.engine.sandbox.SandboxException;
import org.bulle.engine.sandbox.landlock.LandlockBackend;

/**
 * A supervisor process for tests: compiles the policy of its arguments and runs a command under it, with the exit codes of the product. Started anew for
 * each test, because a run is what its process is for.
 */
public final class Confine {
    private final List<Grant> grants = new ArrayList<>();
    private final List<EnvironmentVariable> environment = new ArrayList<>();
    private final List<Limit> limits = new ArrayList<>();
    private Network network = Network.NONE;
    private Ports ports = Ports.ANY;
    private String directory = "/";
    private Duration timeout = Duration.ZERO;
    private boolean keepChildren;
    private boolean ownTerminal;
    private boolean printEnforcement;
    private boolean printEnded;
    private boolean callOff;
    private List<String> command = List.of();

    private Confine() {}

    public static void main(String[] arguments) throws Exception {
        System.exit(new Confine().parse(List.of(arguments)).run());
    }

    private Confine parse(List<String> arguments) {
        for (int at = 0; at < arguments.size(); at++) {
            String flag = arguments.get(at);
            switch (flag) {
                case "--ro", "--rox", "--rw", "--rwx" ->
                    grants.add(new Grant(
                            arguments.get(++at),
                            AccessList.valueOf(flag.substring(2).toUpperCase(Locale.ROOT))));
                case "--env" -> variable(arguments.get(++at));
                case "--network" ->
                    network = Network.valueOf(arguments.get(++at).toUpperCase(Locale.ROOT));
                case "--port" -> ports(arguments.get(++at));
                case "--in" -> directory = arguments.get(++at);
                case "--timeout" -> timeout = Duration.ofMillis(Long.parseLong(arguments.get(++at)));
                case "--keep-children" -> keepChildren = true;
                case "--terminal" -> ownTerminal = true;
                case "--enforcement" -> printEnforcement = true;
                case "--ended" -> printEnded = true;
                case "--call-off" -> callOff = true;
                case "--limit" -> limit(arguments.get(++at));
                case "--" -> {
                    command = arguments.subList(at + 1, arguments.size());
                    at = arguments.size();
                }
                default -> throw new IllegalArgumentException(flag);
            }
        }
        return this;
    }

    /** A port or a range, beside those before it. */
    private void ports(String written) {
        List<Ports.Range> all = new ArrayList<>(ports.isAny() ? List.of() : ports.ranges());
        String[] bounds = written.split("-");
        all.add(new Ports.Range(Integer.parseInt(bounds[0]), Integer.parseInt(bounds[bounds.length - 1]), List.of()));
        ports = new Ports(all);
    }

    private void variable(String assignment) {
        int equals = assignment.indexOf('=');
        environment.add(
                new EnvironmentVariable(assignment.substring(0, equals), assignment.substring(equals + 1), List.of()));
    }

    private void limit(String assignment) {
        int equals = assignment.indexOf('=');
        limits.add(new Limit(
                assignment.substring(0, equals), assignment.substring(equals + 1), "test", true, Statement.NONE));
    }

    private int run() throws Exception {
        try (Terminal terminal = ownTerminal ? Terminal.open(80, 24) : null) {
            CompiledPolicy compiled = new LandlockBackend().compile(policy());
            if (printEnforcement) {
                compiled.enforcement()
                        .forEach(status ->
                                System.out.println(status.what() + ": " + status.enforced() + " " + status.reason()));
                return 0;
            }
            if (callOff) {
                return callOff(compiled);
            }
            RunOptions options = new RunOptions(keepChildren, List.of(), Map.of());
            RunResult result = new Launcher().run(compiled, terminal == null ? options : onTerminal(options, terminal));
            if (printEnded) {
                System.out.println("ended " + result.ended());
            }
            return result.exitCode();
        } catch (CommandException e) {
            System.err.println(e.getMessage());
            return e.kind().exitCode();
        } catch (SandboxException e) {
            System.err.println(e.getMessage());
            return e.kind() == SandboxException.Kind.UNAVAILABLE ? 3 : 5;
        }
    }

    /** Prints what is left running of a run whose observer fails at its start. */
    private static int callOff(CompiledPolicy compiled) throws Exception {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        try {
            new Launcher().run(compiled, RunOptions.DEFAULT.observedBy(new RunObserver() {
                @Override
                public void starting() {
                    throw new IllegalStateException("called off");
                }
            }));
        } catch (IllegalStateException expected) {
            Thread.sleep(100);
            Set<Thread> left = new HashSet<>(Thread.getAllStackTraces().keySet());
            left.removeAll(before);
            System.out.println(
                    expected.getMessage() + left.stream().map(Thread::getName).toList());
        }
        return 0;
    }

    /** Prints what the terminal shows. */
    private static RunOptions onTerminal(RunOptions options, Terminal terminal) {
        Thread.ofPlatform().daemon().start(() -> {
            byte[] buffer = new byte[4096];
            try {
                for (int got = terminal.read(buffer); got >= 0; got = terminal.read(buffer)) {
                    System.out.write(buffer, 0, got);
                    System.out.flush();
                }
            } catch (java.io.IOException e) {
                System.err.println(e.getMessage());
            }
        });
        return options.on(terminal);
    }

    private Policy policy() {
        return new Policy(
                List.of("test"),
                directory,
                Optional.of(new Command(command.getFirst(), command)),
                timeout,
                grants,
                environment,
                network,
                ports,
                List.of(),
                List.of(),
                false,
                false,
                limits,
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }
}
