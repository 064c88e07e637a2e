package org.bulle.engine.history;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import org.bulle.engine.profile.FileTrouble;

/**
 * What a run needs of its record before it begins, done on a thread of its own while the sandbox is prepared: it is noted, runs before it that died are
 * cleared up, old ones are deleted; and, while the command is running already, its policy is put into words.
 */
final class Recording implements AutoCloseable {
    private final Retention retention;
    private final FutureTask<ActiveRun> noted;
    private final FutureTask<Begun> begun;
    private final FutureTask<Optional<String>> policy;
    private final FutureTask<Optional<String>> indented;

    /**
     * The run as it is noted.
     *
     * @param warnings sentences about runs before it, and why it is not noted
     */
    private record Begun(ActiveRun active, SeenProcesses seen, List<String> warnings) {}

    /**
     * @param summary what is known before the run
     * @param shims see {@link RunHistory#start(RunSummary, Optional)}
     * @param policy the record's JSON of the policy
     */
    Recording(
            RunHistory history,
            Retention retention,
            RunSummary summary,
            Optional<String> shims,
            Supplier<Optional<String>> policy) {
        this.retention = retention;
        this.noted = new FutureTask<>(() -> history.start(summary, shims));
        this.begun = new FutureTask<>(() -> begin(history, retention, summary, get(this.noted)));
        this.policy = new FutureTask<>(policy::get);
        this.indented = new FutureTask<>(() -> get(this.policy).map(RecordJson::indented));
        Thread.ofPlatform().daemon().name("recording").start(() -> {
            noted.run();
            begun.run();
            this.policy.run();
            indented.run();
        });
    }

    private static Begun begin(RunHistory history, Retention retention, RunSummary summary, ActiveRun active) {
        List<String> warnings = new ArrayList<>(history.recoverOthers(active.id()));
        active.warning().ifPresent(warnings::add);
        try {
            history.prune(retention, summary.started());
        } catch (IOException unlisted) {
            warnings.add("old records could not be deleted: " + FileTrouble.sentence(unlisted));
        }
        return new Begun(active, active.processes(), warnings);
    }

    /** Waits until the run is noted: from then on what it makes is removed should this process die. */
    void awaitNote() {
        get(noted);
    }

    /** Waits until the run is noted, and those before it are cleared up. */
    ActiveRun active() {
        return get(begun).active();
    }

    SeenProcesses seen() {
        return get(begun).seen();
    }

    List<String> warnings() {
        return get(begun).warnings();
    }

    Optional<String> policy() {
        return get(policy);
    }

    /** Stores the record in the place of the note; where nothing is to be kept the note only goes. Returns a warning when that failed. */
    Optional<String> finish(RunRecord record) {
        if (retention.keepsNothing()) {
            return active().leaveNothing();
        }
        return active().finish(record, get(indented));
    }

    /** What it gives, or throws; an interruption is kept for later. */
    static <T> T get(FutureTask<T> task) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException unforeseen) {
                throw unforeseen;
            }
            if (e.getCause() instanceof Error broken) {
                throw broken;
            }
            throw new IllegalStateException(e.getCause());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** No processes are noted from now on. */
    @Override
    public void close() {
        seen().close();
    }
}
