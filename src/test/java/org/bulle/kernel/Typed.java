package org.bulle.kernel;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bulle.Main;
import org.bulle.engine.profile.OsPath;

/**
 * The command line in a process of its own, as a user types it: with a home, a configuration, a workspace and a folder that nothing grants. Closing
 * removes them and ends what was started.
 */
public final class Typed implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 120;

    public final Path root;
    public final Path workspace;
    public final Path outside;
    private final Map<String, String> environment = new TreeMap<>();
    private final List<Process> started = new ArrayList<>();

    public Typed() throws IOException {
        root = Files.createTempDirectory("bulle-typed").toRealPath();
        workspace = Files.createDirectory(root.resolve("workspace"));
        outside = Files.createDirectory(root.resolve("outside"));
        Files.createDirectories(root.resolve("config/profiles"));
        Files.createDirectory(root.resolve("home"));
        Files.createDirectory(root.resolve("tmp"));
        Files.writeString(outside.resolve("f"), "secret");
        environment.put("HOME", root + "/home");
        environment.put("PATH", "/usr/bin:/bin");
        environment.put("LC_ALL", "C.UTF-8");
        environment.put("TMPDIR", root + "/tmp");
        profile("base", """
                rox = ["/bin", "/usr", "/lib", "?/lib64"]
                ro = ["?/etc/ld.so.cache", "?/etc/passwd", "/proc"]
                env = ["PATH=/usr/bin:/bin"]
                deny = ["network"]
                """);
    }

    public Typed profile(String name, String toml) throws IOException {
        Files.writeString(root.resolve("config/profiles/" + name + ".toml"), toml);
        return this;
    }

    public Typed with(String name, String value) {
        environment.put(name, value);
        return this;
    }

    public Map<String, String> environment() {
        return Map.copyOf(environment);
    }

    /** What one call left. */
    public record Result(int code, String out, String err) {}

    /** {@code bulle --config ... base WORKSPACE flags -- command}. */
    public Result run(List<String> flags, String... command) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("--config", root + "/config", "base", workspace.toString()));
        words.addAll(flags);
        words.add("--");
        words.addAll(List.of(command));
        return type(words.toArray(String[]::new));
    }

    public Result run(String... command) throws IOException, InterruptedException {
        return run(List.of(), command);
    }

    /** {@code bulle} and these words. */
    public Result type(String... words) throws IOException, InterruptedException {
        return finish(start(line(words)));
    }

    /** The command line of a {@code bulle} with these words. */
    public static List<String> line(String... words) {
        List<String> line = new ArrayList<>(List.of(
                System.getProperty("java.home") + "/bin/java",
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath(),
                Main.class.getName()));
        line.addAll(List.of(words));
        return line;
    }

    private static String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(":"))
                .map(part -> Path.of(part).toAbsolutePath().toString())
                .collect(Collectors.joining(":"));
    }

    /** An executable file that starts {@code bulle}, for shells. */
    Path executable() throws IOException {
        StringBuilder script = new StringBuilder("#!/bin/sh\nexec");
        line().forEach(word -> script.append(" '").append(word).append('\''));
        Path file = Files.createDirectories(root.resolve("bin")).resolve("bulle");
        Files.writeString(file, script.append(" \"$@\"\n"));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        return file;
    }

    public Process start(List<String> line) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(line)
                .directory(workspace.toFile())
                .redirectInput(Path.of("/dev/null").toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process = builder.start();
        started.add(process);
        return process;
    }

    public Result finish(Process process) throws IOException, InterruptedException {
        StringBuilder err = new StringBuilder();
        Thread reader = Thread.ofPlatform().start(() -> err.append(text(process.getErrorStream())));
        String out = text(process.getInputStream());
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("still running: " + out + err);
        }
        reader.join();
        return new Result(process.exitValue(), out, err.toString());
    }

    private static String text(InputStream stream) {
        try (stream) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public String path(String name) {
        return OsPath.text(root) + "/" + name;
    }

    @Override
    public void close() throws IOException {
        for (Process process : started) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        try (Stream<Path> all = Files.walk(root)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        }
    }
}
