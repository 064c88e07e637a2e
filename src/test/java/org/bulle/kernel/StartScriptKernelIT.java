package org.bulle.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The start script of target/bulle, which packaging/build makes. */
class StartScriptKernelIT {
    private static final Path IMAGE = Path.of("target/bulle").toAbsolutePath();

    @TempDir
    Path folder;

    private final Map<String, String> environment = new HashMap<>();

    @BeforeEach
    void needsTheImage() throws IOException {
        assumeTrue(Files.isExecutable(IMAGE.resolve("bin/bulle")), "packaging/build has not made target/bulle");
        Files.createDirectory(folder.resolve("home"));
        Files.createDirectory(folder.resolve("workspace"));
        environment.put("PATH", "/usr/bin:/bin");
        environment.put("HOME", folder.resolve("home").toString());
    }

    @Test
    void startsThroughLinksFromAnywhere() throws Exception {
        Path first = Files.createSymbolicLink(folder.resolve("first link"), IMAGE.resolve("bin/bulle"));
        Path second = Files.createSymbolicLink(folder.resolve("second"), first.getFileName());
        assertThat(run(second.toString(), "version").output()).startsWith("bulle ");
    }

    @Test
    void startsThroughALinkToItsFolder() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("programs"), IMAGE.resolve("bin"));
        assertThat(run(link.resolve("bulle").toString(), "version").output()).startsWith("bulle ");
    }

    @Test
    void startsByARelativePath() throws Exception {
        Files.createSymbolicLink(folder.resolve("workspace/a b"), IMAGE);
        assertThat(run("./a b/bin/bulle", "version").output()).startsWith("bulle ");
    }

    @Test
    void runsACommandAndGivesItsExitCode() throws Exception {
        Ran ran = bulle("--", "/bin/sh", "-c", "echo out; echo err >&2; exit 7");
        assertThat(ran.output()).isEqualTo("out\n");
        assertThat(ran.errors()).contains("err\n");
        assertThat(ran.exitCode()).isEqualTo(7);
    }

    @Test
    void aClosedStandardStreamIsNoFileOfOurs() throws Exception {
        String script =
                "exec \"$0\" tool -- sh -c 'readlink /proc/self/fd/0 /proc/self/fd/1 /proc/self/fd/2 >streams' <&- >&- 2>&-";
        Ran ran = run("/bin/sh", "-c", script, IMAGE.resolve("bin/bulle").toString());
        assertThat(ran.exitCode()).isZero();
        assertThat(folder.resolve("workspace/streams"))
                .hasContent("/dev/null\n" + folder.toRealPath().resolve("workspace/streams") + "\n/dev/null");
    }

    @Test
    void callersJavaVariablesNeitherReachOurJavaNorGetLost() throws Exception {
        List<String> names =
                List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "LC_ALL", "LD_LIBRARY_PATH");
        names.forEach(name -> environment.put(name, "-Dx='a b'  $HOME \\ `id`"));
        Ran ran = bulle(Stream.concat(
                        names.stream().flatMap(name -> Stream.of("--env", name)),
                        Stream.concat(Stream.of("--", "printenv"), names.stream()))
                .toArray(String[]::new));
        assertThat(ran.errors()).doesNotContain("Picked up");
        assertThat(ran.output()).isEqualTo("-Dx='a b'  $HOME \\ `id`\n".repeat(names.size()));
    }

    @Test
    void variablesThatTheCallerDidNotSetAreNotSet() throws Exception {
        environment.put("BULLE_CALLER_LC_ALL", "forged");
        Ran ran = bulle("--env", "LC_ALL", "--env", "BULLE_*", "--", "env");
        assertThat(ran.output()).contains("HOME=").doesNotContain("LC_ALL").doesNotContain("BULLE_");
    }

    @Test
    void callersVariablesWithAnyShortNameStayAsTheyAre() throws Exception {
        List<String> names = List.of("self", "home", "name", "value", "image");
        names.forEach(name -> environment.put(name, "mine"));
        Ran ran = bulle(Stream.concat(
                        names.stream().flatMap(name -> Stream.of("--env", name)),
                        Stream.concat(Stream.of("--", "printenv"), names.stream()))
                .toArray(String[]::new));
        assertThat(ran.output()).isEqualTo("mine\n".repeat(names.size()));
    }

    /** The Java machine itself would take every class from the cache: the old code would run, and find nothing missing. */
    @Test
    void oldCodeIsNeverTakenFromTheCacheWhenAJarWasReplaced() throws Exception {
        Path copy = Files.createDirectory(folder.resolve("copy"));
        Files.createSymbolicLink(copy.resolve("runtime"), IMAGE.resolve("runtime"));
        copyFolder(IMAGE.resolve("bin"), copy.resolve("bin"));
        copyFolder(IMAGE.resolve("lib"), copy.resolve("lib"));
        String script = copy.resolve("bin/bulle").toString();
        assertThat(run(script, "version").output()).startsWith("bulle ");
        Path jar;
        try (Stream<Path> jars = Files.list(copy.resolve("lib"))) {
            jar = jars.filter(file -> file.getFileName().toString().matches("bulle-desktop-.*[.]jar"))
                    .findFirst()
                    .orElseThrow();
        }
        FileTime before = Files.getLastModifiedTime(jar);
        try (FileSystem inside = FileSystems.newFileSystem(jar)) {
            Files.delete(inside.getPath("org/bulle/cli/VersionCommand.class"));
        }
        Files.setLastModifiedTime(jar, before);
        Ran ran = run(script, "version");
        assertThat(ran.exitCode()).isEqualTo(1);
        assertThat(ran.errors()).contains("files of the program are missing: a part of it cannot be loaded");
    }

    private static void copyFolder(Path from, Path to) throws IOException {
        Files.createDirectory(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, to.resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
        try (Stream<Path> folders = Files.list(from)) {
            for (Path inner : folders.filter(Files::isDirectory).toList()) {
                copyFolder(inner, to.resolve(inner.getFileName()));
            }
        }
    }

    @Test
    void unpacksNothing() throws Exception {
        environment.put("TMPDIR", Files.createDirectory(folder.resolve("tmp")).toString());
        assertThat(bulle("show", "tool").exitCode()).isZero();
        assertThat(folder.resolve("home")).isEmptyDirectory();
        assertThat(folder.resolve("tmp")).isEmptyDirectory();
    }

    @Test
    void needsNothingButItsOwnFolderToBeReadable() throws IOException {
        try (Stream<Path> files = Files.walk(IMAGE)) {
            assertThat(files.filter(file -> !Files.isSymbolicLink(file)).filter(file -> !isReadableByAll(file)))
                    .isEmpty();
        }
    }

    private static boolean isReadableByAll(Path file) {
        try {
            int mode = (int) Files.getAttribute(file, "unix:mode");
            int needed = Files.isDirectory(file) ? 05 : 04;
            return (mode & needed) == needed;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private Ran bulle(String... arguments) throws Exception {
        return run(Stream.concat(Stream.of(IMAGE.resolve("bin/bulle").toString()), Stream.of(arguments))
                .toArray(String[]::new));
    }

    private Ran run(String... command) throws Exception {
        Path output = folder.resolve("output");
        Path errors = folder.resolve("errors");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.resolve("workspace").toFile())
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        int exitCode = builder.start().waitFor();
        return new Ran(exitCode, Files.readString(output), Files.readString(errors));
    }

    private record Ran(int exitCode, String output, String errors) {}
}
