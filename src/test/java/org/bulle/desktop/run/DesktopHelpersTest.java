package org.bulle.desktop.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.bulle.desktop.shared.OwnTerminal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shortcuts, notifications and the user's own terminal, with small programs in the place of a desktop's. */
class DesktopHelpersTest {
    @TempDir
    Path home;

    private Map<String, String> environment() {
        return Map.of(
                "HOME", home.toString(), "PATH", home.resolve("bin") + ":/usr/bin:/bin", "XDG_RUNTIME_DIR", "/run");
    }

    /** Writes its arguments, one a line, into {@code said}. */
    private Path program(String name) throws IOException {
        Path file = Files.createDirectories(home.resolve("bin")).resolve(name);
        Files.writeString(
                file,
                "#!/bin/sh\nfor word; do printf '%s\\n' \"$word\"; done >'" + home.resolve("said.new") + "'\nmv '"
                        + home.resolve("said.new") + "' '" + home.resolve("said") + "'\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        return file;
    }

    private List<String> said() throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!Files.exists(home.resolve("said")) && System.nanoTime() < end) {
            Thread.sleep(20);
        }
        return Files.readAllLines(home.resolve("said"));
    }

    @Test
    void aShortcutEscapesWhatADesktopFileWouldTakeForItsOwn() {
        String text = DesktopShortcut.text(
                "a\nb", List.of("/opt/bulle", "100%", "a \"b\" $HOME `x` \\", ""), "/src/new\nline");
        assertThat(text.lines())
                .contains(
                        "Name=a\\nb",
                        "Exec=\"/opt/bulle\" \"100%%\" \"a \\\\\"b\\\\\" \\\\$HOME \\\\`x\\\\` \\\\\\\\\" \"\"",
                        "Path=/src/new\\nline",
                        "Terminal=true");
    }

    @Test
    void aShortcutIsMadeOnTheDesktopAndReplacesNothing() throws Exception {
        Path desktop = Files.createDirectories(home.resolve("Bureau"));
        Files.writeString(
                Files.createDirectories(home.resolve(".config")).resolve("user-dirs.dirs"),
                "# made\nXDG_DESKTOP_DIR=\"$HOME/Bureau\"\n");
        DesktopShortcut shortcut = new DesktopShortcut(environment());
        Path first = shortcut.make("tool - a/b", List.of("/opt/bulle", "tool"), "/src");
        Path second = shortcut.make("tool - a/b", List.of("/opt/bulle", "other"), "/src");
        assertThat(first).isEqualTo(desktop.resolve("tool - a-b.desktop")).isExecutable();
        assertThat(second).isEqualTo(desktop.resolve("tool - a-b 2.desktop"));
        assertThat(first).content().contains("\"tool\"");
    }

    @Test
    void withoutADesktopFolderThereIsNoShortcut() {
        assertThatThrownBy(() -> new DesktopShortcut(environment()).make("x", List.of("/opt/bulle"), "/src"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("there is no folder");
    }

    @Test
    void aNotificationGoesThroughNotifySend() throws Exception {
        program("notify-send");
        Notifier notifier = new Notifier(environment());
        assertThat(notifier.isPresent()).isTrue();
        notifier.send("mvn ended: exit 1", "tool in <src> & more");
        assertThat(said())
                .containsExactly("--app-name=Bulle", "--", "mvn ended: exit 1", "tool in &lt;src&gt; &amp; more");
    }

    @Test
    void withoutAServiceNothingIsSentAndItIsKnown() throws Exception {
        Notifier notifier = new Notifier(Map.of("PATH", home.toString(), "HOME", home.toString()));
        assertThat(notifier.isPresent()).isFalse();
        notifier.send("title", "body");
    }

    @Test
    void theUsersTerminalGetsTheRunAsSeparateWords() throws Exception {
        Path terminal = program("x-terminal-emulator");
        OwnTerminal own = new OwnTerminal(environment());
        assertThat(own.program()).contains(terminal.toString());
        own.open(terminal.toString(), List.of("/opt/bulle", "tool", "/src", "--", "a b"), home.toString(), "Exit:");
        List<String> words = said();
        assertThat(words.subList(0, 3)).containsExactly("-e", "/bin/sh", "-c");
        assertThat(words.subList(4, words.size())).containsExactly("Exit:", "/opt/bulle", "tool", "/src", "--", "a b");
    }

    @Test
    void aTranscriptKeepsTheLastOfWhatWasSaid() {
        Transcript transcript = new Transcript();
        transcript.add("first");
        for (int i = 0; i < 40; i++) {
            transcript.add("x".repeat(100_000));
        }
        transcript.add("last");
        assertThat(transcript.kept().text()).endsWith("last").doesNotContain("first");
        assertThat(transcript.kept().dropped() + transcript.kept().text().length())
                .isEqualTo(4_000_009);
    }
}
