package org.bulle.desktop.run;

import org.bulle.engine.history.KeptOutput;

/** What a run said, as far as it is kept: the last of it. For several threads. */
final class Transcript {
    private final StringBuilder text = new StringBuilder();
    private long dropped;

    synchronized void add(CharSequence said) {
        text.append(said);
        if (text.length() > 2 * KeptOutput.MOST) {
            int first = text.length() - KeptOutput.MOST;
            text.delete(0, first);
            dropped += first;
        }
    }

    synchronized boolean isEmpty() {
        return text.isEmpty();
    }

    synchronized KeptOutput kept() {
        KeptOutput last = KeptOutput.of(text.toString());
        return new KeptOutput(last.text(), last.dropped() + dropped);
    }
}
