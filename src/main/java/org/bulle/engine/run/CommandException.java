package org.bulle.engine.run;

import java.util.Objects;

/** The command itself could not be started under its sandbox; nothing was run. */
public final class CommandException extends Exception {
    private static final long serialVersionUID = 1L;
    private final Kind kind;

    /** Decides the exit code, as in a shell: 126 found but not allowed to execute, 127 not there. */
    public enum Kind {
        NOT_EXECUTABLE(126),
        NOT_FOUND(127);

        private final int exitCode;

        Kind(int exitCode) {
            this.exitCode = exitCode;
        }

        public int exitCode() {
            return exitCode;
        }
    }

    public CommandException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }

    @Override
    public String getMessage() {
        return Objects.requireNonNull(super.getMessage());
    }
}
