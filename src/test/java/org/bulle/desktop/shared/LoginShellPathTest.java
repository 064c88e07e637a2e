package org.bulle.desktop.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoginShellPathTest {
    @TempDir
    Path home;

    private Map<String, String> environment(String shell) {
        return Map.of("HOME", home.toString(), "SHELL", shell, "PATH", "/usr/bin:/bin");
    }

    private String shell(String script) throws IOException {
        Path file = Files.writeString(home.resolve("shell"), "#!/bin/sh\n" + script);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        return file.toString();
    }

    @Test
    void readsWhatTheStartUpFilesOfBashSetWhateverTheyPrint() throws Exception {
        Files.writeString(
                home.resolve(".bash_profile"),
                "echo PATH=/nonsense; export PATH=$HOME/tools:relative:$PATH; cat; printf bye\n");
        String path = new LoginShellPath(environment("/bin/bash")).read();
        assertThat(path).startsWith(home + "/tools:").contains("/usr/bin").doesNotContain("relative", "nonsense");
    }

    @Test
    void aShellThatHangsIsEndedWithWhatItStarted() throws Exception {
        String shell = shell("sleep 4242 & echo $! > '" + home + "/pid'\nwait\n");
        LoginShellPath asked = new LoginShellPath(environment(shell), Duration.ofMillis(700));
        assertThatThrownBy(asked::read).isInstanceOf(IOException.class).hasMessageContaining("did not answer");
        long pid = Long.parseLong(Files.readString(home.resolve("pid")).strip());
        for (int i = 0;
                i < 200 && ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
                i++) {
            Thread.sleep(20);
        }
        assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
    }

    @Test
    void aDaemonThatKeepsThePipeOpenIsNotWaitedFor() throws Exception {
        String shell = shell("(sleep 3 &)\nshift 3\neval \"$1\"\n");
        assertThat(new LoginShellPath(environment(shell), Duration.ofSeconds(20)).read())
                .isEqualTo("/usr/bin:/bin");
    }

    @Test
    void saysWhyThereIsNoAnswer() throws Exception {
        assertThatThrownBy(() -> new LoginShellPath(Map.of()).read()).hasMessage("SHELL is not set");
        assertThatThrownBy(() -> new LoginShellPath(environment("/no/shell")).read())
                .hasMessageContaining("no program");
        String silent = shell("echo nothing\n");
        assertThatThrownBy(() -> new LoginShellPath(environment(silent)).read()).hasMessageContaining("no answer");
    }
}
