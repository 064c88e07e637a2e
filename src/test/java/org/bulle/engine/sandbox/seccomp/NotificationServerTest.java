package org.bulle.engine.sandbox.seccomp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NotificationServerTest {

    /** Where the kernel does not, a receiver would wait for ever after the last caller. */
    @ParameterizedTest
    @CsvSource({
        "6.18.44-cloud, true",
        "6.12.0, true",
        "7.0, true",
        "10.1.2, true",
        "6.11.9, false",
        "6.1.0-25-amd64, false",
        "5.15, false",
        "4.99.1, false",
        "unknown, false",
        "'', false"
    })
    void knowsWhichKernelsWakeAReceiverAtTheEnd(String release, boolean wakes) {
        assertThat(NotificationServer.wakesReceivers(release)).isEqualTo(wakes);
    }
}
