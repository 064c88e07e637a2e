package org.bulle.desktop.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ExposureTest {
    @TempDir
    private Path directory;

    @Test
    void countsTheFilesThatLieBelow() throws Exception {
        Files.writeString(Files.createDirectories(directory.resolve("a/b")).resolve("c"), "12345");
        Files.writeString(directory.resolve("d"), "1");
        assertThat(Exposure.of(List.of(directory.toString(), directory + "/none")))
                .isEqualTo(new Exposure(
                        2, 6, true, Exposure.of(List.of(directory.toString())).examples()));
    }

    /** Its map_files can be opened and not be read by anybody but its owner. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void countsAtLeastWhatCanBeReadWhereAFolderCannot() {
        assertThatCode(() -> assertThat(Exposure.of(List.of("/proc/1")).files()).isPositive())
                .doesNotThrowAnyException();
    }
}
