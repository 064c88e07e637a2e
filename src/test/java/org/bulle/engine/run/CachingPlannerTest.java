package org.bulle.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.bulle.engine.merge.Overrides;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.EnvironmentVariable;
import org.bulle.engine.policy.PolicyEntry;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.profile.Platform;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.profile.ProblemException;
import org.bulle.engine.resolve.CallerEnvironment;
import org.bulle.engine.resolve.Evidence;
import org.bulle.engine.resolve.Machine;
import org.bulle.engine.resolve.ToolRunner;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A kept plan is never used when planning anew would give another: every input is changed, one by one and in random sequences. */
class CachingPlannerTest {
    private static final String PROFILE = """
            description = "everything that resolving looks at"
            inherits = ["floor"]
            default_app = "app 'two words'"
            ro = ["$DIR/file", "$DIR/link", "$DIR/linked/file", "?$DIR/missing", "?$CACHE/x", "$DIR/glob-*", "?$CARGO_HOME/bin", "README", "?pip:cache"]
            rox = ["which:prog", "pkg:packaged", "$DIR/tree"]
            rw = ["+$DIR/made/", "?$XDG_RUNTIME_DIR/y", "$TMP/bulle/tmp"]
            env = ["PATH", "LANG", "FOO", "SET=$DIR/x:$HOME", "GLOB_*"]
            add_exec = true
            add_libs = true
            """;

    private final Map<String, String> environment = new HashMap<>();
    private final Map<String, String> vars = new HashMap<>();
    private final Map<String, String> limits = new LinkedHashMap<>();
    private final Map<AccessList, List<String>> flagPaths = new HashMap<>();
    private final List<String> flagEnv = new ArrayList<>();
    private final List<String> allow = new ArrayList<>();
    private final List<String> deny = new ArrayList<>();
    private List<String> profiles = List.of("x");
    private List<String> command = List.of();
    private Optional<String> workspace = Optional.empty();
    private Optional<List<String>> allExcept = Optional.empty();
    private Optional<String> envFile = Optional.empty();
    private Optional<String> timeout = Optional.empty();
    private boolean grantWorkspace = true;
    private boolean noDefaults;
    private boolean strictLimits;
    private boolean useCache = true;
    private String passwdHome = "";
    private String cwd = "";
    private String systemTemp = "";
    private Platform platform = Platform.LINUX;
    private int token;
    private final AtomicInteger toolRuns = new AtomicInteger();
    private Path root;
    private Path configRoot;
    private Path dir;
    private Path store;

    @BeforeEach
    void makeMachine(@TempDir Path temp) throws Exception {
        root = temp.toRealPath();
        configRoot = Files.createDirectories(root.resolve("config"));
        Files.createDirectory(configRoot.resolve("profiles"));
        dir = Files.createDirectory(root.resolve("dir"));
        store = configRoot.resolve(".plans");
        for (String directory : List.of("home/.cache", "w", "w2", "tmp", "tmp2", "bin1", "bin2", "other", "run")) {
            Files.createDirectories(root.resolve(directory));
        }
        write("config/profiles/x.toml", PROFILE);
        write("config/config.toml", "[vars]\nDIR = \"" + dir + "\"\n[defaults]\ntimeout = \"90s\"\n");
        write("dir/file", "content\n");
        Files.createSymbolicLink(dir.resolve("link"), Path.of("file"));
        write("other/file", "other\n");
        write("dir/real/file", "linked\n");
        Files.createSymbolicLink(dir.resolve("linked"), Path.of("real"));
        write("dir/glob-1", "");
        write("w/README", "");
        script("bin2/prog", "#!" + root + "/bin2/interpreter\n");
        script("bin2/interpreter", "x");
        script("bin2/app", "#!/usr/bin/env interpreter\n");
        script("dir/pack/age/bin/packaged", "x");
        Files.createSymbolicLink(root.resolve("bin2/packaged"), dir.resolve("pack/age/bin/packaged"));
        script("dir/tree/program", "#!/bin/sh\n");
        write("dir/toolrc", "one");
        environment.put("HOME", root + "/home");
        environment.put("PATH", root + "/bin1:" + root + "/bin2:/usr/bin");
        environment.put("LANG", "C");
        environment.put("FOO", "foo");
        passwdHome = root + "/home";
        cwd = root + "/w";
        systemTemp = root + "/tmp";
    }

