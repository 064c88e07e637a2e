package org.bulle.engine.jna.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
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
        for (Kernel kernel : List.of(Kernel.quick(), Kernel.quick().forOneThread(), new FunctionKernel())) {
            assertThat(kernel.call(Syscall.GETPID)).isEqualTo(pid);
            assertThat(kernel.call(Syscall.CLOSE, -1)).isEqualTo(-Errno.EBADF);
            assertThat(kernel.call(-1, 0, 0, 0, 0, 0, 0)).isEqualTo(-Errno.ENOSYS);
        }
    }

    @Test
    void hasAStubOfItsOwnForThisArchitecture() {
        assertThat(Kernel.quick()).isInstanceOf(CallStub.class);
    }

    @Test
    void handsAllSixArgumentsOn() {
        for (Kernel kernel : List.of(Kernel.quick(), Kernel.quick().forOneThread(), new FunctionKernel())) {
            long page = kernel.call(
                    Syscall.MMAP,
                    0,
                    8192,
                    Mapping.PROT_READ | Mapping.PROT_WRITE,
                    Mapping.MAP_PRIVATE | Mapping.MAP_ANONYMOUS,
                    -1,
                    0);
            assertThat(page).isPositive();
            assertThat(kernel.call(Syscall.MUNMAP, page, 8192)).isZero();
            // The last one is an offset, which has to be a multiple of a page.
            assertThat(kernel.call(
                            Syscall.MMAP,
                            0,
                            4096,
                            Mapping.PROT_READ,
                            Mapping.MAP_PRIVATE | Mapping.MAP_ANONYMOUS,
                            -1,
                            1))
                    .isEqualTo(-Errno.EINVAL);
        }
    }

    @Test
    void makesManyCallsInTheirOrder() {
        for (Kernel kernel : List.of(Kernel.quick(), Kernel.quick().forOneThread(), new FunctionKernel())) {
            try (CallBatch batch = new CallBatch(kernel, 3)) {
                assertThat(batch.add(Syscall.GETPID, 0, 0, 0, 0, 0)).isZero();
                assertThat(batch.add(Syscall.CLOSE, -1, 0, 0, 0, 0)).isEqualTo(1);
                assertThat(batch.isFull()).isFalse();
                assertThat(batch.add(Syscall.DUP, 1, 0, 0, 0, 0)).isEqualTo(2);
                assertThat(batch.isFull()).isTrue();
                batch.run();
                assertThat(batch.result(0)).isEqualTo(ProcessHandle.current().pid());
                assertThat(batch.result(1)).isEqualTo(-Errno.EBADF);
                assertThat(batch.result(2)).isGreaterThan(2);
                assertThat(kernel.call(Syscall.CLOSE, batch.result(2))).isZero();
                batch.clear();
                assertThat(batch.size()).isZero();
                batch.run();
            }
        }
    }

    @Test
    void isEnteredByManyThreadsAtOnce() throws InterruptedException {
        Kernel kernel = Kernel.quick();
        Queue<String> wrong = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            threads.add(Thread.ofPlatform().start(() -> {
                long own = kernel.call(Syscall.GETTID);
                for (int k = 0; k < 5_000; k++) {
                    if (kernel.call(Syscall.GETTID) != own || kernel.call(Syscall.CLOSE, -1) != -Errno.EBADF) {
                        wrong.add("thread " + own);
                    }
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(wrong).isEmpty();
    }
}
