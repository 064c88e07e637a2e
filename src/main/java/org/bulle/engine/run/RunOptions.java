package org.bulle.engine.run;

import java.util.List;
import java.util.Map;
import org.bulle.engine.sandbox.seccomp.NotificationHandler;

/**
 * How to supervise one run.
 *
 * @param keepChildren leave what the command leaves running
 * @param handlers asked about the notified calls, in order; the first answer that is not Continue counts
 * @param standardStreams descriptors of this process for the child's 0, 1 and 2, where they are not our own
 */
public record RunOptions(boolean keepChildren, List<NotificationHandler> handlers, Map<Integer, Integer> standardStreams) {
    public static final RunOptions DEFAULT = new RunOptions(false, List.of(), Map.of());

    public RunOptions {
        handlers = List.copyOf(handlers);
        standardStreams = Map.copyOf(standardStreams);
    }
}