    private void write(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private void script(String path, String text) throws IOException {
        write(path, text);
        Files.setPosixFilePermissions(root.resolve(path), PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Stands in for pip: its answer depends on one file, and it says so. */
    private final ToolRunner tool = question -> {
        toolRuns.incrementAndGet();
        String file = dir + "/toolrc";
        return new ToolRunner.Output(
                0,
                root + "/other/" + Files.readString(Path.of(file)) + "\n",
                "",
                Optional.of(Evidence.ofExamined(List.of(file), Set.of(file))));
    };

    private Machine machine() {
        token++;
        try {
            int uid = (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
            return new Machine(
                    CallerEnvironment.of(environment),
                    uid,
                    passwdHome,
                    cwd,
                    systemTemp,
                    platform,
                    String.format("%08x", token));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private RunRequest request() {
        return new RunRequest(
                profiles,
                workspace,
                command,
                new Overrides(flagPaths, flagEnv, allow, deny, noDefaults),
                grantWorkspace,
                vars,
                allExcept,
                envFile,
                timeout,
                limits,
                strictLimits,
                false,
                useCache);
    }

    private CachingPlanner planner() {
        return planner("build", InstantSource.offset(InstantSource.system(), Duration.ofDays(1)));
    }

    private CachingPlanner planner(String build, InstantSource clock) {
        return new CachingPlanner(tool, configRoot, store, machine().uid(), Optional.of(build), clock);
    }

    private CachingPlanner.Planned planned() throws ProblemException {
        return planner().plan(request(), machine(), true);
    }

    /** What planning anew gives, in words that can be compared: a plan, or what is wrong. */
    private String anew() {
        try {
            return words(new Planner(tool).plan(request(), Catalog.load(configRoot), machine()));
        } catch (ProblemException e) {
            return problems(e);
        }
    }

    private String cached() {
        try {
            return words(planned().plan());
        } catch (ProblemException e) {
            return problems(e);
        }
    }

    private String words(Plan plan) {
        StringBuilder out = new StringBuilder();
        for (EnvironmentVariable variable : plan.policy().environment()) {
            out.append(variable.name())
                    .append('=')
                    .append(variable.value())
                    .append(variable.origins())
                    .append('\n');
        }
        plan.merged()
                .env()
                .forEach(value -> out.append(value.name())
                        .append('=')
                        .append(value.value())
                        .append('\n'));
        for (PolicyEntry entry : plan.policy().entries()) {
            out.append(entry).append('\n');
        }
        out.append(plan.merged())
                .append('\n')
                .append(plan.policy())
                .append('\n')
                .append(plan.command())
                .append('\n')
                .append(plan.directories());
        out.append(plan.strictLimits()).append(plan.warnings());
        return out.toString().replaceAll("/shims/[0-9a-f]{8}", "/shims/TOKEN");
    }

    private static String problems(ProblemException e) {
        return e.problems().stream().map(Problem::format).toList().toString();
    }

    private interface Change {
        void make(CachingPlannerTest test) throws Exception;
    }

    private void replaceWithLink(String path, String target) throws IOException {
        Files.deleteIfExists(root.resolve(path));
        Files.createSymbolicLink(root.resolve(path), Path.of(target));
    }

    /** Overwrites in place, keeping size and modification time: only the change time tells. */
    private void overwriteQuietly(String path, String text) throws IOException {
        Path file = root.resolve(path);
        FileTime before = Files.getLastModifiedTime(file);
        assertThat(Files.size(file)).isEqualTo(text.length());
        Files.write(file, text.getBytes(StandardCharsets.UTF_8));
        Files.setLastModifiedTime(file, before);
    }

    private static final Map<String, Change> CHANGES = changes();

    private static Map<String, Change> changes() {
        Map<String, Change> all = new TreeMap<>();
        all.put("HOME", t -> t.environment.put("HOME", t.root + "/other"));
        all.put("no HOME", t -> t.environment.remove("HOME"));
        all.put("PATH", t -> t.environment.put("PATH", t.root + "/bin2:/usr/bin"));
        all.put("XDG_CACHE_HOME", t -> t.environment.put("XDG_CACHE_HOME", t.root + "/other"));
        all.put("XDG_RUNTIME_DIR", t -> t.environment.put("XDG_RUNTIME_DIR", t.root + "/run"));
        all.put("CARGO_HOME", t -> t.environment.put("CARGO_HOME", t.root + "/other"));
        all.put("PIP_CACHE_DIR", t -> t.environment.put("PIP_CACHE_DIR", t.root + "/other"));
        all.put("LANG", t -> t.environment.put("LANG", "fr"));
        all.put("FOO", t -> t.environment.put("FOO", "bar"));
        all.put("no FOO", t -> t.environment.remove("FOO"));
        all.put("GLOB_X", t -> t.environment.put("GLOB_X", "1"));
        all.put("a variable nobody names", t -> t.environment.put("UNRELATED", "1"));
        all.put("home of the password database", t -> t.passwdHome = t.root + "/other");
        all.put("current directory", t -> t.cwd = t.root + "/w2");
        all.put("system temp directory", t -> t.systemTemp = t.root + "/tmp2");
        all.put("platform", t -> t.platform = Platform.MACOS);
        all.put("profiles", t -> t.profiles = List.of("x", "network"));
        all.put("no profiles", t -> t.profiles = List.of());
        all.put("workspace", t -> t.workspace = Optional.of(t.root + "/w2"));
        all.put("command", t -> t.command = List.of("prog"));
        all.put("arguments", t -> t.command = List.of("prog", "secret-" + t.token));
        all.put("missing command", t -> t.command = List.of("nosuchcommand"));
        for (AccessList list : AccessList.values()) {
            all.put("--" + list.key(), t -> t.flagPaths.put(list, List.of(t.root + "/other/file")));
        }
        all.put("--env NAME=VALUE", t -> t.flagEnv.add("FLAG=value-" + t.token));
        all.put("--env NAME", t -> t.flagEnv.add("UNRELATED"));
        all.put("--env over a profile's", t -> t.flagEnv.add("SET=flag"));
        all.put("--allow", t -> t.allow.add("network"));
        all.put("--deny", t -> t.deny.add("network"));
        all.put("--no-defaults", t -> t.noDefaults = true);
        all.put("--no-workspace", t -> t.grantWorkspace = false);
        all.put("--var", t -> t.vars.put("DIR", t.root + "/other"));
        all.put("--env-all-except", t -> t.allExcept = Optional.of(List.of("FOO")));
        all.put("--env-file", t -> {
            t.write("env", "FROM_FILE=1\n");
            t.envFile = Optional.of(t.root + "/env");
        });
        all.put("environment file's text", t -> t.write("env", "FROM_FILE=2\n"));
        all.put("a bad environment file", t -> {
            t.write("env", "bad\n");
            t.envFile = Optional.of(t.root + "/env");
        });
        all.put("--timeout", t -> t.timeout = Optional.of("5s"));
        all.put("a bad --timeout", t -> t.timeout = Optional.of("x"));
        all.put("limits", t -> t.limits.put("nofile", "64"));
        all.put("--strict-limits", t -> t.strictLimits = true);
        all.put(
                "config.toml",
                t -> t.write(
                        "config/config.toml",
                        "[vars]\nDIR = \"" + t.dir + "\"\n[defaults]\ntimeout = \"80s\"\nro = [\"/etc\"]\n"));
        all.put("config.toml in place", t -> {
            String text = Files.readString(t.configRoot.resolve("config.toml"));
            if (text.contains("90s")) {
                t.overwriteQuietly("config/config.toml", text.replace("90s", "70s"));
            }
        });
        all.put("no config.toml", t -> Files.deleteIfExists(t.configRoot.resolve("config.toml")));
        all.put("the profile", t -> t.write("config/profiles/x.toml", PROFILE.replace("\"README\", ", "")));
        all.put("the profile in place", t -> {
            String text = Files.readString(t.configRoot.resolve("profiles/x.toml"));
            t.overwriteQuietly(
                    "config/profiles/x.toml",
                    text.replace("rw = [", "ro = [").replace("ro = [\"$DIR/file\"", "rw = [\"$DIR/file\""));
        });
        all.put(
                "an overlay of a built-in profile",
                t -> t.write("config/profiles/floor.toml", "ro = [\"/etc/hostname\"]\n"));
        all.put("a broken profile beside", t -> t.write("config/profiles/broken.toml", "nonsense = 1\n"));
        all.put("a profile that becomes a link", t -> {
            t.write("elsewhere/y.toml", PROFILE.replace("\"LANG\", ", ""));
            t.replaceWithLink("config/profiles/x.toml", t.root + "/elsewhere/y.toml");
        });
        all.put("a linked profile's text", t -> {
            if (Files.exists(t.root.resolve("elsewhere/y.toml"))) {
                t.write("elsewhere/y.toml", PROFILE.replace("\"FOO\", ", ""));
            }
        });
        all.put(
                "an unreadable profile",
                t -> Files.setPosixFilePermissions(t.configRoot.resolve("profiles/x.toml"), Set.of()));
        all.put("a granted file is gone", t -> Files.deleteIfExists(t.dir.resolve("file")));
        all.put("a missing file has come", t -> t.write("dir/missing", ""));
        all.put("a file has become a directory", t -> {
            Files.deleteIfExists(t.dir.resolve("file"));
            Files.createDirectories(t.dir.resolve("file/sub"));
        });
        all.put("a link leads elsewhere", t -> t.replaceWithLink("dir/link", t.root + "/other/file"));
        all.put("a link leads home", t -> t.replaceWithLink("dir/link", t.root + "/home"));
        all.put("a directory's link leads elsewhere", t -> t.replaceWithLink("dir/linked", t.root + "/other"));
        all.put("one more match of a glob", t -> t.write("dir/glob-2", ""));
        all.put("one match less", t -> Files.deleteIfExists(t.dir.resolve("glob-1")));
        all.put("what + made is there", t -> Files.createDirectories(t.dir.resolve("made")));
        all.put("the private temp directory is there", t -> {
            Path privateRoot = t.root.resolve(
                    "tmp/bulle-" + Integer.toUnsignedString(t.machine().uid()));
            if (!Files.exists(privateRoot, LinkOption.NOFOLLOW_LINKS)) {
                Files.createDirectories(privateRoot.resolve("bulle/tmp"));
            }
        });
        all.put("the private root is a link", t -> {
            Path privateRoot = t.root.resolve(
                    "tmp2/bulle-" + Integer.toUnsignedString(t.machine().uid()));
            if (!Files.exists(privateRoot, LinkOption.NOFOLLOW_LINKS)) {
                Files.createSymbolicLink(privateRoot, t.root.resolve("other"));
            }
        });
        all.put("a program stands earlier on the path", t -> t.script("bin1/prog", "x"));
        all.put(
                "a program cannot be executed any more",
                t -> Files.setPosixFilePermissions(
                        t.root.resolve("bin2/prog"), PosixFilePermissions.fromString("rw-r--r--")));
        all.put("a program is gone", t -> Files.deleteIfExists(t.root.resolve("bin2/interpreter")));
        all.put("a script has another first line", t -> t.script("bin2/app", "#!/bin/sh\n"));
        all.put("a script changes in place", t -> {
            String text = Files.readString(t.root.resolve("bin2/app"));
            if (text.contains("env interpreter")) {
                t.overwriteQuietly("bin2/app", text.replace("env interpreter", "env xxxxxxxxxxx"));
            }
        });
        all.put("a package moves", t -> {
            t.script("other/pack/bin/packaged", "x");
            t.replaceWithLink("bin2/packaged", t.root + "/other/pack/bin/packaged");
        });
        all.put("the tool's own configuration", t -> t.write("dir/toolrc", "two"));
        all.put("the tool's own configuration in place", t -> {
            if (Files.size(t.dir.resolve("toolrc")) == 3) {
                t.overwriteQuietly("dir/toolrc", "six");
            }
        });
        all.put("what the tool names is there", t -> Files.createDirectories(t.root.resolve("other/one")));
        all.put("the workspace is gone", t -> {
            Files.deleteIfExists(t.root.resolve("w/README"));
            Files.deleteIfExists(t.root.resolve("w"));
        });
        all.put("the workspace is a link", t -> {
            t.replaceWithLink("w3", t.root + "/w2");
            t.workspace = Optional.of(t.root + "/w3");
        });
        all.put("the workspace's link leads elsewhere", t -> t.replaceWithLink("w3", t.root + "/other"));
        all.put("the cache of the caller is there", t -> t.write("home/.cache/x", ""));
        all.put("home is where a granted link leads", t -> t.environment.put("HOME", t.dir + "/real"));
        return all;
    }

    static Stream<String> names() {
        return CHANGES.keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("names")
    void neverUsesAStalePlan(String change) throws Exception {
        String before = anew();
        assertThat(planned().cached()).isFalse();
        CachingPlanner.Planned again = planned();
        assertThat(again.cached()).as("the plan was kept").isTrue();
        assertThat(words(again.plan())).isEqualTo(before);
        CHANGES.get(change).make(this);
        assertThat(cached()).isEqualTo(anew());
        assertThat(cached()).as("and when asked once more").isEqualTo(anew());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void neverUsesAStalePlanAfterAnySequenceOfChanges(long seed) throws Exception {
        Random random = new Random(seed);
        List<String> sequence = new ArrayList<>(CHANGES.keySet());
        Collections.shuffle(sequence, random);
        for (String change : sequence) {
            try {
                CHANGES.get(change).make(this);
            } catch (IOException impossibleByNow) {
                // An earlier change took away what this one needs.
                continue;
            }
            assertThat(cached()).as(change).isEqualTo(anew());
        }
        assertThat(store).isNotEmptyDirectory();
    }

    @Test
    void changesThatMatterAreAmongThem() throws Exception {
        int different = 0;
        String before = anew();
        for (String change : List.of(
                "a program stands earlier on the path",
                "a script changes in place",
                "config.toml in place",
                "a link leads elsewhere",
                "the profile in place",
                "a granted file is gone")) {
            CHANGES.get(change).make(this);
            String after = anew();
            different += after.equals(before) ? 0 : 1;
            before = after;
        }
        assertThat(different).isEqualTo(6);
    }

    @Test
    void readsNoProfileAndAsksNoToolOnAHit() throws Exception {
        planned();
        int runs = toolRuns.get();
        assertThat(runs).isLessThanOrEqualTo(1);
        CachingPlanner.Planned hit = planned();
        assertThat(hit.cached()).isTrue();
        assertThat(hit.catalog()).isEmpty();
        assertThat(toolRuns).hasValue(runs);
    }

    @Test
    void asksAToolOnlyOnceForDifferentPlans() throws Exception {
        planned();
        assumeTrue(toolRuns.get() == 1, "no pip here that only the administrator can change");
        command = List.of("prog");
        assertThat(planned().cached()).isFalse();
        assertThat(toolRuns).hasValue(1);
        write("dir/toolrc", "new");
        planned();
        assertThat(toolRuns).hasValue(2);
    }

    @Test
    void usesOnePlanForAllArgumentsOfACommand() throws Exception {
        command = List.of("prog", "a");
        planned();
        command = List.of("prog", "b", "c");
        CachingPlanner.Planned hit = planned();
        assertThat(hit.cached()).isTrue();
        assertThat(hit.plan().policy().command().orElseThrow().arguments()).containsExactly("prog", "b", "c");
    }

    @Test
    void givesEveryRunAShimDirectoryOfItsOwn() throws Exception {
        String first = planned().plan().directories().shims().orElseThrow();
        CachingPlanner.Planned hit = planned();
        assertThat(hit.cached()).isTrue();
        String second = hit.plan().directories().shims().orElseThrow();
        assertThat(second).isNotEqualTo(first);
        assertThat(hit.plan().policy().grants())
                .anyMatch(grant -> grant.path().equals(second))
                .noneMatch(grant -> grant.path().equals(first));
        assertThat(hit.plan().policy().environment())
                .anyMatch(variable ->
                        variable.name().equals("PATH") && variable.value().equals(second));
    }

    @Test
    void keepsNoValueAndNoArgumentOnDisk() throws Exception {
        environment.put("FOO", "hunter2");
        flagEnv.add("FLAG=hunter2");
        command = List.of("prog", "--password=hunter2");
        write("env", "FROM_FILE=hunter2\n");
        envFile = Optional.of(root + "/env");
        allExcept = Optional.of(List.of());
        environment.put("TOKEN", "hunter2");
        planned();
        assertThat(planned().cached()).isTrue();
        try (Stream<Path> files = Files.list(store)) {
            List<Path> kept = files.toList();
            assertThat(kept).isNotEmpty();
            for (Path file : kept) {
                byte[] bytes = Files.readAllBytes(file);
                assertThat(new String(bytes, StandardCharsets.ISO_8859_1)).doesNotContain("hunter2");
                assertThat(new String(bytes, StandardCharsets.ISO_8859_1).replace("\0", ""))
                        .doesNotContain("hunter2");
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                        .isEqualTo("rw-------");
            }
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(store)))
                .isEqualTo("rwx------");
    }

    @Test
    void keepsNothingThatChangedJustNow() throws Exception {
        CachingPlanner planner = planner("build", InstantSource.fixed(Instant.now()));
        planner.plan(request(), machine(), true);
        assertThat(planner.plan(request(), machine(), true).cached()).isFalse();
    }

    @Test
    void writesNothingWhenItOnlyInspects() throws Exception {
        planner().plan(request(), machine(), false);
        try (Stream<Path> files = Files.exists(store) ? Files.list(store) : Stream.empty()) {
            assertThat(files).allMatch(file -> toolRuns.get() == 1);
        }
        assertThat(planner().plan(request(), machine(), false).cached()).isFalse();
    }

    @Test
    void resolvesAnewWhenToldSo() throws Exception {
        planned();
        useCache = false;
        assertThat(planned().cached()).isFalse();
        assertThat(planned().catalog()).isPresent();
    }

    @Test
    void usesNoPlanOfAnotherBuild() throws Exception {
        planned();
        InstantSource clock = InstantSource.offset(InstantSource.system(), Duration.ofDays(1));
        assertThat(planner("another", clock).plan(request(), machine(), true).cached())
                .isFalse();
    }

    @Test
    void usesNothingThatOthersCouldHaveWritten() throws Exception {
        planned();
        Files.setPosixFilePermissions(store, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThat(planned().cached()).isFalse();
        Files.setPosixFilePermissions(store, PosixFilePermissions.fromString("rwx------"));
        assertThat(planned().cached()).isTrue();
        Path moved = root.resolve("moved");
        Files.move(store, moved);
        Files.createSymbolicLink(store, moved);
        assertThat(planned().cached()).isFalse();
    }

    @Test
    void survivesDamagedFiles() throws Exception {
        planned();
        String expected = anew();
        Random random = new Random(7);
        List<Path> files;
        try (Stream<Path> list = Files.list(store)) {
            files = list.toList();
        }
        for (Path file : files) {
            byte[] sound = Files.readAllBytes(file);
            for (int i = 0; i < 60; i++) {
                byte[] damaged =
                        i % 3 == 0 ? java.util.Arrays.copyOf(sound, random.nextInt(sound.length)) : sound.clone();
                for (int k = 0; k < 8 && damaged.length > 0; k++) {
                    damaged[random.nextInt(damaged.length)] ^= (byte) (1 + random.nextInt(255));
                }
                Files.write(file, damaged);
                assertThat(words(planner().plan(request(), machine(), false).plan()))
                        .isEqualTo(expected);
            }
            Files.write(file, sound);
        }
    }

    @Test
    void readsGarbageAsNoPlan() {
        Random random = new Random(11);
        for (int i = 0; i < 2_000; i++) {
            byte[] noise = new byte[random.nextInt(300)];
            random.nextBytes(noise);
            assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> PlanCodec.read(noise, text -> text)))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void plansWithoutAPlaceToKeepPlans() throws Exception {
        write("config/.plans", "a file where a directory should be");
        assertThat(words(planned().plan())).isEqualTo(anew());
        assertThat(planned().cached()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"config", "config/profiles", "config/config.toml", "."})
    void keepsNothingOfARunThatMayWriteTheConfiguration(String granted) throws Exception {
        planned();
        flagPaths.put(AccessList.RW, List.of(root.resolve(granted).normalize().toString()));
        CachingPlanner.Planned exposed = planned();
        assertThat(exposed.exposed()).isTrue();
        assertThat(exposed.plan().warnings())
                .anyMatch(problem -> problem.message().contains("profiles of later runs"));
        assertThat(planned().cached()).as("it was not kept").isFalse();
        planner().forget();
        flagPaths.clear();
        assertThat(planned().cached()).as("nothing is left of the others").isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"rwx------", "rwxrwxrwx", "r-x------"})
    void forgetsWhateverACommandHasDoneToTheKeptPlans(String mode) throws Exception {
        planned();
        Path outside = Files.createDirectories(root.resolve("outside/kept"));
        Files.createDirectories(store.resolve("0/in/there"));
        Files.writeString(store.resolve("0/in/file"), "x");
        Files.createSymbolicLink(store.resolve("0/in/link"), outside.getParent());
        Files.createSymbolicLink(store.resolve("00"), outside.getParent());
        Files.setPosixFilePermissions(store, PosixFilePermissions.fromString(mode));
        assertThat(planner().forget()).isTrue();
        try (Stream<Path> left = Files.list(store)) {
            assertThat(left.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder(".gitignore", "CACHEDIR.TAG");
        }
        assertThat(outside).isDirectory();
        assertThat(planned().cached()).isFalse();
    }

    @Test
    void usesNothingOfADirectoryThatItMayNotClear() throws Exception {
        planned();
        Files.setPosixFilePermissions(store, PosixFilePermissions.fromString("r-x------"));
        assertThat(planned().cached()).isFalse();
    }

    @Test
    void forgetsNothingBehindALink() throws Exception {
        planned();
        Path moved = root.resolve("moved");
        Files.move(store, moved);
        Files.createSymbolicLink(store, moved);
        planner().forget();
        assertThat(moved).isDirectoryContaining(file -> !file.endsWith(".gitignore") && !file.endsWith("CACHEDIR.TAG"));
    }

    @Test
    void hasForgottenWhatWasNeverKept() {
        assertThat(planner().forget()).isTrue();
    }

    @Test
    void seesTheConfigurationBehindALink() throws Exception {
        Files.move(configRoot, root.resolve("dotfiles"));
        Files.createSymbolicLink(configRoot, Path.of("dotfiles"));
        for (String granted : List.of("dotfiles", "dotfiles/profiles")) {
            flagPaths.put(AccessList.RW, List.of(root + "/" + granted));
            assertThat(planned().exposed()).as(granted).isTrue();
        }
        flagPaths.put(AccessList.RO, flagPaths.remove(AccessList.RW));
        assertThat(planned().exposed()).as("reading").isFalse();
    }

    /** Whoever may write there and not the configuration would gain by it. */
    @Test
    void noCommandMayWriteTheKeptPlansAlone() throws Exception {
        planned();
        for (String granted : List.of("", "/x")) {
            flagPaths.put(AccessList.RW, List.of("+" + store + granted));
            assertThat(cached()).contains("no command may write " + store);
            useCache = false;
            assertThat(cached()).contains("no command may write " + store);
            useCache = true;
        }
        flagPaths.clear();
        workspace = Optional.of(store.toString());
        assertThat(cached()).contains("no command may write " + store);
    }

    @Test
    void keepsOnlySoManyPlans() throws Exception {
        PrivateStore small =
                new PrivateStore(root.resolve("state/many"), machine().uid());
        for (int i = 0; i < 600; i++) {
            small.keep(("key" + i).getBytes(StandardCharsets.UTF_8), new byte[] {1});
        }
        try (Stream<Path> files = Files.list(small.directory())) {
            assertThat(files.count()).isBetween(150L, 260L);
        }
        assertThat(small.find("key599".getBytes(StandardCharsets.UTF_8))).contains(new byte[] {1});
        assertThat(small.find("key0".getBytes(StandardCharsets.UTF_8))).isEmpty();
    }
}
