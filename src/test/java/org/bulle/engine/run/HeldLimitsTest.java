package org.bulle.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import org.bulle.engine.jna.linux.Errno;
import org.bulle.engine.policy.Limit;
import org.bulle.engine.policy.Statement;
import org.bulle.engine.profile.Platform;
import org.bulle.engine.sandbox.SandboxException;
import org.bulle.engine.sandbox.seccomp.Answer;
import org.bulle.engine.sandbox.seccomp.Notification;
import org.bulle.engine.sandbox.seccomp.NotificationHandler;
import org.junit.jupiter.api.Test;

/** What is promised is put on before the command runs, or the command does not run. */
class HeldLimitsTest {
    private static final Notification EXECUTION = new Notification(1, 1, 0, 0, 0, 0, 0, 0, 0, 0);

    /** Of a supervisor with which everything goes wrong, even saying what went wrong. */
    private static final class Failing implements NotificationHandler.Listener {
        @Override
        public boolean isValid(long id) {
            throw new OutOfMemoryError() {
                private static final long serialVersionUID = 1;

                @Override
                public String getMessage() {
                    throw new OutOfMemoryError();
                }
            };
        }

        @Override
        public void answer(long id, Answer answer) {}

        @Override
        public int descriptor() {
            return -1;
        }
    }

    private static HeldLimits held(List<Limit> limits) throws SandboxException {
        assumeTrue(Platform.current() == Platform.LINUX);
        return HeldLimits.of(limits, LimitMechanisms.ofThisProcess());
    }

    @Test
    void refusesTheExecutionWhateverGoesWrong() throws Exception {
        try (HeldLimits limits = held(List.of(new Limit("nofile", "64", "RLIMIT_NOFILE", true, Statement.NONE)))) {
            assertThat(limits.areKept()).isFalse();
            assertThat(limits.handle(EXECUTION, new Failing())).isEqualTo(new Answer.Fail(Errno.EPERM));
            assertThat(limits.areKept()).isFalse();
        }
    }

    @Test
    void promisesNothingWithoutLimits() throws Exception {
        try (HeldLimits limits =
                held(List.of(new Limit("nofile", "64", "", false, new Statement.Verbatim("for a reason"))))) {
            assertThat(limits.areKept()).isTrue();
            assertThat(limits.calls()).isEmpty();
        }
    }
}
