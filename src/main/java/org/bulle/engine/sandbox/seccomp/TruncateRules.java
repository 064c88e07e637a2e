package org.bulle.engine.sandbox.seccomp;

import static org.bulle.engine.jna.linux.Errno.EACCES;
import static org.bulle.engine.jna.linux.Errno.ENOSYS;
import static org.bulle.engine.jna.linux.Fcntl.O_ACCMODE;
import static org.bulle.engine.jna.linux.Fcntl.O_TRUNC;

import java.util.List;
import org.bulle.engine.jna.linux.Syscall;

/** What Landlock below ABI 3 does not see: a file that may be read can be emptied by its path. */
public final class TruncateRules {
    private static final String REASON = "this Landlock does not restrict truncation";

    private TruncateRules() {}

    public static List<CallRule> rules() {
        return List.of(
                CallRule.refuse(Syscall.TRUNCATE, EACCES, REASON),
                opening(Syscall.OPEN, 1),
                opening(Syscall.OPENAT, 2),
                CallRule.refuse(
                        Syscall.OPENAT2,
                        ENOSYS,
                        "its flags are in memory, and " + REASON + "; libraries fall back to openat"));
    }

    /** Opening for writing is judged by Landlock; opening for reading, or with the access mode 3, and truncating at once is not. */
    private static CallRule opening(Syscall call, int flags) {
        Verdict refused = new Verdict.Refuse(EACCES);
        return CallRule.of(call)
                .when(refused, new ArgumentTest(flags, O_ACCMODE | O_TRUNC, O_TRUNC))
                .when(refused, new ArgumentTest(flags, O_ACCMODE | O_TRUNC, O_ACCMODE | O_TRUNC))
                .otherwise(Verdict.ALLOW, REASON);
    }
}
