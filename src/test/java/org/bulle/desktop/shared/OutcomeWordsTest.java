package org.bulle.desktop.shared;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutcomeWordsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "does not exist | n\u2019existe pas",
                "~/.cargo/bin does not exist | ~/.cargo/bin n\u2019existe pas",
                "$NVM_DIR is not set | $NVM_DIR n\u2019est pas d\u00e9finie",
                "there is no \"rg\" on PATH | pas de \"rg\" dans PATH",
                "rwx through $HOME/.local/ (claude:5) | rwx par $HOME/.local/ (claude:5)",
                "something new | something new",
            })
    void saysInFrenchWhatTheEngineSaysInEnglish(String engine, String french) {
        assertThat(new OutcomeWords(new Messages(Locale.FRENCH)).why(engine)).isEqualTo(french);
        assertThat(new OutcomeWords(new Messages(Locale.ENGLISH)).why(engine)).isEqualTo(engine);
    }

    @ParameterizedTest
    @CsvSource({"skipped: does not exist,ignor\u00e9e : n\u2019existe pas", "granted,granted"})
    void readsRecordedOutcomes(String recorded, String french) {
        assertThat(new OutcomeWords(new Messages(Locale.FRENCH)).recorded(recorded))
                .isEqualTo(french);
    }
}
