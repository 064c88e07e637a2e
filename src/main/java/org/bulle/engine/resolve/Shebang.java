package org.bulle.engine.resolve;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.bulle.engine.policy.OsString;

/**
 * The first line of a script, as the kernel reads it (execve(2), "Interpreter scripts").
 *
 * @param interpreter as written
 * @param looksUp the program that {@code env} as the interpreter looks up on PATH
 */
record Shebang(String interpreter, Optional<String> looksUp) {
    /** The kernel reads no further. */
    static final int LONGEST = 256;

    private static final String SHELL = "/bin/sh";

    /** From the first bytes of a file; empty when it is no script, or its interpreter is not an absolute path. */
    static Optional<Shebang> of(byte[] head) {
        if (head.length < 3 || head[0] != '#' || head[1] != '!') {
            return Optional.empty();
        }
        int end = 2;
        while (end < head.length && end < LONGEST && head[end] != '\n' && head[end] != 0) {
            end++;
        }
        List<String> words = Arrays.stream(OsString.decode(head, 2, end).split("[ \t\r]+"))
                .filter(word -> !word.isEmpty())
                .toList();
        if (words.isEmpty() || !words.getFirst().startsWith("/")) {
            return Optional.empty();
        }
        boolean env = Paths.name(words.getFirst()).equals("env");
        return Optional.of(
                new Shebang(words.getFirst(), env ? program(words.subList(1, words.size())) : Optional.empty()));
    }

    /**
     * The same for a command: one that is text and has no such line is run by the shell, as execvp(3) and every shell do once the kernel has refused it.
     */
    static Optional<Shebang> ofCommand(byte[] head) {
        Optional<Shebang> named = of(head);
        boolean says = head.length > 1 && head[0] == '#' && head[1] == '!';
        return named.isPresent() || says || !isText(head) ? named : Optional.of(new Shebang(SHELL, Optional.empty()));
    }

    /** Programs of every system have a zero byte in what would be their first line. */
    private static boolean isText(byte[] head) {
        for (byte each : head) {
            if (each == 0) {
                return false;
            }
            if (each == '\n') {
                return true;
            }
        }
        return true;
    }

    /** Options of env(1) and assignments come before the program; {@code -S} may be joined with it. */
    private static Optional<String> program(List<String> words) {
        for (String word : words) {
            String rest = word.startsWith("-S")
                    ? word.substring(2)
                    : word.startsWith("-") || word.indexOf('=') > 0 ? "" : word;
            if (!rest.isEmpty()) {
                return Optional.of(rest).filter(name -> name.indexOf('/') < 0);
            }
        }
        return Optional.empty();
    }
}
