package org.bulle.cli;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/** Answers to questions, a line each. Reads no byte further than the end of the line: what follows may be for somebody else. */
final class Keyboard {
    private static final int LONGEST = 1000;

    private final Printer printer;
    private final InputStream input;

    Keyboard(Printer printer) {
        this.printer = printer;
        this.input = new FileInputStream(FileDescriptor.in);
    }

    /** Whether somebody can be asked. */
    static boolean isThere() {
        return Terminal.isTerminal(0) && Terminal.isTerminal(2);
    }

    /** What was typed, in small letters and without blanks around it; empty at the end of input. */
    Optional<String> ask(String question) {
        printer.prompt(question);
        StringBuilder line = new StringBuilder();
        try {
            int read = input.read();
            while (read >= 0 && read != '\n') {
                if (line.length() < LONGEST) {
                    line.append((char) read);
                }
                read = input.read();
            }
            return read < 0
                    ? Optional.empty()
                    : Optional.of(
                            new String(line.toString().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8)
                                    .strip()
                                    .toLowerCase(Locale.ROOT));
        } catch (IOException gone) {
            return Optional.empty();
        }
    }

    boolean confirms(String question) {
        return ask(question + " [y/N] ")
                .filter(answer -> answer.equals("y") || answer.equals("yes"))
                .isPresent();
    }
}
