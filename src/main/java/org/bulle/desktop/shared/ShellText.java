package org.bulle.desktop.shared;

import java.util.List;
import java.util.stream.Collectors;

/** Command lines as a POSIX shell reads them back. */
public final class ShellText {
    private static final String PLAIN = "@%+=:,./_-~";

    private ShellText() {}

    /** {@code word} as it is when that is safe, else between single quotes. */
    public static String quote(String word) {
        boolean plain = !word.isEmpty()
                && word.indexOf('~', 1) < 0
                && word.chars().allMatch(c -> PLAIN.indexOf(c) >= 0 || c < 128 && Character.isLetterOrDigit(c));
        return plain ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    public static String join(List<String> words) {
        return words.stream().map(ShellText::quote).collect(Collectors.joining(" "));
    }
}
