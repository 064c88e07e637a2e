package org.bulle.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Starting, supervising and ending: codes, signals, what is inherited and what is left. */
@ParameterizedClass
@MethodSource("org.bulle.kernel.Account#all")
class ProcessesKernelIT {
    @Parameter
    Account account;

    private Lab lab;

    @BeforeEach
    void openLab() throws IOException {
        lab = Lab.of(account);
    }

    @AfterEach
    void closeLab() throws IOException {
        lab.close();
    }

    @ParameterizedTest
    @CsvSource({"exit 0,0", "exit 7,7", "kill -TERM $$,143", "kill -KILL $$,137"})
    void hasTheCommandsOwnCode(String script, int code) throws Exception {
        assertThat(lab.run(List.of(), "/usr/bin/sh", "-c", script).exitCode()).isEqualTo(code);
    }

    @Test
    void saysWhyTheCommandCouldNotBeExecuted() throws Exception {
        String plain = lab.file("workspace/plain", "x");
        String orphan = lab.program("workspace/orphan", "#!/nowhere/interpreter\n");
        String binary = lab.program("workspace/binary", "neither\0text nor a program");
        String script = lab.program("workspace/script", "exit 7\n");
        String program = lab.program("secret/run", "#!/bin/sh\nexit 0\n");
        List<String> runnable = List.of("--rwx", lab.path("workspace"));
        assertThat(lab.run(runnable, plain).exitCode()).isEqualTo(126);
        assertThat(lab.run(runnable, lab.path("workspace")).exitCode()).isEqualTo(126);
        assertThat(lab.run(runnable, binary).exitCode()).isEqualTo(126);
        assertThat(lab.run(runnable, script).exitCode()).isEqualTo(7);
        assertThat(lab.run(runnable, orphan).exitCode()).isEqualTo(127);
        assertThat(lab.run(runnable, lab.path("workspace/nothing")).exitCode()).isEqualTo(127);
        assertThat(lab.run(runnable, program).exitCode()).isEqualTo(126);
        assertThat(lab.run(List.of("--rox", program), program).exitCode()).isZero();
    }

    @Test
    void inheritsNothingButTheStandardStreams() throws Exception {
        lab.file("f", "leak");
        List<String> line = lab.supervisor(
                List.of("--ro", lab.path("probe.py")),
                List.of("/usr/bin/python3", "-I", lab.path("probe.py"), "descriptors"));
        String quoted =
                String.join(" ", line.stream().map(word -> "'" + word + "'").toList());
        Process process = lab.start(List.of("/bin/bash", "-c", "exec 9<" + lab.path("f") + "; " + quoted));
        assertThat(lab.finish(process).output()).isEqualTo("ok 0,1,2\n");
    }

    @Test
    void nothingWaitsForARunThatIsCalledOffAtItsStart() throws Exception {
        assertThat(lab.run(List.of("--call-off"), "/bin/true").output()).isEqualTo("called off[]\n");
    }

    @Test
    void hasOnlyTheEnvironmentOfThePolicy() throws Exception {
        assertThat(lab.run(List.of("--env", "A=b c"), "/usr/bin/env").lines())
                .containsExactlyInAnyOrder("PATH=/usr/bin:/bin", "A=b c");
    }

    @Test
    void handsArgumentsOnAsBytes() throws Exception {
        assertThat(lab.run(List.of(), "/usr/bin/printf", "%s|", "a b", "", "é\n")
                        .output())
                .isEqualTo("a b||é\n|");
    }

    @ParameterizedTest
    @CsvSource({"INT,130", "TERM,143", "HUP,129", "QUIT,131", "USR1,138", "USR2,140"})
    void handsSignalsOnToTheCommand(String signal, int code) throws Exception {
        Process supervisor =
                lab.start(lab.supervisor(List.of(), List.of("/usr/bin/sh", "-c", "echo $$ >pid; exec sleep 60")));
        String pid = lab.await("workspace/pid");
        kill(signal, supervisor);
        assertThat(lab.finish(supervisor).exitCode()).isEqualTo(code);
        assertThat(Path.of("/proc", pid)).doesNotExist();
    }

    @Test
    void keepsTheCodeOfAHandler() throws Exception {
        Process supervisor = lab.start(lab.supervisor(
                List.of("--ended"), List.of("/usr/bin/sh", "-c", "trap 'exit 5' TERM; echo $$ >pid; sleep 60 & wait")));
        lab.await("workspace/pid");
        kill("TERM", supervisor);
        Lab.Result result = lab.finish(supervisor);
        assertThat(result.exitCode()).isEqualTo(5);
    }

