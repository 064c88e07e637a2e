package org.bulle.engine.resolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.bulle.engine.profile.Problem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tool resolvers. The tools themselves are the system's: what a test could write, the engine does not trust. */
class ToolEntryTest {
    private World world;
    private final List<ToolRunner.Question> asked = Collections.synchronizedList(new ArrayList<>());

    @BeforeEach
    void makeWorld(@TempDir Path temp) {
        world = new World(temp);
    }

    /** A stand-in for the sandboxed runner: says what the tool would say. */
    private void answer(String standardOutput) {
        world.tools = question -> {
            asked.add(question);
            return new ToolRunner.Output(0, standardOutput, "");
        };
    }

    private static boolean has(String program) {
        return Path.of("/usr/bin/" + program).toFile().canExecute();
    }

    @Test
    void grantsWhatTheToolReports() {
        assumeTrue(has("python3"));
        World.directory(world.outside.resolve("python"));
        answer(world.outside + "/python\n");
        assertThat(world.rox("python:prefix").granted()).containsExactly("rox T/s/python");
        assertThat(world.outcome("python:prefix")).isEqualTo("expanded");
    }

    private ResolverReport report(String entry) {
        return new PolicyResolver(world.machine(), world.tools)
                .resolvers().stream()
                        .filter(report -> report.entry().equals(entry))
                        .findFirst()
                        .orElseThrow();
    }

    @Test
    void tellsHowAToolWasAskedAndHowLongItTook() throws IOException {
        assumeTrue(has("python3"));
        World.directory(world.outside.resolve("python"));
        answer(world.outside + "/python\n");
        ResolverReport answers = report("python:prefix");
        assertThat(answers.state()).isEqualTo(ResolverReport.State.ANSWERS);
        assertThat(answers.question().getFirst()).isEqualTo("python3");
        assertThat(answers.question()).contains("-I");
        assertThat(answers.took()).isPresent();
        answer("/usr\n");
        assertThat(report("python:prefix").state()).isEqualTo(ResolverReport.State.DROPPED);

        ResolverReport read = report("gradle:user-home");
        assertThat(read.question()).as("read off its files").isEmpty();
        assertThat(read.took()).isPresent();
    }

    @Test
    void keepsAbsolutePathsOnlyAndDropsSystemDirectoriesAndHomes() {
        assumeTrue(has("python3"));
        World.directory(world.outside.resolve("b"));
        World.directory(world.outside.resolve("a"));
        answer(String.join(
                "\n",
                "relative",
                "/usr",
                "/",
                world.home.toString(),
                world.root.toString(),
                world.outside + "//b/.",
                world.outside + "/a",
                world.outside + "/b",
                "",
                "/home"));
        assertThat(world.rox("python:prefix").entry("python:prefix").paths())
                .containsExactly(world.outside + "/a", world.outside + "/b");
    }

    @Test
    void dropsAReportedLinkToTheHome() {
        assumeTrue(has("python3"));
        World.link(world.outside.resolve("h"), world.home);
        answer(world.outside + "/h");
        assertThat(world.rox("python:prefix").outcome("python:prefix"))
                .isEqualTo("skipped: nothing but system directories");
    }

    @Test
    void skipsAToolThatNamesNothingButSystemDirectories() {
        assumeTrue(has("python3"));
        answer("/usr\n/usr\n/usr\n");
        assertThat(world.rox("python:prefix").granted()).isEmpty();
    }

    @Test
    void createsAReportedDirectoryThatIsMissing() {
        assumeTrue(has("python3"));
        answer(world.outside + "/new");
        assertThat(world.rw("+python:prefix").policy().create())
                .extracting(c -> c.path() + c.directory())
                .containsExactly(world.outside + "/newtrue");
    }

    @Test
    void treatsAMissingReportedDirectoryLikeAMissingPath() {
        assumeTrue(has("python3"));
        answer(world.outside + "/new");
        assertThat(world.ro("python:prefix").outcome("python:prefix")).isEqualTo("skipped: T/s/new does not exist");
        assertThat(world.rw("python:prefix").onlyProblem().message())
                .contains("which python:prefix reports, does not exist");
    }

