package org.bulle.engine.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestTest {

    @ParameterizedTest
    @CsvSource({"defualt_app, default_app", "netwrok, network", "bse, base", "claud, claude", "gti, git", "javva, java"
    })
    void suggestsTheWordMeant(String typed, String meant) {
        assertThat(Nearest.suggest(
                        typed, List.of("title", "default_app", "network", "base", "claude", "git", "java", "offline")))
                .contains(meant);
    }

    @Test
    void suggestsNothingBeyondAThirdOfTheLength() {
        assertThat(Nearest.suggest("abcdef", List.of("abcxyz"))).isEmpty();
        assertThat(Nearest.suggest("abcdefghi", List.of("abcdefxyz"))).contains("abcdefxyz");
        assertThat(Nearest.suggest("abcdefghi", List.of("abcdewxyz"))).isEmpty();
    }

    @Test
    void suggestsNothingThatSharesNoLetter() {
        assertThat(Nearest.suggest("ab", List.of("xy"))).isEmpty();
        assertThat(Nearest.suggest("", List.of("x"))).isEmpty();
    }

    @Test
    void takesTheFirstOfEquals() {
        assertThat(Nearest.suggest("rx", List.of("ro", "rw"))).contains("ro");
    }

    @Test
    void neverSuggestsTheWordItself() {
        assertThat(Nearest.suggest("git", List.of("git"))).isEmpty();
    }
}
