package org.bulle.engine.run;

import java.util.List;
import org.bulle.engine.run.SignalRelay.Received;

/** Hears of signals to us, and of a child. */
interface ChildWatch extends AutoCloseable {

    /** Which child; before {@link #await}. */
    void follow(int pid);

    /** Waits until something may have happened, or the time is over. */
    void await(long nanos);

    /** The signals that came since the last time. */
    List<Received> drain();

    @Override
    void close();
}
