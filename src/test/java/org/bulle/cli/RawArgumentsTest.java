package org.bulle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class RawArgumentsTest {

    @Test
    void takesTheLastArgumentsOfTheProcessAsBytes() {
        byte[] cmdline = "java\0-cp\0x\0org.bulle.Main\0a\0\0\u00ff\0".getBytes(StandardCharsets.ISO_8859_1);
        assertThat(RawArguments.last(cmdline, 3)).containsExactly("a", "", "\udcff");
        assertThat(RawArguments.last(cmdline, 0)).isEmpty();
    }

    @Test
    void takesWhatJavaDecodedWhereTheKernelKnowsLess() {
        String[] more = new String[10_000];
        java.util.Arrays.fill(more, "x");
        assertThat(RawArguments.of(more)).hasSize(10_000);
    }
}
