package org.bulle.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bulle.engine.jna.linux.Process;
import org.bulle.engine.run.Terminal;
import org.bulle.engine.run.TerminalProcess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** A supervisor under a shell on a terminal, as a person uses it. */
@ParameterizedClass
@MethodSource("org.bulle.kernel.Account#all")
class TerminalKernelIT {
    private static final long PATIENCE_NANOS = 60_000_000_000L;
    private static final String CTRL_C = "\u0003";
    private static final String CTRL_D = "\u0004";
    private static final String CTRL_Z = "\u001a";
    private static final List<String> TTY = List.of("--rw", "/dev/tty");

    @Parameter
    Account account;

    private Lab lab;
    private Terminal terminal;
    private TerminalProcess shell;
    private final StringBuffer shown = new StringBuffer();
    private int seen;

    @BeforeEach
    void openShell() throws IOException {
        lab = Lab.of(account);
        terminal = Terminal.open(200, 50);
        List<String> line = new ArrayList<>(List.of("/usr/bin/env"));
        line.addAll(account.prefix());
        line.addAll(List.of("/bin/bash", "--norc", "--noediting", "-i"));
        if (account == Account.NOBODY) {
            // A real login gives the terminal to its user.
            lab.give(java.nio.file.Path.of(terminal.path()));
        }
        shell = TerminalProcess.start(
                terminal, line, Map.of("PATH", "/usr/bin:/bin", "PS1", "$ ", "TERM", "dumb"), lab.path(""));
        Thread.ofPlatform().daemon().start(this::readAll);
    }

    @AfterEach
    void closeShell() throws IOException {
        terminal.close();
        shell.signal(Process.SIGKILL);
        shell.waitFor();
        lab.close();
    }

    private void readAll() {
        byte[] buffer = new byte[4096];
        try {
            for (int got = terminal.read(buffer); got >= 0; got = terminal.read(buffer)) {
                shown.append(new String(buffer, 0, got, StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            shown.append(e);
        }
    }

    private void type(String text) throws IOException {
        terminal.write(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Waits until the text is shown, after what was awaited before. */
    private void await(String text) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (true) {
            int at = shown.indexOf(text, seen);
            if (at >= 0) {
                seen = at + text.length();
                return;
            }
            assertThat(System.nanoTime())
                    .as("never shown: " + text + " in " + shown.substring(seen))
                    .isLessThan(end);
            Thread.sleep(20);
        }
    }

    /** Types a supervisor's command line, from a file, so that the terminal's line length does not matter. */
    private void launch(String script, String after) throws IOException {
        List<String> line = lab.supervisorInside(TTY, List.of("/usr/bin/sh", "-c", script));
        String quoted = String.join(
                " ",
                line.stream()
                        .map(word -> "'" + word.replace("'", "'\\''") + "'")
                        .toList());
        lab.program("launch", "#!/bin/sh\nexec " + quoted + "\n");
        type("./launch" + after + "\n");
    }

    @Test
    void ctrlCEndsTheCommandAndNotTheShell() throws Exception {
        launch("echo rea''dy; exec sleep 60", "; echo co''de $?");
        await("ready");
        type(CTRL_C);
        await("code 130");
    }

    @Test
    void ctrlCLeavesACommandThatHandlesIt() throws Exception {
        launch("trap 'echo hand''led; exit 6' INT; echo rea''dy; while :; do sleep 0.1; done", "; echo co''de $?");
        await("ready");
        type(CTRL_C);
        await("handled");
        await("code 6");
    }

    @Test
    void stopsAndGoesOnAsAJobOfTheShell() throws Exception {
        launch("echo rea''dy; exec cat", "");
        await("ready");
        type("one\n");
        await("one");
        await("one");
        type(CTRL_Z);
        await("Stopped");
        type("echo she''ll\n");
        await("shell");
        type("fg\n");
        await("launch");
        type("two\n");
        await("two");
        await("two");
        type(CTRL_D);
        type("echo co''de $?\n");
        await("code 0");
    }

    @Test
    void readsNothingWhileInTheBackground() throws Exception {
        launch("echo rea''dy; exec cat", " &");
        await("ready");
        type("jobs\n");
        await("jobs");
        type("\n");
        Thread.sleep(500);
        type("jobs\n");
        await("Stopped");
        type("fg\n");
        await("launch");
        type("typed\n");
        await("typed");
        await("typed");
        type(CTRL_D);
        type("echo co''de $?\n");
        await("code 0");
    }

    @Test
    void staysInTheGroupOfAPipeline() throws Exception {
        launch("echo rea''dy; exec cat", " | sed 's/^/piped /'; echo co''des ${PIPESTATUS[*]}");
        await("piped ready");
        type("line\n");
        await("piped line");
        type(CTRL_C);
        await("$ ");
        type("echo pro''mpt\n");
        await("prompt");
    }

    @Test
    void givesTheTerminalBackWithItsModes() throws Exception {
        launch("stty raw -echo; echo rea''dy; kill -KILL $$", "; echo co''de $?");
        await("ready");
        await("code 137");
        type("stty -a\n");
        await(" icanon");
        await(" echo ");
    }

    @Test
    void aRunHasATerminalOfItsOwnAndNoOther() throws Exception {
        Lab.Result result = lab.run(
                List.of("--terminal", "--rw", "/dev/tty"),
                "/usr/bin/sh",
                "-c",
                "stty size; tty; echo out >/dev/tty; stat -c %A $(tty); cat 2>&1 <" + terminal.path() + "; exit 8");
        assertThat(result.exitCode()).as(result.toString()).isEqualTo(8);
        assertThat(result.output())
                .startsWith("24 80\r\n/dev/pts/")
                .contains("out\r\n")
                .contains("Permission denied");
    }
}
