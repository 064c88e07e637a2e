package org.bulle.engine.jna.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SyscallTest {

    @Test
    void hasTheNumbersOfBothArchitectures() {
        assertThat(Syscall.OPENAT.number(Architecture.X86_64)).isEqualTo(257);
        assertThat(Syscall.OPENAT.number(Architecture.AARCH64)).isEqualTo(56);
        assertThat(Syscall.EXECVE.number(Architecture.AARCH64)).isEqualTo(221);
        assertThat(Syscall.RENAMEAT.number(Architecture.AARCH64)).isEqualTo(38);
        assertThat(Syscall.OPEN.exists(Architecture.AARCH64)).isFalse();
    }

    @ParameterizedTest
    @EnumSource(Architecture.class)
    void noNumberStandsTwice(Architecture architecture) {
        assertThat(Arrays.stream(Syscall.values())
                        .filter(call -> call.exists(architecture))
                        .map(call -> call.number(architecture)))
                .doesNotHaveDuplicates();
    }

    @Test
    void findsACallByNameAndNumber() {
        assertThat(Syscall.named("openat")).contains(Syscall.OPENAT);
        assertThat(Syscall.numbered(Syscall.CONNECT.number())).contains(Syscall.CONNECT);
        assertThat(Syscall.named("no_such_call")).isEmpty();
    }

    @Test
    void entersTheKernelBothWays() {
        long pid = ProcessHandle.current().pid();
        assertThat(Kernel.quick().call(Syscall.GETPID)).isEqualTo(pid);
        assertThat(Kernel.direct().call(Syscall.GETPID)).isEqualTo(pid);
        assertThat(Kernel.quick().call(Syscall.CLOSE, -1)).isEqualTo(-Errno.EBADF);
        assertThat(Kernel.direct().call(Syscall.CLOSE, -1)).isEqualTo(-Errno.EBADF);
    }
}
