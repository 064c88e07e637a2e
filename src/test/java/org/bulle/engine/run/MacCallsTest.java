package org.bulle.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.bulle.engine.run.SignalRelay.Received;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What libSystem has in common with this libc can be called here: it has to say what the kernel's own calls say. */
@EnabledOnOs(OS.LINUX)
class MacCallsTest {
    private static final int NOBODY = 0x3fffffff;

    @Test
    void saysWhatTheKernelSays() {
        try (MacCalls mac = new MacCalls();
                LinuxCalls linux = new LinuxCalls()) {
            assertThat(mac.self()).isEqualTo(linux.self());
            assertThat(mac.parent()).isEqualTo(linux.parent());
            assertThat(mac.group(0)).isEqualTo(linux.group(0));
            assertThat(mac.session(0)).isEqualTo(linux.session(0));
            assertThat(mac.kill(mac.self(), 0))
                    .isEqualTo(linux.kill(linux.self(), 0))
                    .isZero();
            assertThat(mac.kill(NOBODY, 0)).isEqualTo(linux.kill(NOBODY, 0)).isEqualTo(-HostCalls.ESRCH);
            assertThat(mac.news(NOBODY)).isEqualTo(linux.news(NOBODY)).isEqualTo(-HostCalls.ECHILD);
            assertThat(MacTerminal.inUse()).doesNotContainNull();
        }
    }

    @Test
    void numbersSignalsAsEachSystemDoes() {
        try (MacCalls mac = new MacCalls();
                LinuxCalls linux = new LinuxCalls()) {
            assertThat(mac.number(JobSignal.TERM)).isEqualTo(linux.number(JobSignal.TERM));
            assertThat(mac.number(JobSignal.TSTP)).isEqualTo(18);
            assertThat(mac.number(JobSignal.CHLD)).isEqualTo(20);
            assertThat(mac.number(JobSignal.USR1)).isEqualTo(30);
            assertThat(linux.number(JobSignal.TSTP)).isEqualTo(20);
        }
    }

    @Test
    void readsAWaitStatus() {
        assertThat(new WaitStatus(7 << 8).exitStatus()).isEqualTo(7);
        assertThat(new WaitStatus(7 << 8).exited()).isTrue();
        assertThat(new WaitStatus(9).termSignal()).isEqualTo(9);
        assertThat(new WaitStatus(9).exited()).isFalse();
        assertThat(new WaitStatus(18 << 8 | 0x7f).stopped()).isTrue();
        assertThat(new WaitStatus(18 << 8 | 0x7f).stopSignal()).isEqualTo(18);
        assertThat(new Received(2, 1).fromTerminal()).isTrue();
    }
}
