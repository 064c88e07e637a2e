package org.bulle.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.bulle.engine.resolve.ToolRunner;
import org.bulle.engine.run.SandboxedToolRunner;
import org.bulle.engine.sandbox.landlock.LandlockBackend;
import org.bulle.engine.sandbox.landlock.LandlockQuery;
import org.bulle.engine.sandbox.seccomp.ListenerSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Asking a tool can change nothing. */
class ToolRunnerKernelIT {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final ToolRunner runner = new SandboxedToolRunner(new LandlockBackend());

    private static ToolRunner.Question shell(String script, Map<String, String> environment) {
        return new ToolRunner.Question("/bin/sh", List.of("sh", "-c", script), environment, PATIENCE, false);
    }

    private ToolRunner.Output ask(String script) throws IOException {
        return runner.run(shell(script, Map.of("PATH", "/usr/bin:/bin")));
    }

    @Test
    void hearsWhatTheToolSaysAndHowItEnds() throws IOException {
        ToolRunner.Output output = ask("echo out; echo err >&2; exit 3");
        assertThat(output.exitCode()).isEqualTo(3);
        assertThat(output.standardOutput()).isEqualTo("out\n");
        assertThat(output.standardError()).isEqualTo("err\n");
    }

    @Test
    void keepsBytes() throws IOException {
        assertThat(ask("printf '\\377\\303\\251'").standardOutput()).isEqualTo("\udcffé");
    }

    @Test
    void startsInTheRootWithNothingOnItsInputAndNothingInherited() throws IOException {
        ToolRunner.Output output = runner.run(shell(
                "pwd; cat; /usr/bin/env | grep -v -e ^PWD= -e ^_= -e ^SHLVL=; ls /proc/self/fd | wc -l",
                Map.of("A", "1", "PATH", "/usr/bin:/bin")));
        assertThat(output.standardOutput().lines().sorted().toList())
                .containsExactly("/", "4", "A=1", "PATH=/usr/bin:/bin");
    }

    @Test
    void letsTheToolReadButNotWriteRemoveOrMake(@TempDir Path temp) throws IOException {
        Path file = Files.writeString(temp.resolve("f"), "content");
        assertThat(ask("cat '" + file + "'").standardOutput()).isEqualTo("content");
        ask("echo x >'" + file + "'; rm -f '" + file + "'; mkdir '" + temp + "/d'; ln '" + file + "' '" + temp + "/g'");
        assertThat(file).hasContent("content");
        try (Stream<Path> entries = Files.list(temp)) {
            assertThat(entries).containsExactly(file);
        }
    }

    @Test
    void givesTheToolNoNetwork() throws IOException {
        ToolRunner.Output output = runner.run(new ToolRunner.Question(
                "/usr/bin/python3",
                List.of(
                        "python3",
                        "-I",
                        "-c",
                        "import socket\ntry:\n socket.socket()\nexcept OSError: print('refused')"),
                Map.of(),
                PATIENCE,
                false));
        assertThat(output.standardOutput()).isEqualTo("refused\n");
    }

    @Test
    void doesNotWaitForAToolThatHangs() {
        ToolRunner.Question question =
                new ToolRunner.Question("/bin/sleep", List.of("sleep", "60"), Map.of(), Duration.ofSeconds(1), false);
        long start = System.nanoTime();
        assertThatThrownBy(() -> runner.run(question))
                .isInstanceOf(IOException.class)
                .hasMessage("it did not answer within 1 s");
        assertThat(System.nanoTime() - start).isLessThan(15_000_000_000L);
    }

    @Test
    void refusesAnAnswerOfMoreThanAMebibyte() {
        assertThatThrownBy(() -> ask("head -c 3000000 /dev/zero"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("mebibyte");
    }

    @Test
    void saysThatAToolIsNotThere() {
        ToolRunner.Question question =
                new ToolRunner.Question("/nonexistent/tool", List.of("tool"), Map.of(), PATIENCE, false);
        assertThatThrownBy(() -> runner.run(question))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("/nonexistent/tool");
    }

    @Test
    void lendsATempDirectoryAndRemovesItWithWhatIsInIt() throws IOException {
        ToolRunner.Output output = runner.run(new ToolRunner.Question(
                "/bin/sh",
                List.of("sh", "-c", "mkdir \"$TMPDIR/d\" && echo x >\"$TMPDIR/d/f\" && printf %s \"$TMPDIR\""),
                Map.of("PATH", "/usr/bin:/bin"),
                PATIENCE,
                true));
        assertThat(output.exitCode()).isZero();
        assertThat(Path.of(output.standardOutput())).isAbsolute().doesNotExist();
    }

    @Test
    void asksSeveralAtOnce() throws Exception {
        List<FutureTask<ToolRunner.Output>> tasks = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            String word = "answer" + i;
            FutureTask<ToolRunner.Output> task = new FutureTask<>(() -> ask("echo " + word));
            tasks.add(task);
            Thread.ofPlatform().start(task);
        }
        for (int i = 0; i < tasks.size(); i++) {
            assertThat(tasks.get(i).get().standardOutput()).isEqualTo("answer" + i + "\n");
        }
    }

    @Test
    void runsNothingWithoutASandbox(@TempDir Path temp) {
        LandlockQuery none = () -> -38;
        ToolRunner without = new SandboxedToolRunner(new LandlockBackend(none, ListenerSupport::ask));
        Path mark = temp.resolve("mark");
        assertThatThrownBy(() -> without.run(shell("touch '" + mark + "'", Map.of("PATH", "/usr/bin"))))
                .isInstanceOf(IOException.class);
        assertThat(mark).doesNotExist();
    }
}
