package org.bulle.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.bulle.engine.denial.DenialSource;
import org.bulle.engine.history.RunHistory;
import org.bulle.engine.history.RunRecord;
import org.junit.jupiter.api.Test;

/** The supervisor under a flood of denials, and what becomes of a run whose supervisor is killed. */
class SupervisorKernelIT {
    private static final String PYTHON = "/usr/bin/python3";
    private static final String ENOSYS = "38";

    /** Two processes, the second in a session of its own and nobody's child, that go on trying every kind of watched call. */
    private static final String SURVIVORS = """
            import os, signal, socket, time
            log = os.open('log', os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600)
            if os.fork() == 0:
                os.setsid()
                if os.fork(): os._exit(0)
            os.write(os.open(f'pid.{os.getpid()}', os.O_CREAT | os.O_WRONLY, 0o600), b'x')
            there = socket.socket(socket.AF_UNIX)
            tries = [lambda: os.close(os.open('log', os.O_RDONLY)),
                     lambda: (os.mkdir('d'), os.rmdir('d')),
                     lambda: (os.symlink('x', 'l'), os.rename('l', 'm'), os.unlink('m')),
                     lambda: os.truncate('other', 0),
                     lambda: os.execv('/usr/bin/nothing', ['nothing']),
                     lambda: there.connect('nothing'),
                     lambda: os.kill(os.getpid(), 0)]
            while True:
                for number, attempt in enumerate(tries):
                    try:
                        attempt()
                        result = 0
                    except OSError as e:
                        result = e.errno
                    os.write(log, f'{number} {result}\\n'.encode())
                time.sleep(0.02)
            """;

    @Test
    void isInterruptedAndItsSurvivorsCanOpenNothingUntilTheNextStartEndsThem() throws Exception {
        assumeTrue(Files.isExecutable(Path.of(PYTHON)), "no python3 here");
        try (Product product = Product.create()) {
            product.file(product.workspace().resolve("other"), "");
            Process supervisor = product.startBulle("tool,offline", PYTHON, "-I", "-c", SURVIVORS);
            Path log = product.workspace().resolve("log");
            await(
                    "the command works",
                    () -> lines(log).size() > 100 && pids(product).size() == 2);
            List<Long> survivors = pids(product);
            await("they are noted", () -> noted(product).containsAll(survivors));
            assertThat(lines(log)).doesNotContain("0 " + ENOSYS).contains("0 0", "2 0", "3 0", "6 0");

            supervisor.destroyForcibly().waitFor();
            // The calls that waited at that moment have come back by then.
            Thread.sleep(200);
            int from = lines(log).size();
            await("they go on", () -> lines(log).size() > from + 100);

            assertThat(lines(log).subList(from, from + 100))
                    .extracting(line -> line.split(" ")[1])
                    .containsOnly(ENOSYS);
            assertThat(survivors).allMatch(SupervisorKernelIT::isAlive);
            assertThat(product.bulle(List.of("runs", "--json")).output()).contains("\"state\" : \"interrupted\"");

            Product.Result next = product.run("tool,offline", "true");

            assertThat(next.exitCode()).isZero();
            assertThat(next.error()).contains("was interrupted").contains("2 processes that it left running ended");
            assertThat(survivors).noneMatch(SupervisorKernelIT::isAlive);
            assertThat(product.bulle(List.of("runs", "--json")).output()).contains("\"state\" : \"interrupted\"");
        }
    }

    /** Measured with {@code -Ddenials=50000}: within 128 MB, and the record of 21 MB is opened in 0.9 s of processor time. */
    @Test
    void keepsEveryDistinctDenialInABoundedHeap() throws Exception {
        assumeTrue(Files.isExecutable(Path.of(PYTHON)), "no python3 here");
        int count = Integer.getInteger("denials", 8_000);
        try (Product product = Product.create()) {
            Path many = Files.createDirectory(product.root().resolve("many"));
            for (int i = 0; i < count; i++) {
                Files.createFile(many.resolve("file number " + i));
            }
            // 200 MB for 50,000, of which 40 MB are for the product itself.
            product.with("JAVA_TOOL_OPTIONS", "-Xmx" + (40 + count * 160L / 50_000) + "m");
            Product.Result result = product.run(
                    "tool,offline",
                    PYTHON,
                    "-I",
                    "-c",
                    "import os\nfor i in range(" + count
                            + "):\n try: os.open(f'../many/file number {i}', os.O_RDONLY)\n"
                            + " except PermissionError: pass\nraise SystemExit(3)");

            assertThat(result.exitCode()).as(result.error()).isEqualTo(3);
            RunHistory history = RunHistory.under(product.home().resolve(".local/state"));
            long begin = System.nanoTime();
            RunRecord record = history.read(history.ids().iterator().next()).orElseThrow();
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(2));
            assertThat(record.denials())
                    .filteredOn(denial -> denial.target().startsWith(many + "/"))
                    .hasSize(count)
                    .allMatch(denial ->
                            denial.suggestion().orElseThrow().refused().isEmpty());
            assertThat(record.summary().denialSource()).isEqualTo(DenialSource.complete(DenialSource.Kind.OBSERVE));
        }
    }

    private static boolean isAlive(long pid) {
        try {
            return !Files.readString(Path.of("/proc/" + pid + "/stat")).contains(") Z ");
        } catch (IOException gone) {
            return false;
        }
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException missing) {
            return List.of();
        }
    }

    private static List<Long> pids(Product product) {
        try (Stream<Path> files = Files.list(product.workspace())) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("pid."))
                    .map(name -> Long.parseLong(name.substring("pid.".length())))
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    private static List<Long> noted(Product product) {
        try (Stream<Path> files = Files.list(product.home().resolve(".local/state/bulle/runs"))) {
            return files.filter(file -> file.toString().endsWith(".processes"))
                    .flatMap(file -> lines(file).stream())
                    .map(line -> Long.parseLong(line.split(" ")[0]))
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    private static void await(String what, BooleanSupplier condition) throws InterruptedException {
        for (int i = 0; i < 600; i++) {
            if (condition.getAsBoolean()) {
                return;
            }
            Thread.sleep(50);
        }
        throw new AssertionError("never: " + what);
    }
}
