package org.bulle.engine.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretMaskTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--token=abc | --token=***",
                "--github-token=abc | --github-token=***",
                "--api-key:abc | --api-key:***",
                "-password=abc | -password=***",
                "GITHUB_TOKEN=abc | GITHUB_TOKEN=***",
                "https://me:pw@host/x | https://me:***@host/x",
                "https://ghp_abcdefghijklmnop@github.com/x | https://***@github.com/x",
                "postgres://u:p%40w@db/x | postgres://u:***@db/x",
                "https://host/?access_token=abc&x=1 | https://host/?access_token=***&x=1",
                "Authorization: Bearer abc.def | Authorization: ***",
                "x-api-key: abc | x-api-key: ***",
                "sk-abcdefghijklmnop1234 | ***",
                "export DB_PASSWORD=abc; run | export DB_PASSWORD=***; run",
            })
    void masks(String argument, String masked) {
        assertThat(SecretMask.command(List.of("tool", argument))).containsExactly("tool", masked);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--token-file=/x",
                "--password-stdin",
                "git@github.com:a/b.git",
                "ssh://git@host/x",
                "https://host/path",
                "passwords.txt",
                "--secret",
                "$TOKEN",
                "TOKEN=$OTHER",
                "-m",
                "fix the password field",
                "--credential-helper=store",
                "-Dx=1"
            })
    void leavesAlone(String argument) {
        assertThat(SecretMask.command(List.of("tool", argument))).containsExactly("tool", argument);
    }

    @Test
    void masksTheArgumentAfterASecretOption() {
        assertThat(SecretMask.command(List.of("tool", "--password", "abc", "rest")))
                .containsExactly("tool", "--password", "***", "rest");
        assertThat(SecretMask.command(List.of("tool", "--password-stdin", "abc")))
                .containsExactly("tool", "--password-stdin", "abc");
        assertThat(SecretMask.command(List.of("docker", "run", "-e", "A=b")))
                .containsExactly("docker", "run", "-e", "A=***");
        assertThat(SecretMask.command(List.of("/usr/bin/mysql", "-pabc"))).containsExactly("/usr/bin/mysql", "-p***");
        assertThat(SecretMask.command(List.of("curl", "-H", "Authorization: Basic abc")))
                .containsExactly("curl", "-H", "Authorization: ***");
    }

    @Test
    void neverKeepsAValueOfTheEnvironment() {
        assertThat(SecretMask.flags(List.of("--env", "A=b", "--env=C=d", "--env", "E", "--ro", "/x=y")))
                .containsExactly("--env", "A=***", "--env=C=***", "--env", "E", "--ro", "/x=y");
    }

    @Test
    void saysWhenSomethingWasTakenOut() {
        assertThat(SecretMask.isMasked(SecretMask.command(List.of("a", "--token=x"))))
                .isTrue();
        assertThat(SecretMask.isMasked(List.of("a", "b"))).isFalse();
    }
}
