package org.bulle.engine.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.bulle.engine.denial.DenialMode;
import org.bulle.engine.denial.DenialSource;
import org.bulle.engine.policy.Network;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.policy.Ports;
import org.bulle.engine.sandbox.seatbelt.PathFacts;
import org.bulle.engine.sandbox.seatbelt.SeatbeltPolicy;
import org.junit.jupiter.api.Test;

/** What is said of the source of denials while a run goes on. */
class DenialWatchTest {
    private static final PathFacts NOTHING = new PathFacts() {
        @Override
        public Kind kind(String path) {
            return Kind.MISSING;
        }

        @Override
        public List<String> otherSpellings(String path) {
            return List.of();
        }
    };

    private static DenialSource soFar(DenialMode mode) {
        Policy policy = new Policy(
                List.of(),
                "/",
                Optional.empty(),
                Duration.ZERO,
                List.of(),
                List.of(),
                Network.NONE,
                Ports.ANY,
                List.of(),
                List.of(),
                false,
                false,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
        return DenialWatch.begin(mode, new SeatbeltPolicy(policy, NOTHING, "bulle-00", List.of()), _ -> {})
                .sourceSoFar();
    }

    @Test
    void aLogThatIsReadAfterwardsIsNotTheSameAsNotLooking() {
        DenialSource source = soFar(DenialMode.AUTO);
        assertThat(source.kind()).isEqualTo(DenialSource.Kind.SEATBELT_LOG);
        assertThat(source.state()).isEqualTo(DenialSource.State.PARTIAL);
        assertThat(source.reason().orElseThrow()).contains("when the run has ended");
        assertThat(soFar(DenialMode.OFF)).isEqualTo(DenialSource.OFF);
    }
}
