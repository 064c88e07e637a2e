package org.bulle.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Command;
import org.bulle.engine.policy.Grant;
import org.bulle.engine.policy.Network;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.policy.Ports;
import org.bulle.engine.sandbox.SandboxException;
import org.bulle.engine.sandbox.seatbelt.PathFacts;
import org.bulle.engine.sandbox.seatbelt.SeatbeltPolicy;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The launch and supervision of a Mac, with a script in sandbox-exec's place that applies nothing, on Linux's calls. */
@EnabledOnOs(OS.LINUX)
class SeatbeltRunTest {
    private Path root;
    private Path standIn;
    private Duration timeout = Duration.ZERO;
    private List<Grant> grants = List.of(new Grant("/bin", AccessList.ROX), new Grant("/usr/bin", AccessList.ROX));
    private Optional<Boolean> executed = Optional.of(true);
    private RunOptions options = RunOptions.DEFAULT.inBackground();

    @BeforeEach
    void makeStandIn(@TempDir Path temp) throws IOException {
        root = temp.toRealPath();
        standIn = script("[ \"$1\" = -f ] || exit 64\ncp -p \"$2\" '" + root + "/seen'\nprintf %s \"$2\" > '" + root
                + "/where'\nshift 2\nexec \"$@\"");
    }

    private Path script(String text) throws IOException {
        Path script = Files.createTempFile(root, "stand-in", "");
        Files.writeString(script, "#!/bin/sh\n" + text + "\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        return script;
    }

    private RunResult run(String... words) throws CommandException, SandboxException {
        Policy policy = new Policy(
                List.of("test"),
                root.toString(),
                Optional.of(new Command(words[0], List.of(words))),
                timeout,
                grants,
                List.of(),
                Network.NONE,
                Ports.ANY,
                List.of(),
                List.of(),
                false,
                false,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
        SeatbeltPolicy compiled = new SeatbeltPolicy(policy, new Trees(), "bulle-00", List.of());
        return new SeatbeltRun(compiled, options, new LinuxStandIn(), standIn.toString()).run();
    }

    private static final class Trees implements PathFacts {
        @Override
        public Kind kind(String path) {
            return Kind.DIRECTORY;
        }

        @Override
        public List<String> otherSpellings(String path) {
            return List.of();
        }
    }

    private final class LinuxStandIn implements SeatbeltHost {
        @Override
        public HostCalls calls() {
            return new LinuxCalls();
        }

        @Override
        public IgnoredSignals ignored() {
            return IgnoredSignals.ofThisProcess();
        }

        @Override
        public Optional<HostTerminal> terminal() {
            return Optional.empty();
        }

        @Override
        public List<String> terminalNames() {
            return List.of("/dev/ttys009");
        }

        @Override
        public boolean aloneInGroup() {
            return true;
        }

        @Override
        public ChildWatch watch(List<JobSignal> signals, IgnoredSignals ignored) throws SandboxException {
            LinuxCalls calls = new LinuxCalls();
            return new LinuxWatch(
                    signals.isEmpty()
                            ? Optional.empty()
                            : Optional.of(SignalRelay.of(
                                    signals.stream().map(calls::number).toList(), ignored)));
        }

        @Override
        public Optional<Boolean> executed(ChildWatch watch) {
            return executed;
        }

        @Override
        public int start(Order order) throws SandboxException {
            Optional<MacPseudoTerminal> own = order.own().map(MacPseudoTerminal.class::cast);
            List<String> arguments = own.map(on -> on.taking(order.arguments(), order.environment()))
                    .orElse(order.arguments());
            try (SpawnRequest request = new SpawnRequest(
                    arguments.getFirst(),
                    arguments,
                    Stream.concat(order.environment().stream(), Stream.of("PATH=/usr/bin:/bin"))
                            .toList(),
                    order.directory(),
                    own.isPresent()
                            ? SpawnRequest.Place.ownSession()
                            : new SpawnRequest.Place(false, order.ownGroup(), OptionalInt.empty()),
                    order.ignored(),
                    own.map(on -> Map.of(0, on.slave(), 1, on.slave(), 2, on.slave()))
                            .orElse(Map.of()),
                    Optional.empty())) {
                int pid = request.spawn();
                if (pid > 0) {
                    own.ifPresent(MacPseudoTerminal::handedOver);
                    order.watch().follow(pid);
                }
                return pid;
            } catch (SpawnRequest.StartException e) {
                throw new SandboxException(SandboxException.Kind.NOT_INSTALLED, String.valueOf(e.getMessage()));
            }
        }
    }

    @Test
    void runsTheCommandUnderTheRulesAndPassesItsCode() throws Exception {
        assertThat(run("/bin/sh", "-c", "exit 7").exitCode()).isEqualTo(7);
        assertThat(Files.readString(root.resolve("seen")))
                .startsWith("(version 1)")
                .contains("(literal \"/dev/ttys009\")", "(with message \"bulle-00\")");
        assertThat(Files.getPosixFilePermissions(root.resolve("seen")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }

    @Test
    void leavesNoRulesBehind() throws Exception {
        run("/bin/sh", "-c", "true");
        assertThat(Path.of(Files.readString(root.resolve("where")))).doesNotExist();
    }

    @Test
    void handsArgumentsOnUntouched() throws Exception {
        run("/bin/sh", "-c", "printf '%s|' \"$@\" > out", "x", "a b", "", "-f", "$HOME", "é");
        assertThat(Files.readString(root.resolve("out"))).isEqualTo("a b||-f|$HOME|é|");
    }

    @Test
    void saysWhichSignalEndedIt() throws Exception {
        RunResult result = run("/bin/sh", "-c", "kill -9 $$");
        assertThat(result.exitCode()).isEqualTo(137);
        assertThat(result.signal()).hasValue(9);
    }

    @Test
    void endsTheGroupWhenTheTimeIsOver() throws Exception {
        timeout = Duration.ofMillis(150);
        RunResult result = run("/bin/sh", "-c", "sleep 300 & echo $! > child; wait");
        assertThat(result.exitCode()).isEqualTo(124);
        assertThat(result.timedOut()).isTrue();
        long child = Long.parseLong(Files.readString(root.resolve("child")).strip());
        assertThat(goes(child)).isTrue();
    }

    @Test
    void endsWhatTheCommandLeavesInItsGroup() throws Exception {
        run("/bin/sh", "-c", "sleep 300 & echo $! > child");
        assertThat(goes(Long.parseLong(Files.readString(root.resolve("child")).strip())))
                .isTrue();
    }

    /** A zombie that nobody has waited for counts as gone. */
    private static boolean goes(long pid) throws IOException, InterruptedException {
        for (int i = 0; i < 200; i++) {
            Path stat = Path.of("/proc/" + pid + "/stat");
            try {
                if (Files.readString(stat).contains(") Z ")) {
                    return true;
                }
            } catch (IOException gone) {
                return true;
            }
            Thread.sleep(10);
        }
        return false;
    }

    @Test
    void executesNothingThatIsNotGranted() {
        grants = List.of(new Grant("/opt", AccessList.ROX), new Grant("/bin", AccessList.RO));
        assertThatThrownBy(() -> run("/bin/sh", "-c", "true"))
                .isInstanceOfSatisfying(
                        CommandException.class,
                        refused -> assertThat(refused.kind()).isEqualTo(CommandException.Kind.NOT_EXECUTABLE));
        assertThat(root.resolve("seen")).doesNotExist();
    }

    @Test
    void putsNoRulesWhereTheCommandCouldWriteThem() {
        grants = List.of(new Grant("/", AccessList.RWX));
        assertThatThrownBy(() -> run("/bin/sh", "-c", "true"))
                .isInstanceOf(SandboxException.class)
                .hasMessageContaining("TMPDIR");
    }

    @Test
    void tellsSandboxExecsFailureFromTheCommands() throws Exception {
        assertThat(run("/bin/sh", "-c", "exit 71").exitCode()).isEqualTo(71);
        executed = Optional.of(false);
        standIn = script("exit 71");
        assertThatThrownBy(() -> run("/bin/sh", "-c", "true"))
                .isInstanceOfSatisfying(
                        SandboxException.class,
                        failure -> assertThat(failure.kind()).isEqualTo(SandboxException.Kind.NOT_INSTALLED));
    }

    @Test
    void tellsTheObserverAndObeysIt() throws Exception {
        options = options.observedBy(new RunObserver() {
            @Override
            public boolean wantsKilled() {
                return true;
            }
        });
        assertThat(run("/bin/sh", "-c", "sleep 300").signal()).hasValue(9);
    }

    @Test
    void runsOnATerminalOfItsOwn() throws Exception {
        try (MacPseudoTerminal own = MacPseudoTerminal.open(91, 17, MacPseudoTerminalTest.OF_LINUX)) {
            options = options.on(own);
            assertThat(run("/bin/sh", "-c", "stty size > size; tty > tty; : </dev/tty && env > env; exit 5")
                            .exitCode())
                    .isEqualTo(5);
            assertThat(Files.readString(root.resolve("size"))).isEqualTo("17 91\n");
            assertThat(Files.readString(root.resolve("tty"))).isEqualTo(own.path() + "\n");
            assertThat(Files.readString(root.resolve("seen"))).contains("(literal \"" + own.path() + "\")");
        }
    }
}
