package org.bulle.engine.profile;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * A diagnostic about what the user wrote. Problems are collected and reported together; they are never exceptions.
 *
 * @param file the file as shown to the user, or empty (a flag, a profile name on the command line)
 * @param line 1-based; 0 when unknown
 * @param column 1-based; 0 when unknown
 * @param key the TOML key or flag concerned, or empty
 * @param message one sentence, no final position
 * @param fix what to write at that place instead (a key, a literal, or the plain text of a string), empty to take the entry out, or null
 */
public record Problem(
        Severity severity,
        Kind kind,
        String file,
        int line,
        int column,
        String key,
        String message,
        @Nullable String fix) {
    public static final Comparator<Problem> ORDER =
            Comparator.comparing(Problem::file).thenComparingInt(Problem::line).thenComparingInt(Problem::column);

    /** How bad it is. */
    public enum Severity {
        ERROR,
        WARNING,
        NOTE
    }

    /** Decides the exit code: 2 for what is wrong in the text alone, 4 for what is wrong on this machine or in a path entry. */
    public enum Kind {
        TEXT,
        MACHINE
    }

    public boolean isError() {
        return severity == Severity.ERROR;
    }

    /** {@code file:line:column: message}. */
    public String format() {
        StringBuilder out = new StringBuilder();
        if (!file.isEmpty()) {
            out.append(file);
            if (line > 0) {
                out.append(':').append(line);
                if (column > 0) {
                    out.append(':').append(column);
                }
            }
            out.append(": ");
        }
        out.append(message);
        return out.toString();
    }
}
