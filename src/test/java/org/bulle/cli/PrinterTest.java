package org.bulle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.bulle.engine.profile.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrinterTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private Printer printer(boolean colour) {
        return new Printer(
                new PrintStream(out, false, StandardCharsets.UTF_8),
                new PrintStream(err, false, StandardCharsets.UTF_8),
                colour,
                colour);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u001b[2J",
                "\u001b]0;title\u0007",
                "\u009b31m",
                "a\rb",
                "a\bb",
                "a\u202eb",
                "a\u2028b",
                "a\nbulle: forged",
                "\udcff",
                "\u0000",
                "\u007f"
            })
    void makesWhatItIsGivenHarmless(String text) {
        Printer printer = printer(false);
        printer.line(text);
        printer.line("x", Printer.Style.BOLD, text);
        printer.text(text.replace("\n", ""));
        printer.error(text);
        printer.warning(text);
        printer.hint(text);
        printer.problems(List.of(new Problem(Problem.Severity.ERROR, Problem.Kind.TEXT, text, 1, 1, text, text, text)));
        printer.finish();
        assertThat(out().lines()).hasSize(3);
        assertThat(err().lines()).hasSize(4);
        assertThat(out() + err()).matches("(?s)[ -~\n]*");
    }

    @Test
    void coloursOnlyWhatItAddsItself() {
        Printer printer = printer(true);
        printer.error("a\u001b[0m");
        printer.line("head", Printer.Style.BOLD);
        printer.finish();
        assertThat(err()).isEqualTo("\u001b[31mbulle:\u001b[0m a\\u001b[0m\n");
        assertThat(out()).isEqualTo("\u001b[1mhead\u001b[0m\n");
    }

    @Test
    void needsNoColour() {
        printer(false).error("x");
        Printer printer = printer(false);
        printer.error("x");
        printer.finish();
        assertThat(err()).doesNotContain("\u001b");
    }

    @Test
    void keepsLinesAndTabsOfAText() {
        Printer printer = printer(false);
        printer.text("a\tb\n\u001bc\n\nd");
        printer.finish();
        assertThat(out()).isEqualTo("a\tb\n\\u001bc\n\nd\n");
    }

    @Test
    void printsTheFixOfAProblemUnlessTheMessageHasIt() {
        Printer printer = printer(false);
        printer.problems(List.of(
                new Problem(Problem.Severity.ERROR, Problem.Kind.TEXT, "/f", 3, 4, "k", "no", "yes"),
                new Problem(Problem.Severity.WARNING, Problem.Kind.TEXT, "", 0, 0, "k", "did you mean yes?", "yes")));
        printer.finish();
        assertThat(err()).isEqualTo("bulle: /f:3:4: no (write yes)\nbulle: warning: did you mean yes?\n");
    }

    @Test
    void noticesThatStandardOutputIsFull() {
        OutputStream fits = OutputStream.nullOutputStream();
        assertThat(new Printer(fits, new PrintStream(err), false, false).finish())
                .isTrue();
        OutputStream full = new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                throw new IOException("No space left on device");
            }
        };
        Printer printer = new Printer(full, new PrintStream(err), false, false);
        printer.line("lost");
        assertThat(printer.finish()).isFalse();
        assertThat(err.toString(StandardCharsets.UTF_8))
                .isEqualTo("bulle: cannot write to standard output: No space left on device\n");
    }

    @Test
    void asksForNoColourWhereTheCallerWantsNone() {
        assertThat(Terminal.allowsColour(null, "xterm")).isTrue();
        assertThat(Terminal.allowsColour("", "xterm")).isTrue();
        assertThat(Terminal.allowsColour("1", "xterm")).isFalse();
        assertThat(Terminal.allowsColour(null, "dumb")).isFalse();
        assertThat(Terminal.allowsColour(null, null)).isFalse();
    }
}