    @Test
    void asksOnceForWhatSeveralEntriesShare() {
        assumeTrue(has("go"));
        World.directory(world.outside.resolve("root"));
        World.directory(world.outside.resolve("one"));
        World.directory(world.outside.resolve("two"));
        World.directory(world.outside.resolve("mod"));
        answer(world.outside + "/root\n" + world.outside + "/one:" + world.outside + "/two\n" + world.outside
                + "/mod\n");
        world.rox("go:root").ro("go:path").rw("go:modcache");
        assertThat(world.granted()).containsExactly("rw T/s/mod", "ro T/s/one", "rox T/s/root", "ro T/s/two");
        asked.clear();
        world.granted();
        assertThat(asked).hasSize(1);
    }

    @Test
    void asksDifferentToolsAtTheSameTime() {
        assumeTrue(has("python3") && has("pip"));
        CountDownLatch both = new CountDownLatch(2);
        world.tools = question -> {
            both.countDown();
            try {
                boolean met = both.await(4, TimeUnit.SECONDS);
                return new ToolRunner.Output(met ? 0 : 1, world.outside + "\n", "");
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        };
        assertThat(world.rox("python:prefix").ro("pip:cache").granted()).containsExactly("rox T/s");
    }

    @Test
    void givesTheToolNothingButWhatItNeeds() {
        assumeTrue(has("go"));
        world.environment.put("SECRET", "hunter2");
        world.environment.put("GOFLAGS", "-toolexec=/tmp/evil");
        world.environment.put("GOPATH", world.outside.toString());
        world.environment.put("GOMODCACHE", "relative");
        world.environment.put("LD_PRELOAD", "/tmp/evil.so");
        world.environment.put("PATH", world.outside + ":/usr/bin");
        world.environment.put("LANG", "C.UTF-8");
        answer(world.outside + "\n" + world.outside + "\n" + world.outside + "\n");
        world.ro("go:path").granted();
        ToolRunner.Question question = asked.getFirst();
        assertThat(question.environment())
                .containsOnlyKeys("HOME", "LANG", "PATH", "GOENV", "GOTOOLCHAIN", "GOFLAGS", "GOTELEMETRY", "GOPATH")
                .containsEntry("PATH", "/usr/bin")
                .containsEntry("GOFLAGS", "")
                .containsEntry("GOTOOLCHAIN", "local");
        assertThat(question.arguments()).startsWith("go", "env");
        assertThat(question.file()).startsWith("/usr/");
        assertThat(question.timeout()).hasSeconds(5);
    }

    @Test
    void doesNotTrustAToolThatOthersCanChange() {
        World.script(world.outside.resolve("bin/go"), "#!/bin/sh\necho /etc\n");
        if (World.isRoot()) {
            World.mode(world.outside.resolve("bin"), "rwxrwxrwx");
        }
        world.environment.put("PATH", world.outside + "/bin:/usr/bin");
        answer("/etc\n");
        assertThat(world.ro("?go:root").outcome("go:root"))
                .startsWith("skipped: go was not asked: ")
                .contains("not to be trusted");
        assertThat(asked).isEmpty();
    }

    @Test
    void doesNotTrustAToolBehindATrustedLookingLink() {
        World.script(world.outside.resolve("real/go"), "#!/bin/sh\necho /etc\n");
        if (World.isRoot()) {
            World.mode(world.outside.resolve("real/go"), "rwxrwxrwx");
        }
        World.link(world.outside.resolve("bin/go"), world.outside.resolve("real/go"));
        world.environment.put("PATH", world.outside + "/bin");
        answer("/etc\n");
        assertThat(world.ro("go:root").onlyProblem().message()).contains("not to be trusted");
    }

    @Test
    void doesNotTrustAScriptWhoseInterpreterOthersCanChange() throws Exception {
        assumeTrue(World.isRoot());
        World.script(world.outside.resolve("bin/go"), "#!/usr/bin/env interpreter\n");
        World.script(world.outside.resolve("open/interpreter"), "#!/bin/sh\n");
        World.mode(world.outside.resolve("open"), "rwxrwxrwx");
        MachineFiles files = new MachineFiles();
        ToolTrust trust = new ToolTrust(files, 0);
        PathWalk tool = PathWalk.follow(files, "/usr/bin/env");
        assertThat(trust.whyNot(tool.path())).isEmpty();
        assertThat(trust.trustedDirectories(List.of("/usr/bin", world.outside + "/open")))
                .containsExactly("/usr/bin");
    }

    @Test
    void failsWithTheToolsOwnWords() {
        assumeTrue(has("python3"));
        world.tools = question -> new ToolRunner.Output(3, "", "\nno good\u001b[31m today\nmore\n");
        Problem problem = world.ro("python:prefix").onlyProblem();
        assertThat(problem.kind()).isEqualTo(Problem.Kind.MACHINE);
        assertThat(problem.message())
                .contains("python3 failed with exit code 3: no good\\u001b[31m today", "?python:prefix");
    }

    @Test
    void skipsAFailureWithItsReasonWhenItIsOptional() {
        assumeTrue(has("python3"));
        world.tools = ToolRunner.refusing("there is no sandbox here");
        assertThat(world.ro("?python:prefix").outcome("python:prefix"))
                .isEqualTo("skipped: python3 was not asked: there is no sandbox here");
    }

    @Test
    void failsWhenTheToolSaysNothing() {
        assumeTrue(has("python3"));
        answer("no path at all\n");
        assertThat(world.ro("python:prefix").onlyProblem().message())
                .contains("python3 names no Python's installation");
    }

    @Test
    void failsWhenThereIsNoSuchTool() {
        world.environment.put("PATH", "/nonexistent");
        assertThat(world.ro("?uv:cache").outcome("uv:cache")).isEqualTo("skipped: there is no uv on PATH");
    }

    @Test
    void listsTheKnownToolsForAnUnknownOne() {
        Problem problem = world.ro("?npn:cache").onlyProblem();
        assertThat(problem.message())
                .contains("unknown resolver \"npn\"; did you mean \"npm\"?", "rustup", "which", "./npn:cache");
    }

    @Test
    void listsTheKnownAspectsForAnUnknownOne() {
        assertThat(world.ro("go:modcach").onlyProblem().message())
                .contains("unknown aspect of go; did you mean \"modcache\"?", "modcache, path, root");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ruby:gems", "C:x", "http://x/y", "a.b:c"})
    void takesEveryWordWithAColonForAResolver(String entry) {
        assertThat(world.ro("?" + entry).onlyProblem().message()).contains("unknown resolver");
    }

    @Test
    void hasEveryRowOfTheSpecification() {
        assertThat(ToolRegistry.ROWS.keySet())
                .containsExactlyInAnyOrder(
                        "r:home",
                        "r:prefix",
                        "r:libs",
                        "r:libs-user",
                        "uv:cache",
                        "uv:tools",
                        "uv:python",
                        "tex:dist",
                        "tex:sysvar",
                        "tex:var",
                        "tex:config",
                        "tex:home",
                        "quarto:paths",
                        "go:root",
                        "go:path",
                        "go:modcache",
                        "npm:cache",
                        "xcode:developer",
                        "xcode:app",
                        "java:home",
                        "maven:home",
                        "maven:repository",
                        "gradle:home",
                        "gradle:user-home",
                        "python:prefix",
                        "pip:cache",
                        "cargo:home",
                        "rustup:home",
                        "homebrew:prefix",
                        "pyenv:version");
    }

    @ParameterizedTest
    @ValueSource(strings = {"r:home", "r:prefix", "r:libs", "r:libs-user", "xcode:app"})
    void picksTheRightPartOfAnAnswer(String entry) {
        Map<String, List<String>> lines = Map.of(
                "xcode:app", List.of("/Applications/Xcode.app/Contents/Developer"),
                "r:",
                        List.of(
                                "home=/opt/R/4.4/lib/R",
                                "lib=/opt/R/site",
                                "lib=/opt/R/4.4/lib/R/library",
                                "user=/h/R/4.4"));
        Map<String, List<String>> expected = Map.of(
                "r:home", List.of("/opt/R/4.4/lib/R"),
                "r:prefix", List.of("/opt/R/4.4"),
                "r:libs", List.of("/opt/R/site", "/opt/R/4.4/lib/R/library"),
                "r:libs-user", List.of("/h/R/4.4"),
                "xcode:app", List.of("/Applications/Xcode.app"));
        ToolAspect.Source.Asked asked =
                (ToolAspect.Source.Asked) ToolRegistry.ROWS.get(entry).source();
        List<String> said = entry.startsWith("r:") ? lines.get("r:") : lines.get(entry);
        assertThat(asked.pick().apply(said)).isEqualTo(expected.get(entry));
    }
}
