package org.bulle.engine.profile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SearchPathTest {
    @Test
    void namesEachAbsoluteDirectoryOnceInOrder() {
        assertThat(SearchPath.directories("/b:/a:bin::.:/b:/c d:")).containsExactly("/b", "/a", "/c d");
        assertThat(SearchPath.directories("")).isEmpty();
    }
}
