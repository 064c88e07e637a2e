package org.bulle.cli;

/** Words as a POSIX shell reads them back. */
final class ShellWord {
    private static final String PLAIN = "@%+=:,./_-";

    private ShellWord() {}

    /** {@code word} as it is when that is safe, else between single quotes. */
    static String quote(String word) {
        boolean plain = !word.isEmpty() && !word.startsWith("-") && word.chars().allMatch(c -> isPlain((char) c));
        return plain || word.startsWith("-") && word.chars().allMatch(c -> isPlain((char) c))
                ? word
                : "'" + word.replace("'", "'\\''") + "'";
    }

    private static boolean isPlain(char c) {
        return c < 128 && Character.isLetterOrDigit(c)
                || PLAIN.indexOf(c) >= 0
                || c > 128 && Character.isLetterOrDigit(c);
    }
}
