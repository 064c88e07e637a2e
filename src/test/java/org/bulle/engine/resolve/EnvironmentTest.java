package org.bulle.engine.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bulle.engine.policy.EnvironmentVariable;
import org.bulle.engine.policy.OsString;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.profile.ProblemException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EnvironmentTest {
    private World world;

    @BeforeEach
    void makeWorld(@TempDir Path temp) {
        world = new World(temp);
    }

    private List<String> names() {
        return world.policy().environment().stream()
                .map(EnvironmentVariable::name)
                .toList();
    }

    private void envFile(String content) {
        World.file(world.outside.resolve("env"), content);
        world.envFile = Optional.of(world.outside + "/env");
    }

    @Test
    void passesOnNothingThatIsNotNamed() {
        world.environment.put("TOKEN", "x");
        assertThat(names()).isEmpty();
    }

    @Test
    void copiesANamedVariableWhenItIsSet() {
        world.environment.put("B", "");
        world.environment.put("A", "x");
        assertThat(world.env("A").env("B").env("C").policy().environment())
                .extracting(v -> v.name() + "=" + v.value())
                .containsExactly("A=x", "B=");
    }

    @Test
    void matchesGlobsAgainstTheCallersNames() {
        world.environment.putAll(Map.of("LC_ALL", "1", "LC_TIME", "2", "LCX", "3", "X_LC_", "4"));
        assertThat(world.env("LC_*")).isNotNull();
        assertThat(names()).containsExactly("LC_ALL", "LC_TIME");
    }

    @Test
    void expandsPathVariablesInAProfilesValue() {
        world.env("A=$TMP/x:${HOME}/y:~:$CARGO").vars.put("CARGO", "/c");
        assertThat(world.variable("A"))
                .contains(world.root + "/tmp/bulle-" + Integer.toUnsignedString(World.uid()) + "/x:" + world.home
                        + "/y:~:/c");
        assertThat(world.env("B=~/x").variable("B")).contains(world.home + "/x");
        assertThat(world.env("C=a*b?[x]\\$HOME \\n \\\\ $ 100%").variable("C")).contains("a*b?[x]$HOME \\n \\ $ 100%");
    }

    @Test
    void doesNotSetAValueWhoseVariableIsUnset() {
        assertThat(world.env("A=$CARGO_HOME/x").variable("A")).isEmpty();
        assertThat(world.env("B=${CARGO_HOME:-/d}/x").variable("B")).contains("/d/x");
    }

    @Test
    void neverRepeatsAValueInAMessage() {
        Problem problem = world.env("A=hunter2$NOSUCHVARIABLE").onlyProblem();
        assertThat(problem.format())
                .contains("the value of A names the unknown variable $NOSUCHVARIABLE")
                .doesNotContain("hunter2");
        assertThat(world.env("A=hunter2${HOME").onlyProblem().format()).doesNotContain("hunter2");
    }

    @Test
    void takesAFlagsValueLiterally() {
        assertThat(world.flagEnv("A=$HOME/~").variable("A")).contains("$HOME/~");
    }

    @Test
    void prefersAWrittenNameOverAGlob() {
        world.environment.put("AWS_REGION", "parent");
        assertThat(world.env("AWS_REGION=profile").env("AWS_*").variable("AWS_REGION"))
                .contains("profile");
    }

    @Test
    void passesEverythingExceptWhatIsNamed() {
        world.environment.putAll(Map.of("TOKEN", "x", "AWS_KEY", "y", "KEPT", "z"));
        world.envAllExcept = Optional.of(List.of("TOKEN", "AWS_*"));
        assertThat(names()).contains("KEPT", "HOME").doesNotContain("TOKEN", "AWS_KEY");
    }

    @Test
    void doesNotLetAllOverrideWhatAProfileSets() {
        world.environment.put("A", "parent");
        world.envAllExcept = Optional.of(List.of());
        assertThat(world.env("A=profile").variable("A")).contains("profile");
    }

    @Test
    void letsTheFileOverrideProfileAndAll() {
        world.environment.put("A", "parent");
        world.environment.put("B", "parent");
        world.envAllExcept = Optional.of(List.of());
        envFile("A=file\nB=file\n");
        assertThat(world.env("A=profile").variable("A")).contains("file");
        assertThat(world.variable("B")).contains("file");
    }

    @Test
    void letsAFlagOverrideTheFile() {
        world.environment.put("C", "parent");
        envFile("A=file\nC=file\nD=file\n");
        world.flagEnv("A=flag").flagEnv("C").flagEnv("D");
        assertThat(world.variable("A")).contains("flag");
        assertThat(world.variable("C")).contains("parent");
        assertThat(world.variable("D")).contains("file");
    }

    @Test
    void readsAnEnvironmentFile() {
        envFile("\ufeff\n# comment\n  export A=1  \nB=\"two words\"\r\nC='x\"'\nD=\"\nE=\n_F.g-h=a=b # kept\n");
        assertThat(world.policy().environment())
                .extracting(v -> v.name() + "=" + v.value())
                .containsExactly("A=1", "B=two words", "C=x\"", "D=\"", "E=", "_F.g-h=a=b # kept");
        assertThat(world.policy().environment().getFirst().origins().getFirst().line())
                .isEqualTo(3);
    }

    @Test
    void keepsTheBytesOfAnEnvironmentFile() throws Exception {
        Files.write(world.outside.resolve("env"), new byte[] {'A', '=', (byte) 0xff, (byte) 0xc3, (byte) 0xa9, '\n'});
        world.envFile = Optional.of(world.outside + "/env");
        assertThat(OsString.encode(world.variable("A").orElseThrow())).containsExactly(0xff, 0xc3, 0xa9);
    }

    @Test
    void namesEveryBadLineButNotWhatItSays() {
        envFile("A=1\nhunter2\nB=2\n1X=hunter2\nA B=hunter2\n");
        List<Problem> problems = world.problems();
        assertThat(problems).extracting(Problem::line).containsExactly(2, 4, 5);
        assertThat(problems).allSatisfy(problem -> {
            assertThat(problem.kind()).isEqualTo(Problem.Kind.TEXT);
            assertThat(problem.file()).isEqualTo(world.outside + "/env");
            assertThat(problem.format()).doesNotContain("hunter2");
        });
    }

    @Test
    void saysThatAnEnvironmentFileIsMissing() {
        world.envFile = Optional.of("nosuch.env");
        assertThat(world.onlyProblem().message()).isEqualTo("the file nosuch.env does not exist");
        world.envFile = Optional.of(world.outside.toString());
        assertThat(world.onlyProblem().message()).contains("cannot be read");
    }

    @Test
    void findsAnEnvironmentFileFromTheCurrentDirectory() {
        envFile("A=1\n");
        world.cwd = world.outside.toString();
        world.envFile = Optional.of("env");
        assertThat(world.variable("A")).contains("1");
    }

    @Test
    void pointsTemporaryVariablesToThePrivateDirectoryWithTool() {
        world.chain.add("tool");
        String temp = world.root + "/tmp/bulle-" + Integer.toUnsignedString(World.uid()) + "/bulle/tmp";
        for (String name : List.of("TMPDIR", "TMP", "TEMP", "BUN_TMPDIR")) {
            assertThat(world.variable(name)).contains(temp);
        }
        assertThat(world.policy().create()).extracting(c -> c.path()).containsExactly(temp);
        assertThat(world.granted()).containsExactly("rw " + temp.replace(world.root.toString(), "T"));
    }

    @Test
    void leavesTemporaryVariablesAloneWhereSomebodySaysOtherwise() {
        world.chain.add("tool");
        world.environment.put("TMPDIR", "/parent");
        world.envAllExcept = Optional.of(List.of());
        assertThat(world.variable("TMPDIR").orElseThrow()).endsWith("/bulle/tmp");
        assertThat(world.flagEnv("TMPDIR").variable("TMPDIR")).contains("/parent");
        assertThat(world.env("TEMP=/profile").variable("TEMP")).contains("/profile");
    }

    @Test
    void reducesThePathToDirectoriesInExecutableGrants() {
        World.directory(world.outside.resolve("x/bin"));
        World.directory(world.outside.resolve("r/bin"));
        World.link(world.outside.resolve("alias"), "x/bin");
        world.env("PATH="
                + String.join(
                        ":",
                        world.outside + "/r/bin",
                        "",
                        "relative",
                        world.outside + "/alias",
                        "/nonexistent",
                        world.outside + "/x/bin",
                        world.outside + "/alias"));
        world.rox(world.outside + "/x").ro(world.outside + "/r");
        assertThat(world.variable("PATH")).contains(world.outside + "/alias:" + world.outside + "/x/bin");
    }

    @Test
    void hasNoPathRatherThanAnEmptyOne() {
        assertThat(world.env("PATH").variable("PATH")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"A\0B=x", "A=x\0y"})
    void refusesZeroBytes(String entry) {
        assertThat(world.flagEnv(entry).onlyProblem().kind()).isEqualTo(Problem.Kind.TEXT);
    }

    @Test
    void neverPrintsAValue() throws ProblemException {
        world.environment.put("TOKEN", "hunter2");
        world.env("TOKEN").env("OTHER=hunter2");
        envFile("THIRD=hunter2\n");
        assertThat(world.resolve().toString() + world.machine()).doesNotContain("hunter2");
    }

    @Test
    void givesBackTheCallersValuesThatTheStartScriptSetAside() {
        byte[] environ =
                "A=1\0LC_ALL=C.UTF-8\0BULLE_CALLER_LC_ALL=fr_FR\0BULLE_CALLER_JAVA_TOOL_OPTIONS=-Dx\0_JPACKAGE_LAUNCHER=1\0A=2\0=x\0bad\0B=\0"
                        .getBytes(StandardCharsets.UTF_8);
        assertThat(CallerEnvironment.parse(environ).variables())
                .isEqualTo(new java.util.TreeMap<>(
                        Map.of("A", "1", "LC_ALL", "fr_FR", "JAVA_TOOL_OPTIONS", "-Dx", "B", "")));
    }

    @Test
    void takesAwayTheLocaleThatTheStartScriptSet() {
        assertThat(CallerEnvironment.parse("LC_ALL=C.UTF-8\0".getBytes(StandardCharsets.UTF_8))
                        .variables())
                .isEmpty();
    }

    @Test
    void keepsTheBytesOfTheCallersEnvironment() {
        byte[] environ = {'A', '=', (byte) 0xff, 0};
        assertThat(CallerEnvironment.parse(environ).get("A").map(OsString::encode))
                .contains(new byte[] {(byte) 0xff});
    }

    @Test
    void readsThisProcessesEnvironment() throws Exception {
        assertThat(CallerEnvironment.read().get("HOME")).isEqualTo(Optional.ofNullable(System.getenv("HOME")));
        Machine machine = Machine.current();
        assertThat(machine.uid()).isEqualTo(World.uid());
        assertThat(machine.cwd()).isEqualTo(Path.of("").toAbsolutePath().toString());
        assertThat(machine.token())
                .matches("[0-9a-f]{8}")
                .isNotEqualTo(Machine.current().token());
    }
}
