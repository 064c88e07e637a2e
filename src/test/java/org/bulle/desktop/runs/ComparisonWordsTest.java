package org.bulle.desktop.runs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import org.bulle.desktop.shared.Messages;
import org.bulle.engine.history.RunComparison;
import org.bulle.engine.history.RunComparison.Fate;
import org.junit.jupiter.api.Test;

class ComparisonWordsTest {
    private final ComparisonWords english = new ComparisonWords(new Messages(Locale.ENGLISH));
    private final ComparisonWords french = new ComparisonWords(new Messages(Locale.FRENCH));

    @Test
    void countsNothingAsFixedOrNewThatWasNotWatched() {
        RunComparison unknown = new RunComparison(List.of(), Fate.UNSEEN_LATER, Fate.UNSEEN_EARLIER);
        assertThat(english.counts(unknown)).isEqualTo("0 not seen again, 0 not seen before, 0 same");
        assertThat(french.counts(unknown)).isEqualTo("0 non revu, 0 non vu avant, 0 inchang\u00e9");
        RunComparison known = new RunComparison(List.of(), Fate.FIXED, Fate.NEW);
        assertThat(english.counts(known)).isEqualTo("0 fixed, 0 new, 0 same");
        assertThat(french.counts(known)).isEqualTo("0 r\u00e9gl\u00e9, 0 nouveau, 0 inchang\u00e9");
    }

    @Test
    void aRowSaysThatItWasNotSeen() {
        assertThat(english.fate(Fate.UNSEEN_LATER)).isEqualTo("Not seen again");
        assertThat(english.fate(Fate.UNSEEN_EARLIER)).isEqualTo("Not seen before");
        assertThat(french.fate(Fate.UNSEEN_LATER)).isEqualTo("Non revu");
        assertThat(french.fate(Fate.UNSEEN_EARLIER)).isEqualTo("Non vu avant");
    }

    @Test
    void namesTheRunThatWasNotWatchedCompletely() {
        assertThat(english.doubt(new RunComparison(List.of(), Fate.FIXED, Fate.NEW)))
                .isEmpty();
        assertThat(english.doubt(new RunComparison(List.of(), Fate.UNSEEN_LATER, Fate.NEW)))
                .isEqualTo("The later run was not watched completely.");
        assertThat(english.doubt(new RunComparison(List.of(), Fate.FIXED, Fate.UNSEEN_EARLIER)))
                .isEqualTo("The earlier run was not watched completely.");
        assertThat(french.doubt(new RunComparison(List.of(), Fate.UNSEEN_LATER, Fate.UNSEEN_EARLIER)))
                .isEqualTo("Aucune des deux n'a \u00e9t\u00e9 observ\u00e9e enti\u00e8rement.");
    }
}
