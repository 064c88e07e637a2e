package org.bulle.desktop;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import javafx.application.Platform;
import javafx.scene.Scene;

/** Does some things one after the other, once a scene has been laid out; what else the UI thread has to do comes between them. */
final class FirstFrame {
    private final Scene scene;
    private final Deque<Runnable> left;
    private final Runnable pulse = this::pulsed;

    FirstFrame(Scene scene, Collection<Runnable> things) {
        this.scene = scene;
        left = new ArrayDeque<>(things);
        scene.addPostLayoutPulseListener(pulse);
        Platform.requestNextPulse();
    }

    private void pulsed() {
        scene.removePostLayoutPulseListener(pulse);
        Platform.runLater(this::next);
    }

    /** Does all of them now. */
    void now() {
        for (Runnable first = left.poll(); first != null; first = left.poll()) {
            first.run();
        }
    }

    /** Does nothing of what is left: the window is closed. */
    void forget() {
        left.clear();
    }

    private void next() {
        Runnable first = left.poll();
        if (first != null) {
            first.run();
            Platform.runLater(this::next);
        }
    }
}
