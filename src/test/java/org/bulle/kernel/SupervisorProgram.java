package org.bulle.kernel;

import com.sun.jna.Native;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.bulle.engine.sandbox.landlock.LandlockBackend;

/**
 * The supervisor of the kernel tests as a program that every account can start and that starts fast: jars in a folder of their own, with an AOT cache trained
 * by one run. Hundreds of tests start it. Made once per JVM, removed when the JVM ends.
 */
final class SupervisorProgram {
    private static final long PATIENCE_SECONDS = 120;
    private static final Path FOLDER = made();

    private SupervisorProgram() {}

    /** What a sandbox has to let a supervisor inside it read. */
    static Path folder() {
        return FOLDER;
    }

    /** The words before its arguments. */
    static List<String> line(String temporaryDirectory) {
        return line(temporaryDirectory, "-XX:AOTCache=" + FOLDER.resolve("supervisor.aot"), FOLDER);
    }

    private static List<String> line(String temporaryDirectory, String cache, Path folder) {
        return List.of(
                System.getProperty("java.home") + "/bin/java",
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                cache,
                "-Xlog:disable",
                "-Djna.tmpdir=" + temporaryDirectory,
                "-Djna.platform.library.path=/usr/lib",
                "-cp",
                folder.resolve("engine.jar") + ":" + folder.resolve("tests.jar") + ":" + folder.resolve("jna.jar"),
                Confine.class.getName());
    }

    private static Path made() {
        try {
            Path folder = Files.createTempDirectory("bulle-supervisor");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(folder)));
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
            jar(location(LandlockBackend.class), "org/bulle/engine", folder.resolve("engine.jar"));
            jar(location(Confine.class), "org/bulle/kernel", folder.resolve("tests.jar"));
            Files.copy(location(Native.class), folder.resolve("jna.jar"));
            train(folder);
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void jar(Path classes, String part, Path jar) throws IOException {
        if (!Files.isDirectory(classes)) {
            Files.copy(classes, jar);
            return;
        }
        try (OutputStream file = Files.newOutputStream(jar);
                ZipOutputStream entries = new ZipOutputStream(file);
                Stream<Path> all = Files.walk(classes.resolve(part))) {
            for (Path each : (Iterable<Path>) all.filter(Files::isRegularFile).sorted()::iterator) {
                entries.putNextEntry(new ZipEntry(classes.relativize(each).toString()));
                Files.copy(each, entries);
            }
        }
    }

    /** Without the cache the tests run as well, only slower: a run that cannot be trained is no failure here. */
    private static void train(Path folder) throws IOException {
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        List<String> line = new ArrayList<>(
                line(temporary.toString(), "-XX:AOTCacheOutput=" + folder.resolve("supervisor.aot"), folder));
        line.addAll(Lab.BASE);
        line.addAll(List.of("--in", "/", "--", "/usr/bin/true"));
        Process training = new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            if (!training.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                training.destroyForcibly();
            }
        } catch (InterruptedException e) {
            training.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private static Path location(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void remove(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
