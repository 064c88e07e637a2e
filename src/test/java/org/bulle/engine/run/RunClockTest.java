package org.bulle.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RunClockTest {
    private static final Instant START = Instant.parse("2026-11-30T12:00:00Z");
    private Instant wall = START;
    private long nanos = 5;

    private RunClock clock() {
        return new RunClock(() -> wall, () -> nanos);
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
        wall = wall.plus(time);
    }

    @Test
    void endsWhenTheClockSaysSo() {
        RunClock clock = clock();
        pass(Duration.ofMinutes(3));
        assertThat(clock.started()).isEqualTo(START);
        assertThat(clock.now()).isEqualTo(START.plusSeconds(180));
    }

    @Test
    void tookTheTimeThatPassedThoughTheClockWasSetBack() {
        RunClock clock = clock();
        pass(Duration.ofMinutes(3));
        wall = wall.minus(Duration.ofDays(400));
        pass(Duration.ofMinutes(2));
        assertThat(clock.now()).isEqualTo(START.plusSeconds(300));
    }

    @Test
    void tookTheSleepOfTheMachineToo() {
        RunClock clock = clock();
        pass(Duration.ofMinutes(1));
        wall = wall.plus(Duration.ofHours(8));
        assertThat(clock.now()).isEqualTo(START.plusSeconds(60).plus(Duration.ofHours(8)));
    }
}
