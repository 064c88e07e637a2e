package org.bulle.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.bulle.engine.denial.DenialMode;
import org.bulle.engine.history.RecordedRun;
import org.bulle.engine.history.RunContext;
import org.bulle.engine.history.RunHistory;
import org.bulle.engine.jna.linux.Fcntl;
import org.bulle.engine.jna.linux.Kernel;
import org.bulle.engine.jna.linux.NativeArena;
import org.bulle.engine.jna.linux.Syscall;
import org.bulle.engine.merge.Overrides;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.profile.Platform;
import org.bulle.engine.resolve.CallerEnvironment;
import org.bulle.engine.resolve.Machine;
import org.bulle.engine.resolve.ToolRunner;
import org.bulle.engine.run.Plan;
import org.bulle.engine.run.Planner;
import org.bulle.engine.run.RunOptions;
import org.bulle.engine.run.RunRequest;
import org.bulle.engine.run.SandboxedToolRunner;
import org.bulle.engine.sandbox.Backend;
import org.bulle.engine.sandbox.landlock.LandlockBackend;

/** Recorded runs of real tools through the whole line in the test's own process, with a home and a workspace that are nobody else's. */
final class RecordedLab implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 60;

    private final Path root;
    private final Map<String, String> environment = new HashMap<>();
    private final Map<AccessList, List<String>> paths = new EnumMap<>(AccessList.class);
    private final List<String> allow = new ArrayList<>();
    private final Backend backend = new LandlockBackend();
    private final ToolRunner tools = new SandboxedToolRunner(backend);
    private final RunHistory history;

    RecordedLab() throws IOException {
        root = Files.createTempDirectory("bulle-recorded").toRealPath();
        for (String name : List.of("home", "config", "tmp", "w")) {
            Files.createDirectory(root.resolve(name));
        }
        history = new RunHistory(root.resolve("runs"));
        environment.put("HOME", home().toString());
        environment.put("TMPDIR", root.resolve("tmp").toString());
        environment.put("PATH", "/usr/bin:/bin");
        environment.put("LC_ALL", "C.UTF-8");
        environment.put("TERM", "xterm");
    }

    Path home() {
        return root.resolve("home");
    }

    Path workspace() {
        return root.resolve("w");
    }

    RunHistory history() {
        return history;
    }

    RecordedLab with(String name, String value) {
        environment.put(name, value.replace("~", home().toString()));
        return this;
    }

    /** One more entry, as it would stand in a profile under that key. */
    RecordedLab grant(String list, String entry) {
        if (list.equals("allow")) {
            allow.add(entry);
            return this;
        }
        AccessList found = Stream.of(AccessList.values())
                .filter(each -> each.key().equals(list))
                .findFirst()
                .orElseThrow();
        paths.computeIfAbsent(found, _ -> new ArrayList<>()).add(entry);
        return this;
    }

    /** What the last command wrote to its standard output and error. */
    String output() throws IOException {
        return Files.readString(root.resolve("output"), java.nio.charset.StandardCharsets.ISO_8859_1);
    }

    RecordedRun.Outcome run(String profiles, List<String> environmentNames, List<String> command) throws Exception {
        Machine machine = new Machine(
                CallerEnvironment.of(environment),
                Account.currentId(),
                home().toString(),
                workspace().toString(),
                root.resolve("tmp").toString(),
                Platform.LINUX,
                "00000000");
        Catalog catalog = Catalog.load(root.resolve("config"));
        RunRequest request = new RunRequest(
                List.of(profiles.split(",")),
                Optional.empty(),
                command,
                new Overrides(paths, environmentNames, allow, List.of(), true),
                true,
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(PATIENCE_SECONDS + "s"),
                Map.of(),
                false,
                false,
                false);
        Plan plan = new Planner(tools).plan(request, catalog, machine);
        RunContext context =
                new RunContext(machine, tools, catalog.configuration(), request, List.of(), DenialMode.OBSERVE);
        Kernel kernel = Kernel.quick();
        try (NativeArena arena = new NativeArena()) {
            long in = open(kernel, arena, "/dev/null", Fcntl.O_RDONLY);
            long out = open(
                    kernel,
                    arena,
                    root.resolve("output").toString(),
                    Fcntl.O_WRONLY | Fcntl.O_CREAT | Fcntl.O_TRUNC | Fcntl.O_APPEND);
            try {
                Map<Integer, Integer> streams = Map.of(0, (int) in, 1, (int) out, 2, (int) out);
                return new RecordedRun(history)
                        .run(
                                plan,
                                backend.compile(plan.policy()),
                                context,
                                new RunOptions(false, List.of(), streams).inBackground());
            } finally {
                kernel.call(Syscall.CLOSE, in);
                kernel.call(Syscall.CLOSE, out);
            }
        }
    }

    private static long open(Kernel kernel, NativeArena arena, String file, int flags) {
        long opened = kernel.call(
                Syscall.OPENAT, Fcntl.AT_FDCWD, Kernel.address(arena.cString(file)), flags | Fcntl.O_CLOEXEC, 0600);
        assertThat(opened).isGreaterThan(2);
        return opened;
    }

    /** Makes what a run works on: a shell script in the home directory, unconfined, as {@code $W} the workspace. */
    void setUp(String script) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-ec", script)
                .directory(home().toFile())
                .redirectErrorStream(true)
                .redirectOutput(root.resolve("setup").toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        builder.environment().put("W", workspace().toString());
        builder.redirectInput(Path.of("/dev/null").toFile());
        Process process = builder.start();
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue())
                .as(Files.readString(root.resolve("setup")))
                .isZero();
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        }
    }
}
