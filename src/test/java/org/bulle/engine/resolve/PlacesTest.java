package org.bulle.engine.resolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.bulle.engine.policy.OsString;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.Problem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The workspace, the private root, names that are bytes, and the plain numbers of a request. */
class PlacesTest {
    private World world;

    @BeforeEach
    void makeWorld(@TempDir Path temp) {
        world = new World(temp);
    }

    private Problem workspaceProblem(String given) {
        world.givenWorkspace = Optional.of(given);
        return world.onlyProblem();
    }

    @Test
    void takesTheCurrentDirectoryAsTheWorkspace() {
        world.givenWorkspace = Optional.empty();
        assertThat(world.policy().workspace()).isEqualTo(world.workspace.toString());
    }

    @Test
    void resolvesTheWorkspaceToItsRealPath() {
        World.link(world.root.resolve("alias"), world.workspace);
        world.cwd = world.root.toString();
        world.givenWorkspace = Optional.of("alias");
        assertThat(world.policy().workspace()).isEqualTo(world.workspace.toString());
        assertThat(world.policy().grants()).extracting(g -> g.path()).containsExactly(world.workspace.toString());
    }

    @Test
    void refusesAWorkspaceThatIsNone() {
        World.file(world.outside.resolve("f"));
        assertThat(workspaceProblem("/nonexistent/x"))
                .extracting(Problem::kind, Problem::message)
                .containsExactly(Problem.Kind.TEXT, "the workspace \"/nonexistent/x\" does not exist");
        assertThat(workspaceProblem(world.outside + "/f").message()).endsWith("is not a directory");
        assertThat(workspaceProblem("").kind()).isEqualTo(Problem.Kind.TEXT);
    }

    @Test
    void refusesTheRootTheHomesAndWhatLiesAboveAsWorkspace() {
        World.link(world.outside.resolve("h"), world.home);
        world.passwdHome = World.directory(world.root.resolve("other")).toString();
        for (String given : new String[] {
            "/",
            world.home.toString(),
            world.outside + "/h",
            world.root.toString(),
            world.passwdHome,
            world.home + "/../home"
        }) {
            assertThat(workspaceProblem(given).kind()).as(given).isEqualTo(Problem.Kind.MACHINE);
        }
    }

    @Test
    void acceptsTheHomeAsAWorkingDirectoryThatIsNotGranted() {
        world.givenWorkspace = Optional.of(world.home.toString());
        world.grantWorkspace = false;
        assertThat(world.policy().workspace()).isEqualTo(world.home.toString());
        assertThat(world.policy().grants()).isEmpty();
    }

    @Test
    void refusesAPrivateRootThatIsALink() {
        World.link(world.root.resolve("tmp/bulle-" + Integer.toUnsignedString(World.uid())), world.outside);
        Problem problem = world.onlyProblem();
        assertThat(problem.kind()).isEqualTo(Problem.Kind.MACHINE);
        assertThat(problem.message()).contains("is a link");
    }

    @Test
    void refusesAPrivateRootThatIsAnothers() throws Exception {
        assumeTrue(World.isRoot(), "only root can give a file away");
        Path root = World.directory(world.root.resolve("tmp/bulle-0"));
        Files.setAttribute(root, "unix:uid", 12345);
        assertThat(world.onlyProblem().message()).contains("belongs to another user");
    }

    @Test
    void doesNotPutThePrivateRootIntoTheWorkspace() throws Exception {
        world.givenWorkspace =
                Optional.of(World.directory(world.root.resolve("tmp/project")).toString());
        assertThat(world.resolve().directories().root()).startsWith(world.root + "/tmp/bulle-");
        World inside = new World(World.directory(world.outside.resolve("inside")));
        inside.givenWorkspace = Optional.of(world.outside + "/inside/tmp");
        assertThat(inside.resolve().directories().root())
                .isEqualTo("/tmp/bulle-" + Integer.toUnsignedString(World.uid()));
    }

    @Test
    void treatsThePrivateTempDirectoryAsThere() {
        world.rw("$TMP/bulle/tmp").rwx("$TMP/bulle/tmp");
        assertThat(world.policy().create()).singleElement().satisfies(creation -> {
            assertThat(creation.path()).endsWith("/bulle/tmp");
            assertThat(creation.directory()).isTrue();
        });
        assertThat(world.outcome("$TMP/bulle/tmp")).isEqualTo("would create");
    }

    @Test
    void grantsNamesThatAreNotUtf8() throws Exception {
        String name = OsString.decode(new byte[] {'a', (byte) 0xff, ' ', '\'', (byte) 0xc3});
        Path odd = Files.createFile(OsPath.of(world.outside + "/" + name));
        assertThat(world.ro(world.outside + "/" + name).granted()).containsExactly("ro T/s/" + name);
        assertThat(world.ro(world.outside + "/a*").entry(world.outside + "/a*").paths())
                .containsExactly(world.outside + "/" + name);
        Files.createSymbolicLink(
                world.outside.resolve("alias"), OsPath.of("/" + name).getFileName());
        assertThat(world.ro(world.outside + "/alias").granted()).contains("ro T/s/" + name, "ro T/s/alias");
        Files.delete(odd);
    }

    @Test
    void acceptsAWorkspaceWhoseNameIsNotUtf8() throws Exception {
        String name = world.root + "/" + OsString.decode(new byte[] {(byte) 0xe9});
        Files.createDirectory(OsPath.of(name));
        world.givenWorkspace = Optional.of(name);
        assertThat(world.policy().workspace()).isEqualTo(name);
        Files.delete(OsPath.of(name));
    }

    @ParameterizedTest
    @CsvSource({"90s, PT90S", "2h30m, PT2H30M", "0, PT0S", "1.5m, PT90S", "500ms, PT0.5S"})
    void readsTheTimeout(String text, Duration duration) {
        world.timeout = Optional.of(text);
        assertThat(world.policy().timeout()).isEqualTo(duration);
    }

    @ParameterizedTest
    @ValueSource(strings = {"90", "s", "", "1h30", "-5s", "1e3s", "99999999999h"})
    void refusesATimeoutThatIsNoDuration(String text) {
        world.timeout = Optional.of(text);
        assertThat(world.onlyProblem())
                .extracting(Problem::kind, Problem::key)
                .containsExactly(Problem.Kind.TEXT, "--timeout");
    }

    @Test
    void hasNoTimeoutWhenNobodySaysOne() {
        assertThat(world.policy().timeout()).isEqualTo(Duration.ZERO);
    }

    @Test
    void listsLimitsInTheirOrderAndLeavesOutThoseThatAreZero() {
        world.limits.put("nofile", "64");
        world.limits.put("memory", "1.5G");
        world.limits.put("cpu", "0");
        world.limits.put("cpu-time", "0s");
        world.limits.put("fsize", "0K");
        assertThat(world.policy().limits())
                .extracting(limit -> limit.name() + "=" + limit.value())
                .containsExactly("memory=1.5G", "nofile=64");
    }

    @ParameterizedTest
    @CsvSource({
        "memory, lots",
        "memory, -1",
        "memory, 1GB",
        "memory, 99999999T",
        "cpu, 50",
        "cpu, %",
        "nproc, 1.5",
        "nofile, -3",
        "fsize, 1 M",
        "cpu-time, 5",
        "cpu-time, 5 s",
        "cpu-time, forever",
        "memroy, 1G"
    })
    void refusesLimitsThatMeanNothing(String name, String value) {
        world.limits.put(name, value);
        assertThat(world.onlyProblem().kind()).isEqualTo(Problem.Kind.TEXT);
    }
}
