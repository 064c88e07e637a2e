package org.bulle.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.bulle.engine.profile.Platform;
import org.bulle.engine.resolve.CallerEnvironment;
import org.bulle.engine.resolve.Machine;
import org.bulle.engine.run.ProcessEnd;
import org.bulle.engine.run.SandboxedToolRunner;
import org.bulle.engine.sandbox.landlock.LandlockBackend;

/** A caller of the command line within the test's process, with a home, a configuration and a workspace of its own. For everything but runs. */
final class Desk {
    final Path root;
    final Path home;
    final Path config;
    final Path workspace;
    private final Map<String, String> environment = new TreeMap<>();

    Desk(Path root) throws IOException {
        this.root = root.toRealPath();
        home = Files.createDirectory(this.root.resolve("home"));
        config = Files.createDirectory(this.root.resolve("config"));
        workspace = Files.createDirectory(this.root.resolve("workspace"));
        Files.createDirectory(config.resolve("profiles"));
        environment.put("HOME", home.toString());
        environment.put("PATH", "/usr/bin:/bin");
        environment.put("LANG", "C.UTF-8");
        environment.put("TMPDIR", this.root.toString());
        profile("base", """
                rox = ["/bin", "/usr", "/lib", "?/lib64"]
                ro = ["?/etc/ld.so.cache", "/proc"]
                env = ["PATH=/usr/bin:/bin"]
                deny = ["network"]
                """);
    }

    void profile(String name, String toml) throws IOException {
        Files.writeString(config.resolve("profiles").resolve(name + ".toml"), toml);
    }

    void set(String name, String value) {
        environment.put(name, value);
    }

    /** What came of one call. */
    record Result(int code, String out, String err) {}

    /** Types {@code bulle} and these words in the workspace; an {@code @} at the beginning of a word stands for the test's directory. */
    Result type(String... words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Printer printer = new Printer(
                new PrintStream(out, false, StandardCharsets.UTF_8),
                new PrintStream(err, false, StandardCharsets.UTF_8),
                false,
                false);
        LandlockBackend backend = new LandlockBackend();
        Machine machine = new Machine(
                CallerEnvironment.of(environment),
                uid(),
                home.toString(),
                workspace.toString(),
                root.toString(),
                Platform.LINUX,
                "00000000");
        Session session = new Session(printer, machine, backend, new SandboxedToolRunner(backend), new ProcessEnd());
        int code = new CommandLineFace(printer, () -> session, session.end())
                .run(Stream.of(words)
                        .map(word -> word.replaceFirst("^@", root + "/"))
                        .toList());
        return new Result(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** With this desk's configuration. */
    Result typeHere(String... words) {
        List<String> all = new ArrayList<>(List.of("--config", config.toString()));
        all.addAll(List.of(words));
        return type(all.toArray(String[]::new));
    }

    private int uid() {
        try {
            return (int) Files.getAttribute(root, "unix:uid");
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Every file below, with what of it could change. */
    SortedMap<String, String> files() throws IOException {
        SortedMap<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(root)) {
            for (Path file : (Iterable<Path>) all::iterator) {
                String mode =
                        PosixFilePermissions.toString(Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS));
                files.put(
                        root.relativize(file).toString(),
                        mode + " "
                                + (Files.isRegularFile(file)
                                        ? Files.readString(file, StandardCharsets.ISO_8859_1)
                                        : ""));
            }
        }
        return files;
    }
}
