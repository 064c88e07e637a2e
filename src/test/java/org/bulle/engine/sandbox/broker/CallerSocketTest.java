package org.bulle.engine.sandbox.broker;

import static org.assertj.core.api.Assertions.assertThat;

import org.bulle.engine.jna.linux.Errno;
import org.bulle.engine.jna.linux.Kernel;
import org.bulle.engine.jna.linux.Socket;
import org.bulle.engine.jna.linux.Syscall;
import org.bulle.engine.sandbox.broker.CallerSocket.LocalPort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A port is only left unjudged where there can be none. */
class CallerSocketTest {
    private static final Kernel KERNEL = Kernel.quick();

    private static LocalPort ofNew(int family) {
        long socket = KERNEL.call(Syscall.SOCKET, family, Socket.SOCK_STREAM | Socket.SOCK_CLOEXEC, 0);
        try {
            return CallerSocket.localPort(KERNEL, socket);
        } finally {
            KERNEL.call(Syscall.CLOSE, socket);
        }
    }

    @Test
    void tellsThePortOfInternetSocketsAndThatOthersHaveNone() {
        assertThat(ofNew(Socket.AF_INET)).isEqualTo(new LocalPort.Of(0));
        assertThat(ofNew(Socket.AF_UNIX)).isEqualTo(new LocalPort.Without());
        assertThat(CallerSocket.localPort(KERNEL, -1)).isEqualTo(new LocalPort.Without());
    }

    /** A kernel that has a reason of its own not to tell. */
    @ParameterizedTest
    @ValueSource(ints = {Errno.ENOBUFS, Errno.ENOMEM, Errno.EPERM, Errno.EACCES, Errno.EFAULT, Errno.EINVAL})
    void doesNotTakeARefusedAnswerForASocketWithoutAPort(int errno) {
        assertThat(CallerSocket.localPort((_, _, _, _, _, _, _) -> -errno, 0)).isEqualTo(new LocalPort.Unknown());
        assertThat(CallerSocket.localPort((_, _, _, _, _, _, _) -> 0, 0))
                .as("an answer without an address")
                .isEqualTo(new LocalPort.Unknown());
    }
}
