package org.bulle.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.bulle.engine.jna.macos.Fcntl;
import org.bulle.engine.jna.macos.Spawn;
import org.bulle.engine.jna.macos.Tty;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The terminal of a Mac, by the functions that both systems have, with Linux's numbers. */
@EnabledOnOs(OS.LINUX)
@Timeout(30)
class MacPseudoTerminalTest {
    static final MacPseudoTerminal.Numbers OF_LINUX = new MacPseudoTerminal.Numbers(
            org.bulle.engine.jna.linux.Fcntl.O_NOCTTY,
            org.bulle.engine.jna.linux.Fcntl.O_NONBLOCK,
            org.bulle.engine.jna.linux.Tty.TIOCSWINSZ,
            org.bulle.engine.jna.linux.Errno.EAGAIN);

    private static TerminalProcess start(MacPseudoTerminal terminal, String script) throws Exception {
        List<String> environment = List.of("A=b");
        List<String> arguments = terminal.taking(List.of("/bin/sh", "-c", script), environment);
        Map<Integer, Integer> streams = Map.of(0, terminal.slave(), 1, terminal.slave(), 2, terminal.slave());
        try (SpawnRequest request = new SpawnRequest(
                arguments.getFirst(),
                arguments,
                environment,
                "/",
                SpawnRequest.Place.ownSession(),
                new IgnoredSignals(0),
                streams,
                Optional.empty())) {
            int pid = request.spawn();
            assertThat(pid).isPositive();
            terminal.handedOver();
            return new TerminalProcess(pid);
        }
    }

    private static <T> FutureTask<T> inThread(Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(work);
        Thread.ofPlatform().daemon().start(task);
        return task;
    }

    private static String all(Terminal terminal) throws IOException {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        byte[] buffer = new byte[512];
        for (int got = terminal.read(buffer); got >= 0; got = terminal.read(buffer)) {
            said.write(buffer, 0, got);
        }
        return said.toString(StandardCharsets.UTF_8);
    }

    @Test
    void numbersWhatAMacNumbersDifferently() {
        // sys/ttycom.h: _IOW(t, 103, struct winsize) = IOC_IN | (8 & IOCPARM_MASK) << 16 | t << 8 | 103.
        assertThat(Tty.TIOCSWINSZ).isEqualTo(0x80000000L | 8L << 16 | 't' << 8 | 103);
        assertThat(MacPseudoTerminal.Numbers.OF_MACOS)
                .isEqualTo(new MacPseudoTerminal.Numbers(0x20000, 0x4, 0x80087467L, 35));
        assertThat(List.of(Fcntl.F_SETFD, Fcntl.F_SETFL, Fcntl.F_DUPFD_CLOEXEC, Spawn.POSIX_SPAWN_SETSID))
                .containsExactly(2, 4, 67, 0x400);
    }

    @Test
    void controlsTheSessionOfWhatIsStartedOnIt() throws Exception {
        try (MacPseudoTerminal terminal = MacPseudoTerminal.open(91, 17, OF_LINUX)) {
            TerminalProcess process = start(
                    terminal, "tty; /bin/stty size; : </dev/tty && echo mine; /usr/bin/env | /usr/bin/sort; exit 3");
            assertThat(all(terminal)).startsWith(terminal.path() + "\r\n17 91\r\nmine\r\nA=b\r\n");
            assertThat(process.waitFor()).isEqualTo(3);
        }
    }

    @Test
    void handsTypingAndANewSizeOn() throws Exception {
        try (MacPseudoTerminal terminal = MacPseudoTerminal.open(80, 24, OF_LINUX)) {
            TerminalProcess process = start(terminal, "read line; echo got $line; /bin/stty size");
            terminal.resize(132, 43);
            FutureTask<String> said = inThread(() -> all(terminal));
            terminal.write("word\n".getBytes(StandardCharsets.UTF_8));
            assertThat(said.get(20, TimeUnit.SECONDS)).endsWith("got word\r\n43 132\r\n");
            assertThat(process.waitFor()).isZero();
        }
    }

    @Test
    void interruptsTheProgramByCtrlC() throws Exception {
        try (MacPseudoTerminal terminal = MacPseudoTerminal.open(80, 24, OF_LINUX)) {
            TerminalProcess process = start(terminal, "echo ready; exec /bin/sleep 300");
            byte[] buffer = new byte[64];
            assertThat(terminal.read(buffer)).isPositive();
            terminal.write(new byte[] {3});
            assertThat(process.waitFor()).isEqualTo(130);
        }
    }

    @Test
    void endsAWaitingReaderWhenItIsClosed() throws Exception {
        MacPseudoTerminal terminal = MacPseudoTerminal.open(80, 24, OF_LINUX);
        FutureTask<Integer> reading = inThread(() -> terminal.read(new byte[8]));
        terminal.close();
        assertThat(reading.get(10, TimeUnit.SECONDS)).isEqualTo(-1);
        assertThatThrownBy(() -> terminal.write(new byte[1])).isInstanceOf(IOException.class);
    }

    @Test
    void tellsAPipeFromOtherDescriptorsAsAMacDoes() throws Exception {
        try (SupervisorPipes pipes = SupervisorPipes.open()) {
            for (int ours : pipes.theirs().values()) {
                assertThat(SupervisorPipes.isPipe(Path.of("/dev/fd/" + ours))).isTrue();
            }
        }
        assertThat(SupervisorPipes.isPipe(Path.of("/dev/null"))).isFalse();
        assertThat(SupervisorPipes.isPipe(Path.of("/dev/fd/9999"))).isFalse();
    }
}
