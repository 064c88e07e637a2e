package org.bulle.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** The scripts that make shells ask {@code bulle __complete}. */
final class CompletionScript {
    static final List<String> SHELLS = List.of("bash", "zsh", "fish");

    private CompletionScript() {}

    static String of(String shell) throws IOException {
        try (InputStream in = CompletionScript.class.getResourceAsStream("completion." + shell)) {
            return new String(Objects.requireNonNull(in, shell).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
