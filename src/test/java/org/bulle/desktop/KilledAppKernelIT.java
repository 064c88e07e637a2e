package org.bulle.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.bulle.engine.denial.Denial;
import org.bulle.engine.history.RunHistory;
import org.bulle.engine.history.RunRecord;
import org.bulle.engine.history.RunSummary;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The app is killed while runs go on and a text is half typed: a command that heeds its terminal's end ends, another goes on as it would in a terminal; both are
 * recorded with what was denied, and the text is there again.
 */
class KilledAppKernelIT {
    private final Sleepers sleepers = new Sleepers();
    private static final String TEXT = "ro = [\"/usr/share/doc/\"]\n";
    private static final int PATIENCE_SECONDS = 60;

    @TempDir
    Path home;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void endWhatWasStarted() {
        for (Process process : started) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        sleepers.alive().forEach(ProcessHandle::destroyForcibly);
    }

    @Test
    void losesNothingWhenItIsKilled() throws Exception {
        Path mine = home.resolve(".config/bulle/profiles/mine.toml");
        Files.createDirectories(mine.getParent());
        Files.writeString(mine, TEXT);
        Path secret = Files.writeString(home.resolve("secret"), "x");
        Process app = start(
                "work",
                "sh -c 'cat " + secret + "; " + sleepers.sleep(1) + "'",
                "sh -c 'trap \"\" HUP; cat " + secret + "; " + sleepers.sleep(2) + "'");
        awaitLine(app, "ready");
        await("both commands", () -> sleepers.alive().size() == 2);
        await("the draft", this::isKept);

        app.destroyForcibly().waitFor();

        await("the end of the one that heeds it", () -> sleepers.alive().size() == 1);
        RunHistory history = RunHistory.under(home.resolve(".local/state"));
        await("its record", () -> ended(history) == 1);
        assertThat(history.list()).hasSize(2);
        ProcessHandle other = bystander();
        assertThat(awaitLine(start("stop"), "stopped"))
                .as("offered by the next app")
                .isEqualTo("stopped FINISHED");
        assertThat(sleepers.alive()).isEmpty();
        assertThat(other.isAlive()).isTrue();
        await("both records", () -> ended(history) == 2);
        for (RunSummary run : history.list()) {
            RunRecord record = history.read(run.id()).orElseThrow();
            assertThat(record.denials()).extracting(Denial::target).contains(secret.toString());
        }
        assertThat(Files.readString(mine)).isEqualTo(TEXT);
        String shown = awaitLine(start("look"), "shown");
        assertThat(shown).contains("/usr/share/doc/").endsWith("# half typed");
        System.out.println(
                "fault SIGKILL of the app: one run ended, one went on, both recorded with their denials, the draft is there again");
    }

    /** What is no part of the run. */
    private ProcessHandle bystander() throws IOException {
        Process process = new ProcessBuilder("sleep", "300").start();
        started.add(process);
        return process.toHandle();
    }

    private boolean isKept() {
        try (var files = Files.list(home.resolve(".local/state/bulle/drafts"))) {
            for (Path each : files.toList()) {
                if (each.toString().endsWith(".text") && Files.readString(each).endsWith("# half typed")) {
                    return true;
                }
            }
            return false;
        } catch (IOException notYet) {
            return false;
        }
    }

    private static long ended(RunHistory history) {
        try {
            return history.list().stream()
                    .filter(run -> run.state() != RunSummary.State.RUNNING)
                    .count();
        } catch (IOException notYet) {
            return 0;
        }
    }

    private Process start(String... arguments) throws IOException {
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dglass.platform=Headless",
                "-Dprism.order=sw",
                "-cp",
                DesktopApp.absolute(System.getProperty("java.class.path")),
                AppToKill.Start.class.getName(),
                home.toString()));
        line.addAll(List.of(arguments));
        Process process = new ProcessBuilder(line)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        started.add(process);
        return process;
    }

    private static String awaitLine(Process process, String beginning) throws IOException {
        BufferedReader out = process.inputReader();
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.startsWith(beginning)) {
                return line;
            }
        }
        throw new AssertionError("it ended without: " + beginning);
    }

    private static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("waited in vain for: " + what);
            }
            Thread.sleep(100);
        }
    }
}
