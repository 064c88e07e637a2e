package org.bulle.engine.sandbox;

import java.util.Objects;

/** The sandbox is missing or could not be set up; nothing was run. */
public final class SandboxException extends Exception {
    private static final long serialVersionUID = 1L;
    private final Kind kind;

    /** Decides the exit code: 3 when this system has no sandbox, 5 when it could not be installed. */
    public enum Kind {
        UNAVAILABLE,
        NOT_INSTALLED
    }

    public SandboxException(Kind kind, String message) {
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
