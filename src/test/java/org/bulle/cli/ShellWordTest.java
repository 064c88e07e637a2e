package org.bulle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShellWordTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "plain", "a b", "", "it's", "$HOME", "`id`", "a\nb", "--ro=/x", "*", "~", "é", "a;b", "\"", "\\", "!x",
                "#x", "a=b", "{a,b}"
            })
    void isReadBackByAShell(String word) throws IOException, InterruptedException {
        Process shell = new ProcessBuilder("/bin/sh", "-c", "printf %s " + ShellWord.quote(word)).start();
        assertThat(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo(word);
        assertThat(shell.waitFor()).isZero();
    }

    @Test
    void leavesPlainWordsPlain() {
        assertThat(ShellWord.quote("/usr/bin/x-1.2")).isEqualTo("/usr/bin/x-1.2");
        assertThat(ShellWord.quote("--ro")).isEqualTo("--ro");
    }
}
