package org.bulle.desktop.shared;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Notices changes of the files in some folders, of which some may not exist yet. It tells once for what happens together. Where the system cannot tell of
 * changes, whoever is told looks every few seconds instead.
 */
public final class FolderWatch implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(FolderWatch.class.getName());
    /** Nothing more happens for so long: a program that saves a file does several things to it. */
    private static final Duration QUIET = Duration.ofMillis(200);
    /** But what goes on and on is told after so many of these. */
    private static final int MOST_QUIETS = 10;

    private static final Duration POLL = Duration.ofSeconds(5);
    private final List<Path> folders;
    private final Runnable changed;
    private final Thread thread;
    private final Map<Path, WatchKey> keys = new HashMap<>();

    private FolderWatch(List<Path> folders, Runnable changed) {
        this.folders = List.copyOf(folders);
        this.changed = changed;
        thread = Thread.ofPlatform().daemon().name("folder-watch").unstarted(this::follow);
    }

    /**
     * Watches until it is closed.
     *
     * @param changed called on a thread of its own
     */
    public static FolderWatch on(List<Path> folders, Runnable changed) {
        FolderWatch made = new FolderWatch(folders, changed);
        made.thread.start();
        return made;
    }

    private void follow() {
        try (WatchService watch = FileSystems.getDefault().newWatchService()) {
            register(watch);
            // What happened before it was watched.
            tell();
            while (true) {
                drain(watch, watch.take());
                register(watch);
                tell();
            }
        } catch (InterruptedException | ClosedWatchServiceException closing) {
            return;
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "changes are looked for every {0}: {1}", POLL, e);
        }
        poll();
    }

    /** What goes wrong with one change is no reason to miss the next. */
    private void tell() {
        try {
            changed.run();
        } catch (RuntimeException unforeseen) {
            LOG.log(System.Logger.Level.ERROR, "a change was not followed", unforeseen);
        }
    }

    private void poll() {
        try {
            while (true) {
                Thread.sleep(POLL);
                tell();
            }
        } catch (InterruptedException closing) {
            return;
        }
    }

    /** Takes what comes until nothing comes any more. */
    private static void drain(WatchService watch, WatchKey first) throws InterruptedException {
        WatchKey key = first;
        for (int i = 0; key != null && i < MOST_QUIETS; i++) {
            key.pollEvents();
            key.reset();
            key = watch.poll(QUIET.toMillis(), TimeUnit.MILLISECONDS);
        }
        if (key != null) {
            key.pollEvents();
            key.reset();
        }
    }

    /** Each folder, and the nearest above one that does not exist: there it appears. One that was made anew is another. */
    private void register(WatchService watch) throws IOException {
        Set<Path> wanted = new HashSet<>();
        for (Path folder : folders) {
            wanted.add(nearest(folder));
        }
        keys.entrySet().removeIf(known -> {
            boolean gone = !wanted.contains(known.getKey());
            if (gone) {
                known.getValue().cancel();
            }
            return gone;
        });
        for (Path folder : wanted) {
            keys.put(
                    folder,
                    folder.register(
                            watch,
                            StandardWatchEventKinds.ENTRY_CREATE,
                            StandardWatchEventKinds.ENTRY_DELETE,
                            StandardWatchEventKinds.ENTRY_MODIFY));
        }
    }

    private static Path nearest(Path folder) throws IOException {
        for (Path at = folder.toAbsolutePath(); at != null; at = at.getParent()) {
            if (Files.isDirectory(at)) {
                return at;
            }
        }
        throw new IOException("no folder above " + folder);
    }

    /** Returns at once; nothing is told any more, but what is being told may be. */
    @Override
    public void close() {
        thread.interrupt();
    }
}
