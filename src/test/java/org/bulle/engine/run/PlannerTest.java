package org.bulle.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.bulle.engine.merge.Overrides;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Grant;
import org.bulle.engine.policy.Limit;
import org.bulle.engine.policy.Network;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.profile.Platform;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.profile.ProblemException;
import org.bulle.engine.resolve.CallerEnvironment;
import org.bulle.engine.resolve.CommandLookup;
import org.bulle.engine.resolve.Machine;
import org.bulle.engine.resolve.PolicyResolver;
import org.bulle.engine.resolve.ToolRunner;
import org.bulle.engine.sandbox.seccomp.ListenerSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The whole line from TOML to the policy, on the built-in profiles and on users' files. */
class PlannerTest {
    private final Map<String, String> environment = new HashMap<>();
    private final Map<AccessList, List<String>> flagPaths = new HashMap<>();
    private final Map<String, String> limits = new LinkedHashMap<>();
    private final List<String> command = new ArrayList<>();
    private List<String> profiles = List.of();
    private Optional<String> timeout = Optional.empty();
    private boolean strictLimits;
    private boolean noDefaults;
    private Platform platform = Platform.LINUX;
    private ListenerSupport supervision = new ListenerSupport.Available(true);
    private Path root;
    private Path workspace;
    private Path configRoot;

    @BeforeEach
    void makePlaces(@TempDir Path temp) throws IOException {
        root = temp.toRealPath();
        workspace = Files.createDirectory(root.resolve("w"));
        configRoot = Files.createDirectories(root.resolve("home/.config/bulle"));
        Files.createDirectory(configRoot.resolve("profiles"));
        Files.createDirectory(root.resolve("tmp"));
        environment.put("HOME", root + "/home");
        environment.put("PATH", "/usr/bin:/bin");
    }

