package org.bulle.attack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.bulle.kernel.Account;
import org.bulle.kernel.Typed;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What breaks around a run: disks, folders, descriptors, memory, records. Either the run goes on as if nothing had been, or one clear message says why not and
 * nothing runs; never a run without its sandbox, a stack trace or a hang. One line a case.
 */
class FaultsKernelIT {
    /** Says that it ran and whether it got at what nobody granted. */
    private static final String SCRIPT = "echo ran; cat ../outside/f 2>/dev/null; exit 7";

    private static final String SHELL = "/bin/sh";

    /** The mounts could not be changed: nothing was tried. */
    private static final int NOT_CHANGED = 99;

    private Typed bulle;

    @BeforeEach
    void open() throws IOException {
        bulle = new Typed();
    }

    @AfterEach
    void close() throws IOException {
        bulle.close();
    }

    @Test
    void runsWithoutAHome() throws Exception {
        bulle.with("HOME", bulle.path("nowhere"));
        survived("a home that does not exist", bulle.run("sh", "-c", SCRIPT));
    }

    @Test
    void runsWhereTheRecordCannotBeKept() throws Exception {
        Files.writeString(bulle.root.resolve("home/.local"), "a file where a folder should be");
        Typed.Result result = bulle.run("sh", "-c", SCRIPT);
        survived("a state folder that cannot be made", result);
        assertThat(result.err()).contains("record");
    }

    @Test
    void runsWithAFullDiskUnderItsRecords() throws Exception {
        assumeTrue(Account.isRoot(), "only root can mount a small disk");
        Path state = Files.createDirectories(bulle.root.resolve("home/.local/state"));
        Typed.Result result = bulle.finish(bulle.start(inAMountNamespace("mount -t tmpfs -o size=4k x '" + state
                + "' && { head -c 100000 /dev/zero >'" + state + "/full' 2>/dev/null; :; }")));
        survived("a full disk under the records", result);
        assertThat(result.err()).contains("is not recorded").doesNotContain("location information");
    }

    @Test
    void runsWithoutATempDirectory() throws Exception {
        bulle.with("TMPDIR", bulle.path("nowhere"));
        survived("a TMPDIR that does not exist", bulle.run("sh", "-c", SCRIPT));
    }

    @Test
    void runsOrSaysWhyNotWithAReadOnlyTempDirectory() throws Exception {
        assumeTrue(Account.isRoot(), "only root can mount");
        // All but the folder of this test, which lies there.
        bulle.with("TMPDIR", "/tmp");
        Typed.Result result =
                bulle.finish(bulle.start(inAMountNamespace("mount --bind /tmp /tmp && mount --bind '" + bulle.root
                        + "' '" + bulle.root + "' && mount -o remount,bind,ro /tmp && ! touch /tmp/x 2>/dev/null")));
        survivedOrRefused("a read-only /tmp", result);
    }

    @Test
    void runsOrSaysWhyNotWithoutProc() throws Exception {
        assumeTrue(Account.isRoot(), "only root can hide /proc");
        Typed.Result result = bulle.finish(bulle.start(inAMountNamespace("mount -t tmpfs x /proc")));
        survivedOrRefused("no /proc", result);
    }

    @Test
    void runsWithItsStandardStreamsClosed() throws Exception {
        List<String> line = new ArrayList<>(List.of(SHELL, "-c", "\"$@\" <&- >&- 2>&-; echo $?", "sh"));
        line.addAll(ours("sh", "-c", "exit 7"));
        assertThat(bulle.finish(bulle.start(line)).out().strip()).isEqualTo("7");
        say("closed standard streams", "ran, exit 7");
    }

    /** From 64 on the run begins, and is short of descriptors while the supervisor answers. */
    @ParameterizedTest
    @ValueSource(ints = {40, 64, 68, 128})
    void runsOrSaysWhyNotWithFewDescriptors(int descriptors) throws Exception {
        List<String> line = new ArrayList<>(List.of(SHELL, "-c", "ulimit -n " + descriptors + "; exec \"$@\"", "sh"));
        line.addAll(ours("sh", "-c", SCRIPT));
        Typed.Result result = bulle.finish(bulle.start(line));
        assertThat(result.err()).doesNotContain("Error: ", "org/bulle");
        survivedOrRefused(descriptors + " descriptors", result);
    }

    @Test
    void countsOnInASmallHeap() throws Exception {
        List<String> line = new ArrayList<>(
                ours(
                        "sh",
                        "-c",
                        "i=0; while [ $i -lt 3000 ]; do read x <../outside/$i; read x <../outside/f; i=$((i+1)); done 2>/dev/null; echo ran; exit 7"));
        line.add(1, "-Xmx24m");
        survived("a heap of 24 MB and thousands of denials", bulle.finish(bulle.start(line)));
    }

