package org.bulle.engine.denial.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.bulle.engine.denial.Access;
import org.bulle.engine.denial.DenialSource;
import org.bulle.engine.denial.Enforcer;
import org.junit.jupiter.api.Test;

/** What a log that is told of denials afterwards makes of them. */
class DenialLogTest {
    private static void told(DenialLog log, String path, long millis, long count) {
        log.path(Access.READ, path, "cat", 7, Enforcer.LANDLOCK, millis, count);
    }

    @Test
    void countsEachOfSeveralThatAreToldAtOnce() {
        DenialLog log = new DenialLog(1);
        told(log, "/a", 1_000, 5);
        told(log, "/a", 1_000, 2);
        told(log, "/b", 1_000, 4);
        assertThat(log.seen()).isEqualTo(11);
        assertThat(log.denials())
                .singleElement()
                .satisfies(denial -> assertThat(denial.count()).isEqualTo(7));
        assertThat(log.source(DenialSource.Kind.AUDIT).reason().orElseThrow()).contains("4 further ones");
    }

    @Test
    void keepsTheFirstAndTheLastTimeInWhateverOrderTheyAreTold() {
        DenialLog log = new DenialLog();
        told(log, "/a", 2_000, 1);
        told(log, "/a", 3_000, 1);
        told(log, "/a", 1_000, 1);
        assertThat(log.denials()).singleElement().satisfies(denial -> {
            assertThat(denial.first()).isEqualTo(Instant.ofEpochMilli(1_000));
            assertThat(denial.last()).isEqualTo(Instant.ofEpochMilli(3_000));
        });
    }
}
