package org.bulle.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bulle.Main;

/** The command line in a process of its own, with a home, a configuration, a temp directory and a workspace that are nobody else's. */
final class Product implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 240;

    private final Path root;
    private final Map<String, String> environment = new HashMap<>();
    private final List<Process> started = new ArrayList<>();

    private Product(Path root) {
        this.root = root;
    }

    static Product create() throws IOException {
        Product product = new Product(Files.createTempDirectory("bulle-product").toRealPath());
        for (String name : List.of("home", "config", "tmp", "workspace")) {
            Files.createDirectory(product.root.resolve(name));
        }
        product.environment.put("HOME", product.home().toString());
        product.environment.put("PATH", System.getenv().getOrDefault("PATH", "/usr/bin:/bin"));
        product.environment.put("TMPDIR", product.root.resolve("tmp").toString());
        product.environment.put("LANG", "C.UTF-8");
        product.environment.put("LC_ALL", "C.UTF-8");
        product.environment.put("TERM", "xterm");
        return product;
    }

    record Result(int exitCode, String output, String error) {}

    Path home() {
        return root.resolve("home");
    }

    Path workspace() {
        return root.resolve("workspace");
    }

    Path root() {
        return root;
    }

    /** A variable of the caller's environment. */
    Product with(String name, String value) {
        environment.put(name, value);
        return this;
    }

    Path file(Path path, String content) throws IOException {
        Files.createDirectories(path.getParent());
        return Files.writeString(path, content);
    }

    Path program(Path path, String content) throws IOException {
        Path file = file(path, content);
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }

    /** Runs {@code bulle} in the workspace. */
    Result bulle(List<String> arguments) throws IOException, InterruptedException {
        return finish(start(line(arguments), workspace()));
    }

    /** Starts a run whose output nobody wants, and does not wait for its end. */
    Process startBulle(String profiles, String... command) throws IOException {
        List<String> arguments =
                new ArrayList<>(List.of("--config", root.resolve("config").toString(), profiles, "--"));
        arguments.addAll(List.of(command));
        return start(line(arguments), workspace());
    }

    private List<String> line(List<String> arguments) {
        List<String> line = new ArrayList<>(List.of(
                System.getProperty("java.home") + "/bin/java",
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Djna.tmpdir=" + root.resolve("tmp"),
                "-cp",
                classPath(),
                Main.class.getName()));
        line.addAll(arguments);
        return line;
    }

    private static String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(":"))
                .map(part -> Path.of(part).toAbsolutePath().toString())
                .collect(Collectors.joining(":"));
    }

    /** A run with this product's configuration. */
    Result run(String profiles, List<String> flags, List<String> command) throws IOException, InterruptedException {
        List<String> line =
                new ArrayList<>(List.of("--config", root.resolve("config").toString()));
        if (!profiles.isEmpty()) {
            line.add(profiles);
        }
        line.addAll(flags);
        line.add("--");
        line.addAll(command);
        return bulle(line);
    }

    Result run(String profiles, String... command) throws IOException, InterruptedException {
        return run(profiles, List.of(), List.of(command));
    }

    /** Runs a program without a sandbox. */
    Result unconfined(Path directory, String... command) throws IOException, InterruptedException {
        return finish(start(List.of(command), directory));
    }

    Process start(List<String> line, Path directory) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(line).directory(directory.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        builder.redirectInput(Path.of("/dev/null").toFile());
        Process process = builder.start();
        started.add(process);
        return process;
    }

    private static Result finish(Process process) throws IOException, InterruptedException {
        StringBuilder error = new StringBuilder();
        Thread reader = Thread.ofPlatform().start(() -> error.append(text(process.getErrorStream())));
        String output = text(process.getInputStream());
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
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

    /** Where the caller's PATH has a program. */
    static Optional<Path> find(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .filter(directory -> directory.startsWith("/"))
                .map(directory -> Path.of(directory, program))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst();
    }

    @Override
    public void close() throws IOException {
        for (Process process : started) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        try (Stream<Path> all = Files.walk(root)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                if (Files.isDirectory(each, java.nio.file.LinkOption.NOFOLLOW_LINKS)) {
                    each.toFile().setWritable(true);
                }
                Files.deleteIfExists(each);
            }
        }
    }
}
