package org.bulle.engine.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.bulle.engine.resolve.StatusQuery.Outcome;
import org.junit.jupiter.api.Test;

class EvidenceTest {
    /** Whatever kept the system from answering, the file may be there by now. */
    @Test
    void doesNotHoldWhereAMissingFileCouldNotBeAskedFor() {
        Evidence missing = Evidence.of("", Map.of("/nowhere/x", new Observation(FileStatus.MISSING, Observation.KIND)));
        assertThat(missing.holds((path, answer) -> Outcome.MISSING)).isTrue();
        assertThat(missing.holds((path, answer) -> Outcome.UNKNOWN)).isFalse();
    }
}
