package org.bulle.desktop.runs;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.bulle.engine.denial.DenialSource;
import org.bulle.engine.history.RunRecord;
import org.bulle.engine.history.RunSummary;
import org.junit.jupiter.api.Test;

class RepeatViewModelTest {
    private static RunRecord failed(DenialSource source) {
        RunSummary run = new RunSummary(
                "1",
                Instant.EPOCH,
                Optional.empty(),
                RunSummary.State.FINISHED,
                List.of("tool"),
                List.of("/usr/bin/false"),
                List.of(),
                "/w",
                OptionalInt.of(1),
                OptionalInt.empty(),
                Duration.ZERO,
                "linux-landlock",
                List.of(),
                List.of(),
                source,
                List.of(),
                0,
                0);
        return new RunRecord(run, Optional.empty(), List.of());
    }

    @Test
    void thatNothingMoreWasDeniedIsOnlySaidWhenAllWasWatched() {
        RunRecord partly = failed(DenialSource.partial(DenialSource.Kind.OBSERVE, "calls were lost"));
        RunRecord whole = failed(DenialSource.complete(DenialSource.Kind.OBSERVE));
        assertThat(RepeatViewModel.stuck(partly)).isEqualTo(RepeatViewModel.End.NOT_WATCHED);
        assertThat(RepeatViewModel.stuck(failed(DenialSource.OFF))).isEqualTo(RepeatViewModel.End.NOT_WATCHED);
        assertThat(RepeatViewModel.stuck(whole)).isEqualTo(RepeatViewModel.End.NOTHING_NEW);

        assertThat(RepeatViewModel.known(partly, 0)).as("none seen").isEmpty();
        assertThat(RepeatViewModel.known(partly, 2)).hasValue(2);
        assertThat(RepeatViewModel.known(whole, 0)).hasValue(0);
    }
}
