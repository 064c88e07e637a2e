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
        Draft draft = new Draft(this);
        draft.command = SecretMask.command(command);
        draft.flags = SecretMask.flags(flags);
        return draft.summary();
    }

    RunSummary named(String newId) {
        Draft draft = new Draft(this);
        draft.id = newId;
        return draft.summary();
    }

    RunSummary in(State newState) {
        Draft draft = new Draft(this);
        draft.state = newState;
        return draft.summary();
    }

    RunSummary counting(List<Denial> denials) {
        Draft draft = new Draft(this);
        draft.count(denials);
        return draft.summary();
    }

    RunSummary finished(Instant at, State how, OptionalInt code, OptionalInt by, DenialReport report) {
        Draft draft = new Draft(this);
        draft.ended = Optional.of(at);
        draft.state = how;
        draft.exitCode = code;
        draft.signal = by;
        // The clock may have been set back.
        draft.duration = at.isBefore(started) ? Duration.ZERO : Duration.between(started, at);
        draft.denialSource = report.source();
        draft.planted = report.planted();
        draft.count(report.denials());
        return draft.summary();
    }

    /** A summary in the making, begun empty or from another one: the one place where the components are listed beside their declaration. */
    static final class Draft {
        String id = "";
        Instant started = Instant.EPOCH;
        Optional<Instant> ended = Optional.empty();
        State state = State.INTERRUPTED;
        List<String> profiles = List.of();
        List<String> command = List.of();
        List<String> flags = List.of();
        String workspace = "";
        OptionalInt exitCode = OptionalInt.empty();
        OptionalInt signal = OptionalInt.empty();
        Duration duration = Duration.ZERO;
        String backend = "";
        List<EnforcementStatus> enforcement = List.of();
        List<Limit> limits = List.of();
        DenialSource denialSource = DenialSource.OFF;
        List<Planted> planted = List.of();
        long denied;
        long undecided;

        Draft() {}

        Draft(RunSummary from) {
            id = from.id;
            started = from.started;
            ended = from.ended;
            state = from.state;
            profiles = from.profiles;
            command = from.command;
            flags = from.flags;
            workspace = from.workspace;
            exitCode = from.exitCode;
            signal = from.signal;
            duration = from.duration;
            backend = from.backend;
            enforcement = from.enforcement;
            limits = from.limits;
            denialSource = from.denialSource;
            planted = from.planted;
            denied = from.denied;
            undecided = from.undecided;
        }

        void count(List<Denial> denials) {
            denied = denials.size();
            undecided = denials.stream().filter(Denial::undecided).count();
        }

        RunSummary summary() {
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
                    denied,
                    undecided);
        }
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
