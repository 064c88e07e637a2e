package org.bulle.desktop.run;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.bulle.desktop.shared.Engine;
import org.bulle.desktop.shared.Messages;
import org.bulle.desktop.shared.ShellText;
import org.bulle.desktop.shared.Tasks;
import org.bulle.engine.history.RunNews;

/** The runs that this app started and still shows. */
public final class RunDesk {
    private static final Duration LAST_PATIENCE = Duration.ofSeconds(12);
    private final Engine engine;
    private final Tasks tasks;
    private final Messages messages;
    private final Notifier notifier;
    private final ObservableList<LiveRun> runs = FXCollections.observableArrayList();
    private Consumer<LiveRun> toFront = run -> {};

    public RunDesk(Engine engine, Tasks tasks, Messages messages) {
        this(engine, tasks, messages, new Notifier(engine.environment()));
    }

    RunDesk(Engine engine, Tasks tasks, Messages messages, Notifier notifier) {
        this.engine = engine;
        this.tasks = tasks;
        this.messages = messages;
        this.notifier = notifier;
    }

    /** How to find out whether the user is looking at the window: then nothing is notified. */
    public void watch(BooleanSupplier looking) {
        notifier.watch(looking);
    }

    /** Runs a draft in a tab of its own, which comes to the front unless the run is for the background. */
    LiveRun start(RunDraft draft, boolean background) {
        LiveRun run = new LiveRun(draft, background, engine, tasks);
        runs.add(run);
        run.stateProperty().addListener((property, old, now) -> ended(run, now));
        run.newsProperty().addListener((property, old, now) -> denied(run, old, now));
        run.start();
        if (!background) {
            toFront.accept(run);
        }
        return run;
    }

    private void ended(LiveRun run, LiveRun.State now) {
        if (now instanceof LiveRun.State.Ended end && !end.stopped()) {
            tell(run, messages.get("run.notify.ended", program(run), end.code()));
        }
    }

    /** Only the first time: whatever comes after it is in the window. */
    private void denied(LiveRun run, Optional<RunNews> old, Optional<RunNews> now) {
        boolean before = old.filter(RunDesk::isTrouble).isPresent();
        if (!before && now.filter(RunDesk::isTrouble).isPresent()) {
            tell(run, messages.get("run.notify.denied", program(run)));
        }
    }

    private static boolean isTrouble(RunNews news) {
        return news.distinct() > news.harmless();
    }

    /** For a run in the background, while the window is elsewhere. */
    private void tell(LiveRun run, String title) {
        if (run.backgroundProperty().get() && !notifier.isSeen()) {
            String body = messages.get(
                    "run.notify.body",
                    run.stackWords(),
                    engine.abbreviate(run.draft().workspace()));
            tasks.run(
                    () -> {
                        notifier.send(title, body);
                        return true;
                    },
                    sent -> {},
                    failure -> {});
        }
    }

    private static String program(LiveRun run) {
        List<String> command = run.draft().command();
        String word = command.isEmpty() ? String.join(",", run.draft().profiles()) : command.getFirst();
        return word.contains("/") ? ShellText.quote(word.substring(word.lastIndexOf('/') + 1)) : word;
    }

    /** The same once more, beside the first. */
    void rerun(LiveRun run) {
        start(run.draft(), run.backgroundProperty().get());
    }

    /** Stops showing a run; one that goes on is stopped. */
    void close(LiveRun run) {
        if (!run.isOver()) {
            run.stop();
        }
        runs.remove(run);
    }

    /** Those that go on. */
    public int running() {
        return (int) runs.stream().filter(run -> !run.isOver()).count();
    }

    /** Ends all of them, and waits until nothing is left of them: up to seconds. For any thread, while no run begins. */
    public void endAll() {
        List<Thread> ending = List.copyOf(runs).stream()
                .filter(run -> !run.isOver())
                .map(run -> Thread.ofPlatform().daemon().name("run-end-now").start(run::endNow))
                .toList();
        for (Thread each : ending) {
            try {
                each.join(LAST_PATIENCE);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    ObservableList<LiveRun> runs() {
        return runs;
    }

    Notifier notifier() {
        return notifier;
    }

    void onFront(Consumer<LiveRun> action) {
        toFront = action;
    }

    void bringToFront(LiveRun run) {
        toFront.accept(run);
    }
}
