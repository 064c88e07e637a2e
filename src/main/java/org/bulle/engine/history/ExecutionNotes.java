package org.bulle.engine.history;

import java.util.Set;
import java.util.function.IntConsumer;
import org.bulle.engine.sandbox.seccomp.Answer;
import org.bulle.engine.sandbox.seccomp.Notification;
import org.bulle.engine.sandbox.seccomp.NotificationHandler;

/** Notes every process that executes something, for the list of the run's processes. */
record ExecutionNotes(IntConsumer seen) implements NotificationHandler {
    private static final Set<String> EXECUTIONS = Set.of("execve", "execveat");

    @Override
    public Set<String> calls() {
        return EXECUTIONS;
    }

    @Override
    public Answer handle(Notification notification, Listener listener) {
        seen.accept(notification.tid());
        return Answer.CONTINUE;
    }
}
