package org.bulle.engine.history;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.bulle.engine.denial.Denial;
import org.bulle.engine.denial.DenialReport;
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

    /** The same run with the secrets taken out of its arguments. */
    RunSummary masked() {
        return new RunSummary(
                id,
                started,
                ended,
                state,
                profiles,
                SecretMask.command(command),
                SecretMask.flags(flags),
                workspace,
                exitCode,
                signal,
                duration,
                backend,
                enforcement,
                limits,
                denialSource,
                planted,
                denied,
                undecided);
    }

    RunSummary named(String newId) {
        return new RunSummary(
                newId,
                started,
                ended,
                state,
                profiles,
                command,
                flags,
                workspace,
                exitCode,
                signal,
                duration,
                backend,
                enforcement,
                limits,
                denialSource,
                planted,
                denied,
                undecided);
    }

    RunSummary in(State newState) {
        return new RunSummary(
                id,
                started,
                ended,
                newState,
                profiles,
                command,
                flags,
                workspace,
                exitCode,
                signal,
                duration,
                backend,
                enforcement,
                limits,
                denialSource,
                planted,
                denied,
                undecided);
    }

    RunSummary counting(List<Denial> denials) {
        return new RunSummary(
                id,
                started,
                ended,
                state,
                profiles,
                command,
                flags,
                workspace,
                exitCode,
                signal,
                duration,
                backend,
                enforcement,
                limits,
                denialSource,
                planted,
                denials.size(),
                denials.stream().filter(Denial::undecided).count());
    }

    RunSummary finished(Instant at, State how, OptionalInt code, OptionalInt by, DenialReport report) {
        return new RunSummary(
                        id,
                        started,
                        Optional.of(at),
                        how,
                        profiles,
                        command,
                        flags,
                        workspace,
                        code,
                        by,
                        Duration.between(started, at),
                        backend,
                        enforcement,
                        limits,
                        report.source(),
                        report.planted(),
                        0,
                        0)
                .counting(report.denials());
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