    @Test
    void signalsThatWereIgnoredStayIgnored() throws Exception {
        List<String> line = lab.supervisor(List.of(), List.of("/usr/bin/sh", "-c", "echo $$ >pid; sleep 2; exit 3"));
        String quoted =
                String.join(" ", line.stream().map(word -> "'" + word + "'").toList());
        Process supervisor = lab.start(List.of("/bin/bash", "-c", "trap '' HUP; exec " + quoted));
        String pid = lab.await("workspace/pid");
        kill("HUP", supervisor);
        lab.startUnconfined("/bin/kill", "-HUP", pid).waitFor();
        assertThat(lab.finish(supervisor).exitCode()).isEqualTo(3);
    }

    @Test
    void signalsNobodyOutside() throws Exception {
        Process outsider = lab.startUnconfined("sleep", "60");
        String attempt = "kill " + outsider.pid();
        assertThat(lab.probe(List.of(), attempt, "kill-child", "kill 1")).containsExactly("EPERM", "ok", "EPERM");
        assertThat(lab.unconfined(attempt)).containsExactly("ok");
    }

    @Test
    void cannotSignalItsSupervisor() throws Exception {
        assertThat(lab.run(List.of(), "/usr/bin/sh", "-c", "kill -KILL $PPID && exit 0; exit 9")
                        .exitCode())
                .isEqualTo(9);
    }

    @Test
    void endsTheWholeTreeWhenTheTimeIsOver() throws Exception {
        long start = System.nanoTime();
        Lab.Result result = lab.run(
                List.of("--timeout", "700"),
                "/usr/bin/sh",
                "-c",
                "trap '' TERM; (trap '' TERM; setsid sh -c 'echo $$ >daemon; exec sleep 60') & sleep 60; sleep 60");
        assertThat(result.exitCode()).isEqualTo(124);
        assertThat(Path.of("/proc", lab.await("workspace/daemon"))).doesNotExist();
        assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start)).isLessThan(50);
    }

    @Test
    void endsACommandThatIsStoppedWhenTheTimeIsOver() throws Exception {
        String quoted = String.join(
                " ",
                lab.supervisor(List.of("--timeout", "700"), List.of("/usr/bin/sh", "-c", "kill -STOP $$")).stream()
                        .map(word -> "'" + word + "'")
                        .toList());
        // A script waits for us, in our group, and nobody who would let the command go on.
        Lab.Result result = lab.finish(lab.start(List.of("/usr/bin/sh", "-c", quoted + "; exit $?")));
        assertThat(result.exitCode()).isEqualTo(124);
    }

    @Test
    void givesTheCommandTimeToEndByItself() throws Exception {
        Lab.Result result = lab.run(
                List.of("--timeout", "700"),
                "/usr/bin/sh",
                "-c",
                "trap 'echo cleaned up; exit 0' TERM; sleep 60 & wait");
        assertThat(result.output()).isEqualTo("cleaned up\n");
        assertThat(result.exitCode()).isEqualTo(124);
    }

    @Test
    void endsWhatTheCommandLeavesRunning() throws Exception {
        Lab.Result result = lab.run(
                List.of("--ended"),
                "/usr/bin/sh",
                "-c",
                "sleep 61 & setsid sh -c 'echo $$ >daemon; exec sleep 62' & while [ ! -s daemon ]; do sleep 0.1; done; exit 3");
        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.output()).isEqualTo("ended [sleep, sleep]\n");
        assertThat(Path.of("/proc", lab.await("workspace/daemon"))).doesNotExist();
    }

    @Test
    void keepsServingWhatItWasAskedToKeep() throws Exception {
        Lab.Result result = lab.run(
                List.of("--keep-children"), "/usr/bin/sh", "-c", "(sleep 1; /usr/bin/printf later >out) & exit 4");
        assertThat(result.exitCode()).isEqualTo(4);
        assertThat(Files.readString(lab.root().resolve("workspace/out"))).isEqualTo("later");
    }

    @Test
    void survivesTenThousandShortChildren() throws Exception {
        Lab.Result result = lab.run(
                List.of("--ended"),
                "/usr/bin/python3",
                "-c",
                "import os\nfor i in range(10000):\n  p = os.fork()\n  if p == 0:\n    os.fork()\n    os._exit(0)\n  os.waitpid(p, 0)\nprint('done')");
        assertThat(result.output()).startsWith("done\n");
    }

    @Test
    void survivesAStormOfExecutions() throws Exception {
        Lab.Result result = lab.run(
                List.of(),
                "/usr/bin/sh",
                "-c",
                "for j in 1 2 3 4; do (i=0; while [ $i -lt 100 ]; do /usr/bin/true || exit 1; i=$((i+1)); done; echo ok) & done; wait");
        assertThat(result.lines()).containsExactly("ok", "ok", "ok", "ok");
    }

    private void kill(String signal, Process process) throws IOException, InterruptedException {
        assertThat(lab.startUnconfined("/bin/kill", "-" + signal, "" + process.pid())
                        .waitFor())
                .isZero();
    }
}
