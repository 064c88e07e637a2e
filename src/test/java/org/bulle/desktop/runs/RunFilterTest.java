package org.bulle.desktop.runs;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import org.bulle.engine.denial.DenialSource;
import org.bulle.engine.history.RunSummary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunFilterTest {
    private static final RunSummary RUN = new RunSummary(
            "20261130-091512-4f2a",
            Instant.parse("2026-11-30T09:15:12Z"),
            Optional.empty(),
            RunSummary.State.FINISHED,
            List.of("tool", "maven"),
            List.of("/usr/bin/mvn", "-q", "test"),
            List.of(),
            "/home/u/src/orders-api",
            OptionalInt.of(1),
            OptionalInt.empty(),
            Duration.ofSeconds(75),
            "linux-landlock",
            List.of(),
            List.of(),
            DenialSource.OFF,
            List.of(),
            12,
            4);

    private static boolean fits(String filter) {
        return RunFilter.of(filter, LocalDate.of(2026, 11, 30), ZoneOffset.UTC).test(RunFilter.Subject.of(RUN));
    }

    @Test
    void wordsStandAnywhereAndAllMustHold() {
        assertThat(fits("")).isTrue();
        assertThat(fits("MVN orders")).isTrue();
        assertThat(fits("mvn shop")).isFalse();
        assertThat(fits("https://x")).isFalse();
    }

    @Test
    void eachColumnCanBeAskedFor() {
        assertThat(fits("profile:maven command:test workspace:api exit:1 state:fin id:20261130"))
                .isTrue();
        assertThat(fits("profile:api")).isFalse();
        assertThat(fits("exit:0")).isFalse();
        assertThat(fits("denials:>10 denials:<=12 undecided:4")).isTrue();
        assertThat(fits("undecided:>4")).isFalse();
        assertThat(fits("duration:>1m duration:<80 duration:>=75000ms")).isTrue();
        assertThat(fits("duration:>2m")).isFalse();
        assertThat(fits("duration:long")).isFalse();
        assertThat(fits("started:today started:2026-11 started:>2026-11-29 started:week"))
                .isTrue();
        assertThat(fits("started:yesterday")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"nowhere", "profile:none", "command:none"})
    void anotherWordLowersNoRunAgain(String words) {
        RunFilter.Subject subject = RunFilter.Subject.of(RUN);
        Predicate<RunFilter.Subject> filter = RunFilter.of(words, LocalDate.of(2026, 11, 30), ZoneOffset.UTC);
        assertThat(filter.test(subject)).isFalse();
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        int found = 0;
        for (int i = 0; i < 10_000; i++) {
            found += filter.test(subject) ? 1 : 0;
        }
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(200_000);
        assertThat(found).isZero();
    }
}
