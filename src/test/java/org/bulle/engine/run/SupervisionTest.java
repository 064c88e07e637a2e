package org.bulle.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class SupervisionTest {
    private static RunResult result(WaitStatus status) {
        return new Supervision.End(status, false, false).result(Instant.EPOCH, Instant.EPOCH, List.of());
    }

    @Test
    void takesAnEndThatNobodySawForAFailure() {
        assertThat(result(WaitStatus.unknown()).exitCode()).isEqualTo(1);
        assertThat(result(WaitStatus.unknown()).signal()).isEmpty();
    }

    @Test
    void exitsAsTheCommandDid() {
        assertThat(result(new WaitStatus(3 << 8)).exitCode()).isEqualTo(3);
        assertThat(result(new WaitStatus(9)).exitCode()).isEqualTo(137);
    }
}
