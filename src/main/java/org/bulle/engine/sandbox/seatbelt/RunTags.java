package org.bulle.engine.sandbox.seatbelt;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.function.Supplier;

/** A new name for each run, which no other run has and nobody can guess. */
final class RunTags implements Supplier<String> {
    private static final int BYTES = 8;
    private final SecureRandom random = new SecureRandom();

    @Override
    public String get() {
        byte[] token = new byte[BYTES];
        random.nextBytes(token);
        return "bulle-" + HexFormat.of().formatHex(token);
    }
}
