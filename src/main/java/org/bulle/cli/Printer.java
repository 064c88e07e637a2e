package org.bulle.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.bulle.engine.profile.FileTrouble;
import org.bulle.engine.profile.Printable;
import org.bulle.engine.profile.Problem;
import org.jspecify.annotations.Nullable;

/**
 * The one way to standard output and standard error. What it is given is text from anywhere; what it prints cannot move the cursor, set a title
 * or forge a line.
 */
final class Printer {
    private final Destination destination;
    private final PrintStream out;
    private final PrintStream err;
    private final boolean colourOut;
    private final boolean colourErr;

    Printer(OutputStream out, PrintStream err, boolean colourOut, boolean colourErr) {
        destination = new Destination(out);
        this.out = new PrintStream(destination, false, StandardCharsets.UTF_8);
        this.err = err;
        this.colourOut = colourOut;
        this.colourErr = colourErr;
    }

    /** Over this process's own streams; with colours where they are terminals and the caller has not asked for none. */
    static Printer standard() {
        boolean colour = Terminal.allowsColour(System.getenv("NO_COLOR"), System.getenv("TERM"));
        return new Printer(
                new FileOutputStream(FileDescriptor.out),
                new PrintStream(new FileOutputStream(FileDescriptor.err), false, StandardCharsets.UTF_8),
                colour && Terminal.isTerminal(1),
                colour && Terminal.isTerminal(2));
    }

    /** Remembers why it could not take everything, which a PrintStream forgets. */
    private static final class Destination extends FilterOutputStream {
        private static final String NOBODY_READS = "Broken pipe";
        private @Nullable IOException failure;

        Destination(OutputStream out) {
            super(out);
        }

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            try {
                out.write(bytes, from, length);
            } catch (IOException refused) {
                failure = failure == null ? refused : failure;
                throw refused;
            }
        }

        /** Empty also when the reader has seen enough: that is no error of anybody. */
        Optional<String> trouble() {
            IOException why = failure;
            return why == null || NOBODY_READS.equals(FileTrouble.reason(why))
                    ? Optional.empty()
                    : Optional.of(FileTrouble.reason(why));
        }
    }

    /** How a piece of a line stands out on a terminal. */
    enum Style {
        PLAIN(""),
        BOLD("1"),
        DIM("2"),
        RED("31"),
        YELLOW("33"),
        GREEN("32");

        private final String code;

        Style(String code) {
            this.code = code;
        }
    }

    /** A line of standard output. */
    void line(String text) {
        out.println(Printable.escape(text));
    }

    void line(String text, Style style) {
        out.println(styled(Printable.escape(text), style, colourOut));
    }

    void line() {
        out.println();
    }

    /** A line whose first part is set off: a label, or the state of something. */
    void line(String first, Style style, String rest) {
        out.println(styled(Printable.escape(first), style, colourOut) + Printable.escape(rest));
    }

    /** Bytes as they are: for what another program reads. */
    OutputStream bytes() {
        return out;
    }

    /** What is asked, on standard error, with the cursor after it. */
    void prompt(String text) {
        err.print(Printable.escape(text));
        err.flush();
    }

    /** Many lines: line ends and tabs stand, everything else is made harmless. */
    void text(String text) {
        String body = text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
        Stream.of(body.split("\r?\n", -1))
                .map(line -> String.join(
                        "\t",
                        Stream.of(line.split("\t", -1)).map(Printable::escape).toList()))
                .forEach(out::println);
    }

    /** JSON or a shell script: text that we wrote, as it is. */
    void exact(String text) {
        out.print(text.isEmpty() || text.endsWith("\n") ? text : text + "\n");
    }

    /** Gives {@code write} a writer to standard output. */
    void write(Consumer<Writer> write) {
        Writer writer = new Writer() {
            @Override
            public void write(char[] characters, int from, int length) {
                out.print(new String(characters, from, length));
            }

            @Override
            public void flush() {
                out.flush();
            }

            @Override
            public void close() {
                out.flush();
            }
        };
        write.accept(writer);
        out.println();
    }

    /** What stops us, on standard error. */
    void error(String message) {
        err.println(styled("bulle:", Style.RED, colourErr) + " " + Printable.escape(message));
    }

    /** What does not stop us but should be known, on standard error. */
    void warning(String message) {
        err.println(styled("bulle: warning:", Style.YELLOW, colourErr) + " " + Printable.escape(message));
    }

    /** What to do next, on standard error. */
    void hint(String message) {
        err.println("       " + Printable.escape(message));
    }

    /** A line of standard error without our name before it. */
    void remark(String message) {
        err.println(Printable.escape(message));
    }

    /** Prints each problem with its place. */
    void problems(List<Problem> problems) {
        for (Problem problem : problems) {
            switch (problem.severity()) {
                case ERROR -> error(sentence(problem));
                case WARNING -> warning(sentence(problem));
                case NOTE -> hint(sentence(problem));
            }
        }
    }

    /** Only with BULLE_DEBUG=1. */
    void trace(Throwable thrown) {
        thrown.printStackTrace(err);
    }

    private static String sentence(Problem problem) {
        @Nullable String fix = problem.fix();
        boolean said = fix == null || problem.message().contains(fix);
        return said ? problem.format() : problem.format() + " (write " + fix + ")";
    }

    /**
     * Flushes both streams, and says why standard output could not take everything, unless its reader has gone.
     *
     * @return false when standard output could not take everything
     */
    boolean finish() {
        boolean whole = !out.checkError();
        destination.trouble().ifPresent(why -> error("cannot write to standard output: " + why));
        err.flush();
        return whole;
    }

    private static String styled(String text, Style style, boolean colour) {
        return !colour || style == Style.PLAIN ? text : "\u001b[" + style.code + "m" + text + "\u001b[0m";
    }
}
