package org.bulle.engine.history;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import org.bulle.engine.denial.DenialReport;

/** A run that goes on. It ends as a record, or, when its supervisor dies, as an interrupted one. */
public final class ActiveRun {
    private final RunHistory history;
    private final RunSummary summary;
    private final Optional<String> warning;

    ActiveRun(RunHistory history, RunSummary summary, Optional<String> warning) {
        this.history = history;
        this.summary = summary;
        this.warning = warning;
    }

    public String id() {
        return summary.id();
    }

    public RunSummary summary() {
        return summary;
    }

    /** Why it is not recorded; absent when it is. */
    public Optional<String> warning() {
        return warning;
    }

    /** Where its processes are noted, so that they can be ended should this process die. */
    SeenProcesses processes() {
        return warning.isPresent()
                ? SeenProcesses.unrecorded()
                : SeenProcesses.recordedIn(history.file(id(), RunHistory.PROCESSES));
    }

    /** The record as it would be stored. */
    public RunRecord record(
            Instant at,
            RunSummary.State how,
            OptionalInt exitCode,
            OptionalInt signal,
            Optional<String> policy,
            DenialReport report) {
        return new RunRecord(summary.finished(at, how, exitCode, signal, report), policy, report.denials());
    }

    /**
     * Stores the record in the place of the started file.
     *
     * @return a warning when it could not be stored
     */
    public Optional<String> finish(RunRecord record) {
        return finish(record, record.policy().map(RecordJson::indented));
    }

    /** Ends without a record. Returns a warning when the note could not be removed. */
    Optional<String> leaveNothing() {
        return warning.isPresent() ? Optional.empty() : history.leaveNothing(id());
    }

    /** The same with the record's policy as {@link RecordJson#indented} makes it. */
    Optional<String> finish(RunRecord record, Optional<String> policy) {
        return warning.isPresent() ? Optional.empty() : history.finish(record, policy);
    }
}
