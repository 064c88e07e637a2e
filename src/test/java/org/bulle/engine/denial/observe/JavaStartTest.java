package org.bulle.engine.denial.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bulle.engine.jna.linux.Socket.*;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.bulle.engine.profile.Platform;
import org.bulle.engine.sandbox.seccomp.Notification;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The sockets that a Java machine tries at its start; this one's is running. */
class JavaStartTest {
    private static final int JAVA = (int) ProcessHandle.current().pid();
    /** Above the kernel's highest process id. */
    private static final int NOBODY = 5_000_000;

    private final JavaStart start = new JavaStart();

    @BeforeEach
    void needsProc() {
        assumeTrue(Platform.current() == Platform.LINUX);
    }

    private boolean asks(int family, int process) {
        return start.asksForFamily(new Notification(1, process, 0, 0, family, SOCK_STREAM, 0, 0, 0, 0), process);
    }

    private void asksForAllFamilies() {
        assertThat(asks(AF_INET, JAVA)).isTrue();
        assertThat(asks(AF_INET6, JAVA)).isTrue();
        assertThat(asks(AF_INET, JAVA)).isTrue();
        assertThat(asks(AF_INET, JAVA)).as("a fourth one is used").isFalse();
    }

    @Test
    void knowsThemAlsoAfterManyOtherProcesses() {
        for (int i = 0; i < 1_100; i++) {
            assertThat(asks(AF_INET, NOBODY + i)).isFalse();
        }
        asksForAllFamilies();
    }

    @Test
    void beginsAnewWhenTheProcessBecomesAnotherProgram() {
        asksForAllFamilies();
        start.executes(JAVA);
        asksForAllFamilies();
    }
}
