package org.bulle.engine.run;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bulle.engine.sandbox.seccomp.NotificationHandler;

/**
 * How to supervise one run.
 *
 * @param keepChildren leave what the command leaves running
 * @param handlers asked about the notified calls, in order; the first answer that is not Continue counts
 * @param standardStreams descriptors of this process for the child's 0, 1 and 2, where they are not our own
 * @param terminal a terminal of its own for the command, as its 0, 1 and 2
 * @param foreground the run is what this process is for: it takes over signals and the terminal, and what is left behind is found and ended. Without it
 *     the run only has a process group of its own; several such runs may go on at once
 * @param observer told what happens meanwhile
 */
public record RunOptions(
        boolean keepChildren,
        List<NotificationHandler> handlers,
        Map<Integer, Integer> standardStreams,
        Optional<Terminal> terminal,
        boolean foreground,
        RunObserver observer) {
    public static final RunOptions DEFAULT = new RunOptions(false, List.of(), Map.of());

    public RunOptions {
        handlers = List.copyOf(handlers);
        standardStreams = Map.copyOf(standardStreams);
    }

    /** A foreground run on our own terminal. */
    public RunOptions(boolean keepChildren, List<NotificationHandler> handlers, Map<Integer, Integer> standardStreams) {
        this(keepChildren, handlers, standardStreams, Optional.empty(), true, RunObserver.NONE);
    }

    /** The same, on a terminal of its own. */
    public RunOptions on(Terminal own) {
        return new RunOptions(keepChildren, handlers, standardStreams, Optional.of(own), foreground, observer);
    }

    /** The same, in the background. */
    public RunOptions inBackground() {
        return new RunOptions(keepChildren, handlers, standardStreams, terminal, false, observer);
    }

    public RunOptions observedBy(RunObserver other) {
        return new RunOptions(keepChildren, handlers, standardStreams, terminal, foreground, other);
    }
}
