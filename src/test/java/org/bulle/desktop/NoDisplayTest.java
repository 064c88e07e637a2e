package org.bulle.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Where no window can open, one line says so. */
class NoDisplayTest {
    @Test
    void saysInOneLineHowTheCommandLineIsCalled() throws Exception {
        Ended ended = run(List.of());
        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.output())
                .singleElement()
                .asString()
                .contains("no display")
                .contains("bulle <profile>");
    }

    @Test
    void refusesOtherArguments() throws Exception {
        Ended ended = run(List.of("git"));
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.output()).singleElement().asString().contains("--config DIR");
    }

    private record Ended(int code, List<String> output) {}

    private static Ended run(List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(Opened.commandLine());
        command.add("desktop");
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().remove("DISPLAY");
        Process process = builder.start();
        List<String> lines = new String(
                        process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.startsWith("WARNING"))
                .toList();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Ended(process.exitValue(), lines);
    }
}
