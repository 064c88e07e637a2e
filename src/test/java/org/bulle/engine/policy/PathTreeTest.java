package org.bulle.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathTreeTest {
    @ParameterizedTest
    @CsvSource({
        "/a, /a, true, true",
        "/a/b, /a, true, true",
        "/a, /a/b, false, true",
        "/ab, /a, false, false",
        "/a, /, true, true",
        "/, /, true, true",
        "/, /a, false, true"
    })
    void everythingIsWithinTheRootAndNoNameWithinItsBeginning(
            String path, String directory, boolean within, boolean overlap) {
        assertThat(PathTree.isWithin(path, directory)).isEqualTo(within);
        assertThat(PathTree.overlap(path, directory)).isEqualTo(overlap);
    }
}
