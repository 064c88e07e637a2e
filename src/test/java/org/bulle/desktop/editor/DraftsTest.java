package org.bulle.desktop.editor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DraftsTest {
    @TempDir
    Path state;

    @Test
    void bringsBackWhatWasTypedWithWhatItStartedFrom() throws Exception {
        Drafts drafts = new Drafts(state);
        assertThat(drafts.find("/a.toml")).isEmpty();
        drafts.keep("/a.toml", Optional.of("old"), "typed \u00e9");
        assertThat(drafts.find("/a.toml")).contains(new Drafts.Draft(Optional.of("old"), "typed \u00e9"));
        drafts.keep("/a.toml", Optional.empty(), "new file");
        assertThat(drafts.find("/a.toml")).contains(new Drafts.Draft(Optional.empty(), "new file"));
        assertThat(drafts.find("/b.toml")).isEmpty();
        try (Stream<Path> files = Files.list(state.resolve("drafts"))) {
            assertThat(files)
                    .allSatisfy(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .isEqualTo("rw-------"));
        }
        drafts.forget("/a.toml");
        try (Stream<Path> files = Files.list(state.resolve("drafts"))) {
            assertThat(files).isEmpty();
        }
    }
}