    private Machine machine() throws IOException {
        int uid = (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
        return new Machine(
                CallerEnvironment.of(environment),
                uid,
                root + "/home",
                workspace.toString(),
                root + "/tmp",
                platform,
                "0123abcd");
    }

    private Plan plan() throws ProblemException {
        try {
            ControlGroups none =
                    new ControlGroups(root.resolve("none"), root.resolve("none"), true, _ -> false, () -> 1);
            return new Planner(
                            ToolRunner.refusing("no tools in this test"), new LimitMechanisms(none, () -> supervision))
                    .plan(
                            new RunRequest(
                                    profiles,
                                    Optional.empty(),
                                    command,
                                    new Overrides(flagPaths, List.of(), List.of(), List.of(), noDefaults),
                                    true,
                                    Map.of(),
                                    Optional.empty(),
                                    Optional.empty(),
                                    timeout,
                                    limits,
                                    strictLimits,
                                    false,
                                    true),
                            Catalog.load(configRoot),
                            machine());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private void write(String file, String text) throws IOException {
        Files.writeString(configRoot.resolve(file), text);
    }

    private AccessList rights(Plan plan, String path) {
        return plan.policy().grants().stream()
                .filter(grant -> grant.path().equals(path))
                .map(Grant::access)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void runsACommandUnderTheDefaultProfileWithNothingOfAnyTool() throws Exception {
        command.add("printf");
        Plan plan = plan();
        assertThat(plan.command()).isInstanceOf(CommandLookup.Found.class);
        assertThat(plan.policy().network()).isEqualTo(Network.FULL);
        assertThat(plan.policy().grants())
                .extracting(Grant::path)
                .contains("/usr/bin/printf", "/usr/lib", "/dev/null", workspace.toString())
                .doesNotContain("/usr/bin", "/usr");
        assertThat(plan.policy().profiles()).containsExactly("default");
    }

    @Test
    void givesToolItsPathAndItsPrivateTemp() throws Exception {
        profiles = List.of("tool");
        command.add("sh");
        Plan plan = plan();
        assertThat(plan.policy().network()).isEqualTo(Network.NONE);
        assertThat(rights(plan, "/usr/bin")).isEqualTo(AccessList.ROX);
        assertThat(rights(plan, plan.directories().temp())).isEqualTo(AccessList.RW);
        assertThat(plan.policy().environment())
                .anySatisfy(variable -> assertThat(variable.name()).isEqualTo("TMPDIR"));
        assertThat(plan.policy().environment())
                .anySatisfy(variable -> assertThat(variable.value()).isEqualTo("/usr/bin:/bin"));
        assertThat(root.resolve("tmp")).isEmptyDirectory();
    }

    static Stream<String> builtInProfiles() {
        return Catalog.load(Path.of("/nonexistent")).names().stream();
    }

    /** As a user's machine may have none of the tools. */
    @ParameterizedTest
    @MethodSource("builtInProfiles")
    void plansEveryBuiltInProfileWhereNoToolIsInstalled(String name) throws Exception {
        profiles = List.of(name);
        environment.put("PATH", root + "/empty");
        Plan plan = plan();
        assertThat(plan.policy().entries()).isNotEmpty();
        assertThat(plan.policy().grants())
                .noneMatch(grant -> grant.path().equals("/") || grant.path().equals(root + "/home"));
        try (Stream<Path> home = Files.list(root.resolve("home"))) {
            assertThat(home).containsExactly(root.resolve("home/.config"));
        }
    }

    @Test
    void warnsOfBrokenProfilesThatItDoesNotUse() throws Exception {
        write("profiles/broken.toml", "nonsense = 1\n");
        profiles = List.of("tool");
        assertThat(plan().warnings()).extracting(Problem::file).containsExactly(configRoot + "/profiles/broken.toml");
    }

    @Test
    void failsOnABrokenProfileThatItUses() throws Exception {
        write("profiles/broken.toml", "nonsense = 1\n");
        profiles = List.of("broken");
        assertThatThrownBy(this::plan)
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e -> assertThat(e.problems()).extracting(Problem::kind).containsOnly(Problem.Kind.TEXT));
    }

    @Test
    void takesTimeoutAndLimitsFromTheConfigurationUnlessAFlagSaysOtherwise() throws Exception {
        write(
                "config.toml",
                "[defaults]\ntimeout = \"90s\"\n[defaults.limits]\nmemory = \"2G\"\nnofile = \"64\"\n[defaults.linux.limits]\nmemory = \"1G\"\n");
        limits.put("nofile", "0");
        Plan plan = plan();
        assertThat(plan.policy().timeout()).isEqualTo(Duration.ofSeconds(90));
        assertThat(plan.policy().limits())
                .extracting(limit -> limit.name() + "=" + limit.value())
                .containsExactly("memory=1G");
        timeout = Optional.of("1m");
        assertThat(plan().policy().timeout()).isEqualTo(Duration.ofMinutes(1));
        noDefaults = true;
        timeout = Optional.empty();
        limits.clear();
        assertThat(plan().policy().timeout()).isEqualTo(Duration.ZERO);
        assertThat(plan().policy().limits()).isEmpty();
    }

    private void assertWarned(String directory, String what) throws ProblemException, IOException {
        Files.createDirectories(root.resolve(directory));
        flagPaths.put(AccessList.RW, List.of(root + "/" + directory));
        command.clear();
        command.add("sh");
        assertThat(plan().warnings())
                .extracting(Problem::message)
                .as(directory)
                .contains("the command may write " + root + "/" + directory + ", " + what);
    }

    @Test
    void warnsOfACommandThatMayWriteWhatIsRememberedOfRuns() throws Exception {
        String records = "where the records of runs and their scratches lie";
        assertWarned("home/.local/state", records);
        environment.put("XDG_STATE_HOME", root + "/elsewhere");
        assertWarned("elsewhere", records);
        platform = Platform.MACOS;
        assertWarned("home/Library/Application Support", records);
    }

    @Test
    void warnsOfACommandThatMayWriteWhereTheConfigurationPutsScratches() throws Exception {
        write("config.toml", "[scratch]\ndir = \"~/WORKSPACES/scratches\"\n");
        assertWarned("home/WORKSPACES", "where the scratches of runs lie");
    }

    @ParameterizedTest
    @ValueSource(strings = {"$WORKSPACE/s", "${JAVA_HOME:-${WORKSPACE}}/s"})
    void keepsNoScratchesInAWorkspace(String directory) throws Exception {
        write("config.toml", "[scratch]\ndir = \"" + directory + "\"\n");
        PolicyResolver resolver = new PolicyResolver(machine(), ToolRunner.refusing("no tools in this test"));
        assertThatThrownBy(() -> resolver.scratchRoot(Catalog.load(configRoot).configuration()))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("cannot depend on the workspace");
    }

    @Test
    void refusesALimitThatCannotBeEnforcedWhenToldToBeStrict() throws Exception {
        limits.put("memory", "1G");
        assertThat(plan().policy().limits())
                .singleElement()
                .satisfies(limit -> assertThat(limit.enforced()).isFalse());
        strictLimits = true;
        assertThatThrownBy(this::plan)
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e -> assertThat(e.problems()).extracting(Problem::kind).containsExactly(Problem.Kind.TEXT))
                .hasMessageContaining("--strict-limits refuses the run");
        limits.put("memory", "0");
        limits.put("nofile", "64");
        assertThat(plan().strictLimits()).isTrue();
        assertThat(plan().policy().limits()).extracting(Limit::mechanism).containsExactly("RLIMIT_NOFILE");
    }

    /** The supervisor puts limits on, and there is none inside another one. */
    @Test
    void promisesNoLimitInsideAnotherSandbox() throws Exception {
        supervision = new ListenerSupport.Occupied();
        limits.put("nofile", "64");
        assertThat(plan().policy().limits()).singleElement().satisfies(limit -> {
            assertThat(limit.enforced()).isFalse();
            assertThat(limit.reason().english()).contains("one supervisor");
        });
        strictLimits = true;
        command.add("sh");
        assertThatThrownBy(this::plan)
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("--strict-limits refuses the run");
    }

    @Test
    void warnsWhenTheCommandCanWriteTheProfilesOfLaterRuns() throws Exception {
        flagPaths.put(AccessList.RW, List.of(root + "/home/.config"));
        assertThat(plan().warnings())
                .extracting(Problem::message)
                .anyMatch(message -> message.contains("where the profiles of later runs lie"));
    }

    @Test
    void pointsAtTheLineOfAProfilesEntry() throws Exception {
        write("profiles/x.toml", "description = \"x\"\nrw = [\n  \"/nonexistent/a\",\n]\n");
        profiles = List.of("x");
        assertThatThrownBy(this::plan)
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e -> assertThat(e.problems())
                                .extracting(Problem::file, Problem::line, Problem::column, Problem::kind)
                                .containsExactly(org.assertj.core.api.Assertions.tuple(
                                        configRoot + "/profiles/x.toml", 3, 3, Problem.Kind.MACHINE)));
    }
}
