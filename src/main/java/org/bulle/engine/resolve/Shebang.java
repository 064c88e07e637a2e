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
