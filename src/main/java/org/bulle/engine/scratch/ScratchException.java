package org.bulle.engine.scratch;

import java.util.Objects;

/** Why something could not be done with a scratch, as one sentence for the user. Nothing was lost. */
public final class ScratchException extends Exception {
    private static final long serialVersionUID = 1L;

    public ScratchException(String message) {
        super(message);
    }

    @Override
    public String getMessage() {
        return Objects.requireNonNull(super.getMessage());
    }
}
