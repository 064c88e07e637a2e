package org.bulle.engine.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserProfilesTest {
    @TempDir
    Path folder;

    private UserProfiles profiles;

    @BeforeEach
    void open() {
        profiles = new UserProfiles(folder.resolve("config"), folder.resolve("versions"));
    }

    @Test
    void writesANewFileAndUndoRemovesItAgain() throws IOException {
        UserProfiles.Change change = profiles.write("mine", Optional.empty(), "title = \"Mine\"\n");
        assertThat(folder.resolve("config/profiles/mine.toml")).hasContent("title = \"Mine\"\n");
        profiles.undo(change);
        assertThat(profiles.read("mine")).isEmpty();
    }

    @Test
    void keepsWhatItReplacesAndBringsItBack() throws IOException {
        profiles.write("mine", Optional.empty(), "one");
        UserProfiles.Change change = profiles.write("mine", Optional.of("one"), "two");
        assertThat(profiles.versions("mine"))
                .singleElement()
                .satisfies(version -> assertThat(version.file()).hasContent("one"));
        profiles.undo(change);
        assertThat(profiles.read("mine")).contains("one");
    }

    @Test
    void neverOverwritesAChangeMadeElsewhere() throws IOException {
        profiles.write("mine", Optional.empty(), "one");
        Files.writeString(profiles.file("mine"), "theirs");
        assertThatThrownBy(() -> profiles.write("mine", Optional.of("one"), "two"))
                .isInstanceOf(UserProfiles.ChangedElsewhereException.class);
        assertThat(profiles.read("mine")).contains("theirs");
    }

    @Test
    void removalCanBeUndone() throws IOException {
        profiles.write("mine", Optional.empty(), "one");
        UserProfiles.Change change = profiles.remove("mine", "one");
        assertThat(profiles.file("mine")).doesNotExist();
        profiles.undo(change);
        assertThat(profiles.read("mine")).contains("one");
    }

    @Test
    void leavesNoHalfWrittenFileBeside() throws IOException {
        profiles.write("mine", Optional.empty(), "one");
        try (var files = Files.list(folder.resolve("config/profiles"))) {
            assertThat(files).containsExactly(profiles.file("mine"));
        }
    }

    @Test
    void aLinkStaysALink() throws IOException {
        Path real = Files.writeString(folder.resolve("elsewhere.toml"), "one");
        Files.createDirectories(profiles.file("mine").getParent());
        Files.createSymbolicLink(profiles.file("mine"), real);
        profiles.write("mine", Optional.of("one"), "two");
        assertThat(profiles.file("mine")).isSymbolicLink();
        assertThat(real).hasContent("two");
    }

    @Test
    void refusesANameThatIsNone() {
        assertThatThrownBy(() -> profiles.file("../outside")).isInstanceOf(IllegalArgumentException.class);
    }
}
