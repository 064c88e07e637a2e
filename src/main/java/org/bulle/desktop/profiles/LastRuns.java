package org.bulle.desktop.profiles;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bulle.engine.history.RunSummary;

/** When each profile was last part of a run's stack. */
final class LastRuns {
    private LastRuns() {}

    static Map<String, Instant> of(List<RunSummary> runs) {
        Map<String, Instant> last = new HashMap<>();
        for (RunSummary run : runs) {
            for (String profile : run.profiles()) {
                last.merge(profile, run.started(), (known, other) -> known.isAfter(other) ? known : other);
            }
        }
        return last;
    }
}
