package org.bulle.desktop.editor;

import java.util.ArrayDeque;
import java.util.Queue;
import javafx.animation.AnimationTimer;
import org.jspecify.annotations.Nullable;

/**
 * Lets what was worked out in the background wait for its turn on the UI thread: one thing in a frame, more if they are short, and none in a frame that a key
 * was taken in, unless they have waited for long. What is put in then never adds to what a key costs. Used on the UI thread.
 */
final class Turns {
    /** Then the thread is free for a frame. */
    static final long TURN_NANOS = 3_000_000;
    /** Frames with a key in a row; even when keys come without a pause, results are seen soon. */
    private static final int PATIENCE = 6;

    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private final AnimationTimer frames = new AnimationTimer() {
        @Override
        public void handle(long now) {
            frame();
        }
    };
    private @Nullable Runnable beforeLayout;
    private boolean key;
    private int passed;

    /** A key is about to be taken. */
    void key() {
        key = true;
    }

    /** Runs in the next frame, with or without a key, before it is laid out; one that has not run yet is replaced. */
    void beforeLayout(Runnable action) {
        beforeLayout = action;
        frames.start();
    }

    void add(Runnable action) {
        waiting.add(action);
        frames.start();
    }

    private void frame() {
        long now = System.nanoTime();
        boolean typing = key;
        key = false;
        Runnable first = beforeLayout;
        beforeLayout = null;
        if (first != null) {
            first.run();
        }
        passed = typing ? passed + 1 : 0;
        if (!typing || passed > PATIENCE) {
            passed = 0;
            while (!waiting.isEmpty()) {
                waiting.remove().run();
                if (typing || System.nanoTime() - now > TURN_NANOS) {
                    break;
                }
            }
        }
        if (waiting.isEmpty() && beforeLayout == null) {
            frames.stop();
        }
    }
}
