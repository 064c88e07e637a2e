package org.bulle.desktop.shared;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderWatchTest {
    @TempDir
    Path home;

    @Test
    void tellsOfAFolderThatAppearsAndOfWhatHappensInIt() throws Exception {
        Path folder = home.resolve("made/later");
        Semaphore told = new Semaphore(0);
        try (FolderWatch _ = FolderWatch.on(List.of(folder), told::release)) {
            awaitTold(told, "the beginning");
            Files.createDirectories(folder);
            awaitTold(told, "the folder");
            Files.writeString(folder.resolve("file"), "one");
            awaitTold(told, "the file");
            Files.delete(folder.resolve("file"));
            Files.delete(folder);
            awaitTold(told, "the end of the folder");
            Files.createDirectories(folder);
            Files.writeString(folder.resolve("file"), "two");
            awaitTold(told, "the folder that took its place");
        }
    }

    @Test
    void tellsOfTheNextChangeWhenOneCouldNotBeFollowed() throws Exception {
        Semaphore told = new Semaphore(0);
        try (FolderWatch _ = FolderWatch.on(List.of(home), () -> {
            told.release();
            throw new IllegalStateException("what the test throws");
        })) {
            awaitTold(told, "the beginning");
            Files.writeString(home.resolve("file"), "one");
            awaitTold(told, "the file");
        }
    }

    /** Also what is told late of what was told before. */
    private static void awaitTold(Semaphore told, String what) throws InterruptedException {
        assertThat(told.tryAcquire(10, TimeUnit.SECONDS)).as(what).isTrue();
        while (told.tryAcquire(500, TimeUnit.MILLISECONDS)) {
            Thread.onSpinWait();
        }
    }
}
