package org.bulle.engine.sandbox.seccomp;

import java.util.List;
import java.util.Set;
import org.bulle.engine.sandbox.GrantedFile;

/** Looks at notified calls. Called on the listener's own thread; must not block and must not throw (what it throws counts as Continue for observers). */
public interface NotificationHandler {
    /** The names ("openat", "connect", ...) of the system calls it wants to be asked about. */
    Set<String> calls();

    /** The names of those that it wants to be asked about only when the rules refuse them, which costs nothing for the others. */
    default Set<String> refusedCalls() {
        return Set.of();
    }

    /** Before the first call, and before the command starts: what its rules were made for. */
    default void granted(List<GrantedFile> files) {}

    Answer handle(Notification notification, Listener listener);

    /** The kernel's end, as handlers need it. */
    interface Listener {
        /** True while the caller still waits (SECCOMP_IOCTL_NOTIF_ID_VALID); ask again after each look at the caller's memory. */
        boolean isValid(long id);

        /** Sends an answer for a call that was {@link Answer.Taken}. Errors mean that the caller has gone. */
        void answer(long id, Answer answer);

        /** What was read together with the call. For the thread on which handlers are asked. */
        default FirstLook firstLook() {
            return FirstLook.NOTHING;
        }

        /** The listener's descriptor in this process. */
        int descriptor();
    }
}