    @Test
    void listsRunsBesideRecordsThatAreBrokenOrFromTheFuture() throws Exception {
        survived("a run", bulle.run("sh", "-c", SCRIPT));
        Path runs = bulle.root.resolve("home/.local/state/bulle/runs");
        Path good;
        try (Stream<Path> all = Files.list(runs)) {
            good = all.filter(file -> file.toString().endsWith(".json"))
                    .findFirst()
                    .orElseThrow();
        }
        String text = Files.readString(good);
        Files.writeString(runs.resolve("20200101-000000-0001.json"), text.substring(0, text.length() / 2));
        Files.writeString(runs.resolve("20200101-000000-0002.json"), "\0\0\0");
        Files.writeString(runs.resolve("20200101-000000-0003.json"), "");
        Files.writeString(runs.resolve("20200101-000000-0004.json"), "[".repeat(100_000));
        Files.writeString(
                runs.resolve("20990101-000000-0005.json"),
                text.replaceFirst("\"schema\"\\s*:\\s*1", "\"schema\":99,\"invention\":{\"a\":[1]}"));
        Files.createDirectory(runs.resolve("20200101-000000-0006.json"));
        Typed.Result list = bulle.type("--config", bulle.path("config"), "runs", "--json");
        assertThat(list.code()).as(list.toString()).isZero();
        JsonNode listed = JsonMapper.shared().readTree(list.out());
        assertThat(listed.toString()).contains(name(good));
        assertThat(list.err()).doesNotContain("\tat ");
        say("broken records and one from the future", "the good one is listed");
    }

    @Test
    void losesNoRecordOfManyRunsAtOnce() throws Exception {
        int count = 8;
        List<Process> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(bulle.start(ours("sh", "-c", SCRIPT)));
        }
        for (Process each : all) {
            Typed.Result result = bulle.finish(each);
            assertThat(result.code()).as(result.toString()).isEqualTo(7);
            assertThat(result.out()).isEqualTo("ran\n");
        }
        Typed.Result list = bulle.type("--config", bulle.path("config"), "runs", "--json");
        assertThat(JsonMapper.shared().readTree(list.out()).size())
                .as(list.out())
                .isEqualTo(count);
        say(count + " runs at once", "all recorded");
    }

    @Test
    void keepsProfilesWholeThatManyChangeAtOnce() throws Exception {
        int count = 6;
        List<Process> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(bulle.start(Typed.line(
                    "--config", bulle.path("config"), "profiles", "add", "mine", "--ro", "/usr/share/doc" + i)));
        }
        int done = 0;
        for (Process each : all) {
            Typed.Result result = bulle.finish(each);
            assertThat(result.err()).as("exit " + result.code()).doesNotContain("\tat ");
            done += result.code() == 0 ? 1 : 0;
        }
        assertThat(done).isEqualTo(count);
        String text = Files.readString(bulle.root.resolve("config/profiles/mine.toml"));
        for (int i = 0; i < count; i++) {
            assertThat(text).contains("/usr/share/doc" + i);
        }
        Typed.Result check = bulle.type("--config", bulle.path("config"), "profiles", "check", "mine");
        assertThat(check.code()).as(check.toString()).isZero();
        say(count + " changes of one profile at once", "all done, and the profile has all of it");
    }

    private List<String> ours(String... command) {
        List<String> words =
                new ArrayList<>(List.of("--config", bulle.path("config"), "base", bulle.workspace.toString(), "--"));
        words.addAll(List.of(command));
        return Typed.line(words.toArray(String[]::new));
    }

    /** The usual run after a change of the mounts, which ends with it. */
    private List<String> inAMountNamespace(String change) {
        List<String> line = new ArrayList<>(List.of(
                "/usr/bin/unshare",
                "--mount",
                "--propagation",
                "private",
                SHELL,
                "-c",
                "{ " + change + "; } || exit " + NOT_CHANGED + "; exec \"$@\"",
                "sh"));
        line.addAll(ours("sh", "-c", SCRIPT));
        return line;
    }

    private static String name(Path record) {
        return record.getFileName().toString().replace(".json", "");
    }

    private static void survived(String fault, Typed.Result result) {
        assertThat(result.out()).as(fault + ": " + result).isEqualTo("ran\n");
        assertThat(result.code()).as(fault + ": " + result).isEqualTo(7);
        assertThat(result.err()).as(fault).doesNotContain("\tat ");
        say(fault, "ran, exit 7" + firstLine(result));
    }

    private static void survivedOrRefused(String fault, Typed.Result result) {
        if (result.code() == 7) {
            survived(fault, result);
            return;
        }
        assertThat(result.code()).as(fault + ": " + result).isNotEqualTo(NOT_CHANGED);
        assertThat(result.out()).as(fault + ": " + result).doesNotContain("ran", "secret");
        assertThat(result.err()).as(fault + ": " + result).isNotBlank().doesNotContain("\tat ");
        say(fault, "refused with " + result.code() + firstLine(result));
    }

    private static String firstLine(Typed.Result result) {
        return result.err().lines().findFirst().map(line -> ", " + line).orElse("");
    }

    private static void say(String fault, String outcome) {
        System.out.println("fault " + fault + ": " + outcome);
    }
}
