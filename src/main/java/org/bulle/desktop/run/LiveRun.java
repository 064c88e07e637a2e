package org.bulle.desktop.run;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import org.bulle.desktop.shared.Engine;
import org.bulle.desktop.shared.Failure;
import org.bulle.desktop.shared.ShellText;
import org.bulle.desktop.shared.Tasks;
import org.bulle.engine.history.RunNews;
import org.bulle.engine.history.RunSummary;
import org.bulle.engine.profile.ProblemException;

/** A run that this app started: how it stands, what it was denied so far, how it ended. Changes on the UI thread. */
final class LiveRun {
    /** How far it is. */
    sealed interface State {
        /** Being planned; nothing runs yet. */
        record Starting() implements State {}

        record Running(int pid) implements State {}

        /**
         * @param code what {@code bulle} exited with
         * @param stopped by the user
         */
        record Ended(int code, boolean stopped) implements State {}

        /** Its supervisor could not be started. */
        record NotStarted(String why) implements State {}
    }

    private static final System.Logger LOG = System.getLogger(LiveRun.class.getName());
    private final RunDraft draft;
    private final Engine engine;
    private final Tasks tasks;
    private final Instant started = Instant.now();
    private final ReadOnlyObjectWrapper<State> state = new ReadOnlyObjectWrapper<>(new State.Starting());
    private final ReadOnlyObjectWrapper<Optional<RunNews>> news = new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ReadOnlyObjectWrapper<Optional<RunSummary>> record = new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ReadOnlyObjectWrapper<Optional<Failure>> notKept = new ReadOnlyObjectWrapper<>(Optional.empty());
    private final DenialTimeline timeline = new DenialTimeline();
    private final BooleanProperty background = new SimpleBooleanProperty();
    private final CompletableFuture<Supervisor> supervisor = new CompletableFuture<>();
    private volatile Optional<Instant> ended = Optional.empty();
    private volatile boolean stopAsked;

    LiveRun(RunDraft draft, boolean background, Engine engine, Tasks tasks) {
        this.draft = draft;
        this.engine = engine;
        this.tasks = tasks;
        this.background.set(background);
    }

    void start() {
        tasks.run(this::begin, begun -> {}, failure -> {
            ended = Optional.of(Instant.now());
            supervisor.completeExceptionally(new IOException(failure.message()));
            state.set(new State.NotStarted(failure.message()));
        });
    }

    private Supervisor begin() throws IOException {
        Supervisor begun = Supervisor.start(
                engine,
                draft.arguments(),
                draft.workspace(),
                told -> tasks.later(() -> hear(told)),
                code -> tasks.later(() -> end(code)));
        supervisor.complete(begun);
        if (stopAsked) {
            begun.stop();
        }
        return begun;
    }

    private void hear(RunNews told) {
        timeline.tell(duration(), told.denied());
        news.set(Optional.of(told));
        if (told.pid() > 0 && state.get() instanceof State.Starting) {
            state.set(new State.Running(told.pid()));
        }
    }

    private void end(int code) {
        ended = Optional.of(Instant.now());
        news.get().ifPresent(told -> settle(told.run()));
        state.set(new State.Ended(code, stopAsked));
    }

    /** The record first: it is there whether or not the output can be kept beside it. */
    private void settle(String id) {
        tasks.run(() -> engine.history().summary(id), this::recorded, this::lost);
    }

    private void recorded(Optional<RunSummary> found) {
        record.set(found);
        found.ifPresent(run -> tasks.run(() -> keep(run.id()), kept -> {}, this::lost));
    }

    private boolean keep(String id) throws IOException, ProblemException {
        if (!engine.runSettings().keepOutput()) {
            return false;
        }
        Transcript said = supervisor.join().transcript();
        if (!said.isEmpty()) {
            engine.history().keepOutput(id, said.kept());
        }
        return !said.isEmpty();
    }

    private void lost(Failure why) {
        LOG.log(System.Logger.Level.WARNING, "the output of a run is not kept: {0}", why.message());
        notKept.set(Optional.of(why));
    }

    /** TERM, later KILL, of everything that the run started. */
    void stop() {
        stopAsked = true;
        if (supervisor.isDone() && !supervisor.isCompletedExceptionally()) {
            supervisor.join().stop();
        }
    }

    /** For when the app ends: stops it and waits until nothing of it is left. Not on the UI thread. */
    void endNow() {
        if (!supervisor.isDone() || supervisor.isCompletedExceptionally()) {
            stopAsked = true;
            return;
        }
        Supervisor running = supervisor.join();
        try {
            running.stop();
            if (!running.goneWithin(Duration.ofSeconds(1))) {
                running.kill();
                running.goneWithin(Duration.ofSeconds(10));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The process, once it is there. */
    CompletableFuture<Supervisor> supervisor() {
        return supervisor;
    }

    RunDraft draft() {
        return draft;
    }

    /** The profiles, as in the list of runs. */
    String stackWords() {
        return String.join(" \u203a ", draft.profiles());
    }

    String commandWords() {
        return ShellText.join(draft.command());
    }

    boolean isOver() {
        return switch (state.get()) {
            case State.Starting starting -> false;
            case State.Running running -> false;
            case State.Ended end -> true;
            case State.NotStarted failed -> true;
        };
    }

    Duration duration() {
        return Duration.between(started, ended.orElseGet(Instant::now));
    }

    /** When its denials came, as far as they are known. */
    DenialTimeline timeline() {
        return timeline;
    }

    /** The id of the record, once the supervisor has told it. */
    Optional<String> recordId() {
        return news.get().map(RunNews::run);
    }

    ReadOnlyObjectProperty<State> stateProperty() {
        return state.getReadOnlyProperty();
    }

    ReadOnlyObjectProperty<Optional<RunNews>> newsProperty() {
        return news.getReadOnlyProperty();
    }

    /** The record as the list of runs shows it, when the run has ended and could be recorded. */
    ReadOnlyObjectProperty<Optional<RunSummary>> recordProperty() {
        return record.getReadOnlyProperty();
    }

    /** Why what the run said could not be kept beside its record. */
    ReadOnlyObjectProperty<Optional<Failure>> notKeptProperty() {
        return notKept.getReadOnlyProperty();
    }

    /** Whether it is out of the user's way: its end is told by a notification. */
    BooleanProperty backgroundProperty() {
        return background;
    }

    List<String> arguments() {
        return draft.arguments();
    }
}
