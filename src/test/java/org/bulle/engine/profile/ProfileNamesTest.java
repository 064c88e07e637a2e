package org.bulle.engine.profile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProfileNamesTest {

    @ParameterizedTest
    @ValueSource(strings = {"a", "A9", "my-agent", "node.v22", "x_y", "0"})
    void allowsPlainNames(String name) {
        assertThat(ProfileNames.refusal(name)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", ".hidden", "-x", "_x", "a b", "a/b", "../x", "a,b", "\u00e9", "a\nb", "a\u202eb", "a\udc80"})
    void refusesNamesThatAreNotPlain(String name) {
        assertThat(ProfileNames.refusal(name))
                .hasValueSatisfying(why -> assertThat(why).doesNotContainPattern("[\\p{Cntrl}\\u202e]"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "show",
                "profiles",
                "scratch",
                "resolvers",
                "runs",
                "detect",
                "desktop",
                "completion",
                "help",
                "version",
                "policy",
                "config"
            })
    void refusesWordsOfTheCommandLine(String name) {
        assertThat(ProfileNames.refusal(name))
                .hasValueSatisfying(why -> assertThat(why).contains("reserved"));
    }

    @Test
    void refusesNamesOverSixtyFourCharacters() {
        assertThat(ProfileNames.refusal("a".repeat(64))).isEmpty();
        assertThat(ProfileNames.refusal("a".repeat(65))).isPresent();
    }
}
