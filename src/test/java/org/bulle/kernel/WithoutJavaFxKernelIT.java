package org.bulle.kernel;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.bulle.Main;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line on a class path without JavaFX and what is built on it. */
class WithoutJavaFxKernelIT {
    private static final List<String> DESKTOP_LIBRARIES = List.of(
            "javafx-", "atlantafx-", "ikonli-", "richtextfx-", "reactfx-", "flowless-", "jeditermfx-", "testfx-");

    @TempDir
    Path folder;

    @Test
    void listsProfiles() throws Exception {
        assertThat(started("show", "profiles")).contains("claude").contains("tool");
    }

    @Test
    void runsACommand() throws Exception {
        assertThat(started("--", "/bin/echo", "hello")).isEqualTo("hello\n");
    }

    private String started(String... arguments) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(Stream.concat(
                        Stream.of(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                classPathWithoutJavaFx(),
                                Main.class.getName()),
                        Stream.of(arguments))
                .toList());
        builder.directory(folder.toFile()).redirectError(ProcessBuilder.Redirect.INHERIT);
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return output;
    }

    private static String classPathWithoutJavaFx() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath())
                .filter(entry ->
                        DESKTOP_LIBRARIES.stream().noneMatch(entry.getFileName().toString()::startsWith))
                .map(Path::toString)
                .collect(joining(File.pathSeparator));
    }
}
