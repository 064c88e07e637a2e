package org.bulle.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A folder for one test with a supervisor that an account can run: {@code workspace} is the command's, {@code secret} is granted to nobody. Closing removes
 * it and ends what was started in it.
 */
public final class Lab implements AutoCloseable {
    /** How long a process of a test may take. */
    public static final long PATIENCE_SECONDS = 120;

    private static final String PYTHON = "/usr/bin/python3";

    /** What every sandbox of a test may do: run programs of the system. */
    static final List<String> BASE = List.of(
            "--rox", "/usr", "--ro", "/etc", "--ro", "/proc", "--rw", "/dev/null", "--env", "PATH=/usr/bin:/bin");

    private final Account account;
    private final Path root;
    private final List<Process> started = new ArrayList<>();

    private Lab(Account account, Path root) {
        this.account = account;
        this.root = root;
    }

    public static Lab of(Account account) throws IOException {
        Lab lab = new Lab(account, Files.createTempDirectory("bulle-lab"));
        Files.setPosixFilePermissions(lab.root, PosixFilePermissions.fromString("rwxr-xr-x"));
        lab.directory("workspace");
        lab.directory("secret");
        lab.directory("tmp");
        Files.copy(
                java.util.Objects.requireNonNull(Lab.class.getResourceAsStream("probe.py")),
                lab.root.resolve("probe.py"));
        lab.file("secret/f", "secret");
        return lab;
    }

    /** The output and the exit code of one process. */
    public record Result(int exitCode, String output, String error) {
        public List<String> lines() {
            return output.lines().toList();
        }
    }

    public Path root() {
        return root;
    }

    public String path(String name) {
        return root.resolve(name).toString();
    }

    /** A resource of these tests as a file that every account can read. */
    String resource(String name) throws IOException {
        Path copy = root.resolve(name);
        if (!Files.exists(copy)) {
            Files.copy(java.util.Objects.requireNonNull(Lab.class.getResourceAsStream(name)), copy);
        }
        return copy.toString();
    }

    /** A directory of the account's. */
    public String directory(String name) throws IOException {
        Path directory = Files.createDirectories(root.resolve(name));
        give(directory);
        return directory.toString();
    }

    /** A file of the account's. */
    public String file(String name, String content) throws IOException {
        Path file = Files.writeString(root.resolve(name), content);
        give(file);
        return file.toString();
    }

    /** An executable file of the account's. */
    public String program(String name, String source) throws IOException {
        Path program = Path.of(file(name, source));
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        return program.toString();
    }

    void give(Path path) throws IOException {
        if (account == Account.NOBODY) {
            Files.setAttribute(path, "unix:uid", Account.ID, java.nio.file.LinkOption.NOFOLLOW_LINKS);
            Files.setAttribute(path, "unix:gid", Account.ID, java.nio.file.LinkOption.NOFOLLOW_LINKS);
        }
    }

    /** Tries the operations of probe.py under these grants; one result each. */
    List<String> probe(List<String> grants, String... operations) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(PYTHON, "-I", path("probe.py")));
        command.addAll(Arrays.asList(operations));
        List<String> flags = new ArrayList<>(grants);
        flags.addAll(List.of("--ro", path("probe.py")));
        return results(run(flags, command), operations.length);
    }

    /** The same without a sandbox: the control which shows that an attempt would have worked. */
    List<String> unconfined(String... operations) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(account.prefix());
        command.addAll(List.of(PYTHON, "-I", path("probe.py")));
        command.addAll(Arrays.asList(operations));
        return results(finish(start(command)), operations.length);
    }

    private static List<String> results(Result result, int expected) {
        assertThat(result.lines()).as(result.toString()).hasSize(expected);
        return result.lines();
    }

    /** Runs a command under these grants and those of every test, in the workspace. */
    public Result run(List<String> flags, List<String> command) throws IOException, InterruptedException {
        return finish(start(supervisor(flags, command)));
    }

    public Result run(List<String> flags, String... command) throws IOException, InterruptedException {
        return run(flags, List.of(command));
    }

    /** The command line of a supervisor, started by whoever runs the tests. */
    public List<String> supervisor(List<String> flags, List<String> command) throws IOException {
        List<String> line = new ArrayList<>(account.prefix());
        line.addAll(supervisorInside(flags, command));
        return line;
    }

    /** What a sandbox has to grant for a supervisor to run in it. */
    List<String> supervisorGrants() throws IOException {
        List<String> grants = new ArrayList<>(List.of(
                "--rox",
                Path.of(System.getProperty("java.home")).toRealPath().toString(),
                "--rw",
                path("tmp"),
                "--ro",
                "/sys",
                // Without it Java's random numbers come from counting threads, for seconds of both processors.
                "--ro",
                "/dev/random",
                "--ro",
                "/dev/urandom"));
        grants.addAll(List.of("--ro", SupervisorProgram.folder().toString()));
        return grants;
    }

    /** The command line of a supervisor, started inside another one's sandbox. */
    List<String> supervisorInside(List<String> flags, List<String> command) throws IOException {
        List<String> line = new ArrayList<>();
        line.addAll(SupervisorProgram.line(path("tmp")));
        line.addAll(BASE);
        line.addAll(List.of("--rw", path("workspace"), "--in", path("workspace")));
        line.addAll(flags);
        line.add("--");
        line.addAll(command);
        return line;
    }

    /** Starts something that is ended with this lab at the latest. */
    public Process start(List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).directory(root.toFile());
        builder.environment().clear();
        builder.environment().put("PATH", "/usr/bin:/bin");
        builder.environment().put("LC_ALL", "C.UTF-8");
        builder.redirectInput(Path.of("/dev/null").toFile());
        Process process = builder.start();
        started.add(process);
        return process;
    }

    /** Starts an unconfined program of the account's. */
    public Process startUnconfined(String... command) throws IOException {
        List<String> line = new ArrayList<>(account.prefix());
        line.addAll(Arrays.asList(command));
        return start(line);
    }

    /** Starts an unconfined program of the account's in a directory of the lab. */
    Process startIn(String directory, String... command) throws IOException {
        List<String> line = new ArrayList<>(List.of("/usr/bin/env", "-C", path(directory)));
        line.addAll(account.prefix());
        line.addAll(Arrays.asList(command));
        return start(line);
    }

    public Result finish(Process process) throws IOException, InterruptedException {
        return finish(process, PATIENCE_SECONDS);
    }

    /** The same for what is known to take longer. */
    public Result finish(Process process, long seconds) throws IOException, InterruptedException {
        StringBuilder error = new StringBuilder();
        Thread reader = Thread.ofPlatform().start(() -> error.append(text(process.getErrorStream())));
        String output = text(process.getInputStream());
        if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("still running: " + output + error);
        }
        reader.join();
        return new Result(process.exitValue(), output, error.toString());
    }

    private static String text(InputStream stream) {
        try (stream) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Waits until a file has content, and returns it without its newline. */
    public String await(String name) throws IOException, InterruptedException {
        Path file = root.resolve(name);
        for (int i = 0; i < 600; i++) {
            if (Files.exists(file) && Files.size(file) > 0) {
                return Files.readString(file).strip();
            }
            Thread.sleep(50);
        }
        throw new AssertionError("never written: " + file);
    }

    @Override
    public void close() throws IOException {
        for (Process process : started) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        try (Stream<Path> all = Files.walk(root)) {
            for (Path each : all.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        }
    }
}
