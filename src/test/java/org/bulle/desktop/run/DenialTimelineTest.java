package org.bulle.desktop.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class DenialTimelineTest {
    private static Duration seconds(double seconds) {
        return Duration.ofMillis(Math.round(seconds * 1000));
    }

    @Test
    void eachDenialCountsWhenItWasTold() {
        DenialTimeline timeline = new DenialTimeline();
        timeline.tell(seconds(0.1), 2);
        timeline.tell(seconds(3), 9);
        timeline.tell(seconds(5), 9);
        assertThat(Arrays.stream(timeline.counts()).sum()).isEqualTo(9);
        assertThat(timeline.most()).isEqualTo(7);
        assertThat(timeline.peak()).isEqualTo(seconds(3));
    }

    @Test
    void aLongRunHasNoMorePartsAndLosesNothing() {
        DenialTimeline timeline = new DenialTimeline();
        long total = 0;
        for (int second = 0; second < 4_000; second += 10) {
            total += second == 2_000 ? 50 : 1;
            timeline.tell(seconds(second), total);
        }
        assertThat(timeline.counts()).hasSize(DenialTimeline.PARTS);
        assertThat(Arrays.stream(timeline.counts()).sum()).isEqualTo(total);
        assertThat(timeline.width().multipliedBy(DenialTimeline.PARTS)).isGreaterThan(seconds(3_990));
        assertThat(timeline.peak()).isLessThanOrEqualTo(seconds(2_000));
        assertThat(timeline.peak().plus(timeline.width())).isGreaterThan(seconds(2_000));
    }

    @Test
    void aReportThatComesLateTakesNothingBack() {
        DenialTimeline timeline = new DenialTimeline();
        timeline.tell(seconds(1), 5);
        timeline.tell(seconds(2), 3);
        timeline.tell(seconds(3), 6);
        assertThat(Arrays.stream(timeline.counts()).sum()).isEqualTo(6);
    }
}
