package org.bulle.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.bulle.desktop.shared.Ago;
import org.bulle.desktop.shared.Messages;
import org.junit.jupiter.api.Test;

class AgoTest {
    private static final Instant NOW = Instant.parse("2026-03-04T12:00:00Z");
    private final Ago ago = new Ago(new Messages(Locale.ENGLISH));

    @Test
    void choosesTheUnitThatSaysMost() {
        assertThat(words(Duration.ofSeconds(20))).isEqualTo("just now");
        assertThat(words(Duration.ofMinutes(12))).isEqualTo("12 min ago");
        assertThat(words(Duration.ofHours(5))).isEqualTo("5 h ago");
        assertThat(words(Duration.ofDays(1))).isEqualTo("1 day ago");
        assertThat(words(Duration.ofDays(6))).isEqualTo("6 days ago");
    }

    @Test
    void givesTheDateOfWhatIsOld() {
        assertThat(words(Duration.ofDays(30))).isEqualTo("Feb 2, 2026");
    }

    private String words(Duration since) {
        return ago.words(NOW.minus(since), NOW);
    }
}
