package org.bulle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.bulle.engine.run.ProcessEnd;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StandardOutputTest {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String refusal, String line) {
        OutputStream out = new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                throw new IOException(refusal);
            }
        };
        Printer printer = new Printer(out, new PrintStream(err, false, StandardCharsets.UTF_8), false, false);
        return new CommandLineFace(printer, () -> Session.current(printer, new ProcessEnd()), new ProcessEnd())
                .run(List.of(line.split(" ")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"help", "version", "show --help", "profiles list", "profiles list --json", "__complete -- sh"})
    void saysWhyItCannotBeWritten(String line) {
        assertThat(run("No space left on device", line)).isEqualTo(ExitCode.FAILED);
        assertThat(err).hasToString("bulle: cannot write to standard output: No space left on device\n");
    }

    @Test
    void isQuietWhenItsReaderHasGone() {
        assertThat(run("Broken pipe", "help")).isEqualTo(ExitCode.FAILED);
        assertThat(err).hasToString("");
    }
}
