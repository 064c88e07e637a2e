package org.bulle.desktop.runs;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;

/** Notices runs of the command line as they begin and end. */
final class RunsFolder {
    private static final System.Logger LOG = System.getLogger(RunsFolder.class.getName());
    /** One run changes several files. */
    private static final long SETTLE_MILLIS = 300;

    private RunsFolder() {}

    /**
     * Watches on a daemon thread that ends with the app. Where the folder cannot be watched, only what the app does itself is noticed at once.
     *
     * @param changed called on that thread
     */
    static void watch(Path folder, Runnable changed) {
        Thread.ofPlatform().daemon().name("runs-folder").start(() -> {
            try (WatchService watch = nearest(folder).getFileSystem().newWatchService()) {
                Path watched = register(folder, watch);
                while (true) {
                    WatchKey key = watch.take();
                    Thread.sleep(SETTLE_MILLIS);
                    key.pollEvents();
                    changed.run();
                    if (!watched.equals(folder) && Files.isDirectory(folder)) {
                        key.cancel();
                        watched = register(folder, watch);
                    } else if (!key.reset()) {
                        watched = register(folder, watch);
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (IOException | ClosedWatchServiceException e) {
                LOG.log(System.Logger.Level.WARNING, "the folder of runs is not watched", e);
            }
        });
    }

    /** The folder itself, or the nearest one above it that exists: it appears with the first run. */
    private static Path register(Path folder, WatchService watch) throws IOException {
        Path nearest = nearest(folder);
        nearest.register(
                watch,
                StandardWatchEventKinds.ENTRY_CREATE,
                StandardWatchEventKinds.ENTRY_DELETE,
                StandardWatchEventKinds.ENTRY_MODIFY);
        return nearest;
    }

    private static Path nearest(Path folder) throws IOException {
        for (Path at = folder; at != null; at = at.getParent()) {
            if (Files.isDirectory(at)) {
                return at;
            }
        }
        throw new IOException("no folder above " + folder);
    }
}
