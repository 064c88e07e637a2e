package org.bulle.kernel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bulle.engine.denial.Access;
import org.bulle.engine.denial.Denial;
import org.bulle.engine.denial.DenialSource;
import org.bulle.engine.denial.observe.DenialLog;
import org.bulle.engine.denial.observe.Observer;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Command;
import org.bulle.engine.policy.EnvironmentVariable;
import org.bulle.engine.policy.Grant;
import org.bulle.engine.policy.Network;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.policy.Ports;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.run.Launcher;
import org.bulle.engine.run.RunOptions;
import org.bulle.engine.run.RunResult;
import org.bulle.engine.sandbox.landlock.LandlockBackend;
import org.bulle.engine.sandbox.landlock.LandlockPolicy;

/** A folder, a policy, and a command that runs under it in the background of the test's own process while the observer watches. */
final class Watched implements AutoCloseable {
    private final Path root;
    private final Map<String, AccessList> grants = new HashMap<>();
    private final Map<String, String> environment = new HashMap<>(Map.of("PATH", "/usr/bin:/bin", "LC_ALL", "C"));
    private Network network = Network.NONE;
    private DenialLog log = new DenialLog();

    Watched() throws IOException {
        root = Files.createTempDirectory("bulle-watched").toRealPath();
        Files.createDirectory(root.resolve("w"));
        Files.createDirectory(root.resolve("s"));
        for (String system : List.of("/usr", "/bin", "/lib", "/lib64")) {
            if (Files.isDirectory(Path.of(system), LinkOption.NOFOLLOW_LINKS)) {
                grant(AccessList.ROX, system);
            }
        }
        grant(AccessList.RO, "/etc/ld.so.cache");
        grant(AccessList.RO, "/proc");
        grant(AccessList.RW, "/dev/null");
        grant(AccessList.RW, path("w"));
    }

    /** Below the folder: {@code w} is granted rw and the working directory, {@code s} is not granted. */
    String path(String relative) {
        return OsPath.text(root) + "/" + relative;
    }

    String file(String relative) throws IOException {
        Path file = OsPath.of(path(relative));
        Files.createDirectories(file.getParent());
        return OsPath.text(Files.writeString(file, "content"));
    }

    String directory(String relative) throws IOException {
        return OsPath.text(Files.createDirectories(OsPath.of(path(relative))));
    }

    String program(String relative, String text) throws IOException {
        Path file = OsPath.of(file(relative));
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        return OsPath.text(file);
    }

    Watched grant(AccessList list, String path) {
        grants.merge(path, list, AccessList::union);
        return this;
    }

    Watched network(Network wanted) {
        network = wanted;
        return this;
    }

    Policy policy(List<String> command) {
        List<Grant> sorted = grants.entrySet().stream()
                .map(entry -> new Grant(entry.getKey(), entry.getValue()))
                .toList();
        List<EnvironmentVariable> variables = environment.entrySet().stream()
                .map(entry -> new EnvironmentVariable(entry.getKey(), entry.getValue(), List.of()))
                .toList();
        return new Policy(
                List.of("test"),
                path("w"),
                Optional.of(new Command(command.getFirst(), command)),
                Duration.ofMinutes(3),
                sorted,
                variables,
                network,
                Ports.ANY,
                List.of(),
                List.of(),
                false,
                false,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }

    /** Runs to the end; what was noted is then in {@link #denials()}. */
    RunResult run(String... command) throws Exception {
        log = new DenialLog();
        LandlockPolicy compiled = new LandlockBackend().compile(policy(Arrays.asList(command)));
        try (Observer observer = new Observer(compiled, log, _ -> {})) {
            RunOptions options = new RunOptions(false, List.of(observer), Map.of()).inBackground();
            RunResult result = new Launcher().run(compiled, options);
            // In the background nobody waits for the last notifications of what is left running.
            Thread.sleep(200);
            return result;
        }
    }

    RunResult shell(String script) throws Exception {
        return run("/bin/sh", "-c", "exec >/dev/null 2>&1; " + script);
    }

    RunResult python(String script) throws Exception {
        return run("/usr/bin/python3", "-I", "-c", script);
    }

    List<Denial> denials() {
        return log.denials();
    }

    boolean needsExecute(Denial denial) {
        return log.needsExecute(denial);
    }

    DenialSource source() {
        return log.source(DenialSource.Kind.OBSERVE);
    }

    /** What was noted below our folder, as {@code access relative/path}. */
    List<String> noted() {
        List<String> all = new ArrayList<>();
        for (Denial denial : denials()) {
            String path = denial.path().orElse("");
            if (path.startsWith(path(""))) {
                all.add(denial.access().key() + " " + path.substring(path("").length()));
            }
        }
        return all;
    }

    List<Denial> of(Access access) {
        return denials().stream().filter(denial -> denial.access() == access).toList();
    }

    static boolean isRoot() {
        return ProcessHandle.current().info().user().filter("root"::equals).isPresent();
    }

    @Override
    public void close() throws IOException {
        try {
            new ProcessBuilder("chmod", "-R", "u+rwx", root.toString())
                    .redirectErrorStream(true)
                    .start()
                    .waitFor();
            new ProcessBuilder("rm", "-rf", root.toString())
                    .redirectErrorStream(true)
                    .start()
                    .waitFor();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
