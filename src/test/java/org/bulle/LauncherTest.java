package org.bulle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The start script, as far as it comes without a runtime beside it. */
class LauncherTest {
    private static final Path SCRIPT = Path.of("packaging/launcher/bulle").toAbsolutePath();

    private record Ended(int code, String said) {}

    private static Ended start(Path folder, String before) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(List.of("sh", "-c", before + " && exec sh \"$0\"", SCRIPT.toString()))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), said);
    }

    @Test
    void saysThatTheCurrentFolderHasGone(@TempDir Path root) throws Exception {
        Path folder = Files.createDirectory(root.resolve("gone"));
        Ended ended = start(folder, "rmdir \"$PWD\"");
        assertThat(ended.said()).endsWith("bulle: the current folder does not exist any more: change to another one\n");
        assertThat(ended.code()).isEqualTo(4);
    }

    @Test
    void goesOnInAFolderThatIsThere(@TempDir Path root) throws Exception {
        Path link = Files.createSymbolicLink(root.resolve("link"), Files.createDirectory(root.resolve("folder")));
        assertThat(start(link, "true").said()).doesNotContain("current folder");
        assertThat(start(root, "cd link; PWD=/nowhere; export PWD").said()).doesNotContain("current folder");
    }
}
