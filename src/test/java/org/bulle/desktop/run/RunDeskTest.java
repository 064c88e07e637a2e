package org.bulle.desktop.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.bulle.desktop.shared.Engine;
import org.bulle.desktop.shared.Messages;
import org.bulle.desktop.shared.Tasks;
import org.bulle.engine.profile.Platform;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs without a window; a small script stands in the place of the supervisor and speaks through its channel. */
class RunDeskTest {
    private static final String DENIED =
            "{\"id\":\"r1\",\"pid\":7,\"denied\":3,\"distinct\":2,\"harmless\":1,\"denial_source\":{\"kind\":\"observe\",\"state\":\"complete\",\"reason\":null},\"denials\":[]}";

    @TempDir
    Path home;

    private final ExecutorService ui = Executors.newSingleThreadExecutor();
    private Tasks tasks;
    private boolean seen;

    @BeforeEach
    void open() {
        tasks = Tasks.pooled(ui);
    }

    @AfterEach
    void close() {
        tasks.close();
        ui.shutdownNow();
    }

    private Path script(String name, String text) throws Exception {
        Path file = Files.writeString(home.resolve(name), "#!/bin/sh\n" + text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        return file;
    }

    private RunDesk desk(String supervisor) throws Exception {
        script("notify-send", "printf '%s\\n' \"$3\" >>'" + home.resolve("told") + "'\n");
        Map<String, String> environment = Map.of(
                "HOME",
                home.toString(),
                "PATH",
                home + ":/usr/bin:/bin",
                "DBUS_SESSION_BUS_ADDRESS",
                "unix:path=/none");
        Engine engine = new Engine(
                home.resolve(".config/bulle"),
                environment,
                Platform.current(),
                List.of(script("bulle", supervisor).toString()));
        RunDesk desk = new RunDesk(engine, tasks, new Messages(Locale.ENGLISH), new Notifier(environment));
        desk.watch(() -> seen);
        return desk;
    }

    private RunDraft draft() {
        return new RunDraft(
                List.of("tool"),
                home.toString(),
                List.of("/usr/bin/mvn", "test"),
                List.of(),
                Map.of(),
                false,
                RunDraft.Scratch.NONE,
                List.of(),
                Optional.empty());
    }

    private LiveRun run(RunDesk desk, boolean background) throws Exception {
        LiveRun run = ui.submit(() -> desk.start(draft(), background)).get();
        await(() -> run.supervisor().isDone());
        byte[] chunk = new byte[4096];
        Thread.ofPlatform().daemon().start(() -> {
            try {
                while (run.supervisor().join().read(chunk) >= 0) {
                    Thread.onSpinWait();
                }
            } catch (java.io.IOException gone) {
                return;
            }
        });
        return run;
    }

    private static void await(BooleanSupplier condition) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!condition.getAsBoolean() && System.nanoTime() < end) {
            Thread.sleep(10);
        }
        assertThat(condition.getAsBoolean()).isTrue();
    }

    private List<String> told() throws Exception {
        return Files.exists(home.resolve("told")) ? Files.readAllLines(home.resolve("told")) : List.of();
    }

    @Test
    void aRunInTheBackgroundTellsOfADenialAndOfItsEndWhileTheWindowIsElsewhere() throws Exception {
        RunDesk desk = desk("printf '%s\\0' '" + DENIED + "' >&3; sleep 0.3; exit 3\n");
        LiveRun run = run(desk, true);
        await(run::isOver);
        assertThat(run.stateProperty().get()).isEqualTo(new LiveRun.State.Ended(3, false));
        assertThat(run.newsProperty().get().orElseThrow().denied()).isEqualTo(3);
        await(() -> {
            try {
                return told().size() == 2;
            } catch (Exception unread) {
                return false;
            }
        });
        assertThat(told()).containsExactlyInAnyOrder("mvn was denied something", "mvn ended: exit 3");
    }

    @Test
    void nothingIsToldWhileTheUserLooksOrTheRunIsInFront() throws Exception {
        seen = true;
        RunDesk desk = desk("printf '%s\\0' '" + DENIED + "' >&3; exit 0\n");
        await(run(desk, true)::isOver);
        seen = false;
        await(run(desk, false)::isOver);
        Thread.sleep(300);
        assertThat(told()).isEmpty();
    }

    @Test
    void aSupervisorThatIgnoresTermIsOrderedToKillAndThenKilled() throws Exception {
        RunDesk desk = desk("trap '' TERM; head -c 1 <&4 >'" + home.resolve("order") + "'; exit 137\n");
        LiveRun run = run(desk, false);
        run.stop();
        await(run::isOver);
        assertThat(run.stateProperty().get()).isEqualTo(new LiveRun.State.Ended(137, true));
        assertThat(home.resolve("order")).hasContent("K");
    }

    @Test
    void aSupervisorThatCannotBeStartedIsSaid() throws Exception {
        RunDesk desk = desk("");
        Files.delete(home.resolve("bulle"));
        LiveRun run = ui.submit(() -> desk.start(draft(), false)).get();
        await(run::isOver);
        assertThat(run.stateProperty().get()).isInstanceOf(LiveRun.State.NotStarted.class);
    }

    @Test
    void nothingIsLeftWhenTheAppEnds() throws Exception {
        RunDesk desk = desk("sleep 4250\n");
        LiveRun run = run(desk, false);
        desk.endAll();
        await(run::isOver);
        assertThat(desk.running()).isZero();
    }
}
