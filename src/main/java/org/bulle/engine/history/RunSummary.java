package org.bulle.engine.history;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.bulle.engine.denial.DenialSource;
import org.bulle.engine.denial.Planted;
import org.bulle.engine.policy.EnforcementStatus;
import org.bulle.engine.policy.Limit;

/**
 * A recorded run without its policy and its denials: what lists show.
 *
 * @param id {@code yyyyMMdd-HHmmss-xxxx} in UTC; sorts by time
 * @param ended absent while it runs, and when it was interrupted
 * @param command argv with the file in the place of its first element, secrets masked
 * @param flags the policy flags that the run was given beside its stack, secrets and values of variables masked
 * @param exitCode absent while it runs, and when it was interrupted
 * @param duration zero while it runs
 * @param backend the {@link org.bulle.engine.sandbox.Backend#name()}; empty when the run was refused before one was chosen
 * @param denied how many distinct denials, harmless ones included
 * @param undecided how many of them are left to decide about
 */
public record RunSummary(
        String id,
        Instant started,
        Optional<Instant> ended,
        State state,
        List<String> profiles,
        List<String> command,
        List<String> flags,
        String workspace,
        OptionalInt exitCode,
        OptionalInt signal,
        Duration duration,
        String backend,
        List<EnforcementStatus> enforcement,
        List<Limit> limits,
        DenialSource denialSource,
        List<Planted> planted,
        long denied,
        long undecided) {
    public RunSummary {
        profiles = List.copyOf(profiles);
        command = List.copyOf(command);
        flags = List.copyOf(flags);
        enforcement = List.copyOf(enforcement);
        limits = List.copyOf(limits);
        planted = List.copyOf(planted);
    }

    /** How far it came. */
    public enum State {
        /** Its supervisor is alive. Never stored in a finished record. */
        RUNNING("running"),
        FINISHED("finished"),
        /** Its supervisor died before it could write the record. */
        INTERRUPTED("interrupted"),
        TIMEOUT("timeout"),
        /** Nothing was run. */
        REFUSED("refused");

        private final String key;

        State(String key) {
            this.key = key;
        }

        public String key() {
            return key;
        }
    }
}
