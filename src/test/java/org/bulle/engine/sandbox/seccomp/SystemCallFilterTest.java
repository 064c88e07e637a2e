package org.bulle.engine.sandbox.seccomp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bulle.engine.jna.linux.Errno.*;
import static org.bulle.engine.jna.linux.Seccomp.*;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.bulle.engine.jna.linux.Architecture;
import org.bulle.engine.jna.linux.Syscall;
import org.bulle.engine.policy.Network;
import org.bulle.engine.policy.Ports;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The programs, run by a small machine like the kernel's. What the real kernel does with them is tested in SystemCallsKernelIT. */
class SystemCallFilterTest {
    private static final List<Long> ZEROES = List.of(0L, 0L, 0L, 0L, 0L, 0L);
    private static final int SUPERVISOR_ABSENT = SECCOMP_RET_ERRNO | EACCES;

    private static SystemCallFilter filter(
            Architecture architecture, Network network, boolean kernelJudges, boolean listening) {
        return SystemCallFilter.of(architecture, new SocketRules(network, Ports.ANY, kernelJudges, listening), true);
    }

    private static int run(
            SystemCallFilter filter, Set<Syscall> watched, boolean listening, Syscall call, long... arguments) {
        List<Long> all = new ArrayList<>(ZEROES);
        for (int i = 0; i < arguments.length; i++) {
            all.set(i, arguments[i]);
        }
        return filter.program(new Watched(watched, Set.of()), listening)
                .run(call.number(filter.architecture()), filter.architecture().auditArch(), all);
    }

    private static int run(Network network, Syscall call, long... arguments) {
        return run(filter(Architecture.X86_64, network, false, true), Set.of(), true, call, arguments);
    }

    private static int errno(int number) {
        return SECCOMP_RET_ERRNO | number;
    }

    @ParameterizedTest
    @EnumSource(Architecture.class)
    void killsACallOfAnotherArchitecture(Architecture architecture) {
        BpfProgram program = filter(architecture, Network.FULL, false, true).program(Watched.nothing(), true);
        for (Architecture other : Architecture.values()) {
            int action = program.run(Syscall.GETPID.number(architecture), other.auditArch(), ZEROES);
            assertThat(action).isEqualTo(other == architecture ? SECCOMP_RET_ALLOW : SECCOMP_RET_KILL_PROCESS);
        }
        assertThat(program.run(20, 0x40000003, ZEROES)).as("i386").isEqualTo(SECCOMP_RET_KILL_PROCESS);
    }

    @Test
    void killsX32CallsButNotASkippedCall() {
        BpfProgram program =
                filter(Architecture.X86_64, Network.FULL, false, true).program(Watched.nothing(), true);
        int arch = Architecture.X86_64.auditArch();
        assertThat(program.run(0x40000000, arch, ZEROES)).isEqualTo(SECCOMP_RET_KILL_PROCESS);
        assertThat(program.run(0x40000000 + 520, arch, ZEROES)).isEqualTo(SECCOMP_RET_KILL_PROCESS);
        assertThat(program.run(0x80000000, arch, ZEROES)).isEqualTo(SECCOMP_RET_KILL_PROCESS);
        assertThat(program.run(-1, arch, ZEROES)).isEqualTo(SECCOMP_RET_ALLOW);
    }

    @ParameterizedTest
    @EnumSource(Architecture.class)
    void refusesTheWholeListOnBothArchitectures(Architecture architecture) {
        SystemCallFilter filter = filter(architecture, Network.FULL, true, true);
        for (CallRule rule : AlwaysRefused.rules()) {
            if (rule.clauses().isEmpty() && rule.call().exists(architecture)) {
                assertThat(run(filter, Set.of(), true, rule.call()) & SECCOMP_RET_ERRNO)
                        .as(rule.toString())
                        .isEqualTo(SECCOMP_RET_ERRNO);
            }
        }
    }

    @Test
    void everyRuleHasAReason() {
        assertThat(AlwaysRefused.rules())
                .allSatisfy(rule -> assertThat(rule.reason()).isNotBlank());
    }

    @Test
    void looksAtTheLowHalfOfAnIoctlsNumber() {
        assertThat(run(Network.FULL, Syscall.IOCTL, 0, 0x5412)).isEqualTo(errno(EPERM));
        assertThat(run(Network.FULL, Syscall.IOCTL, 0, 0xffff_ffff_0000_5412L)).isEqualTo(errno(EPERM));
        assertThat(run(Network.FULL, Syscall.IOCTL, 0, 0x541C)).isEqualTo(errno(EPERM));
        assertThat(run(Network.FULL, Syscall.IOCTL, 0, 0x5401)).isEqualTo(SECCOMP_RET_ALLOW);
    }

    @Test
    void allowsThreadsAndForksAndRefusesNamespaces() {
        long thread = 0x3d0f00;
        long sigchld = 17;
        assertThat(run(Network.FULL, Syscall.CLONE, thread)).isEqualTo(SECCOMP_RET_ALLOW);
        assertThat(run(Network.FULL, Syscall.CLONE, sigchld)).isEqualTo(SECCOMP_RET_ALLOW);
        for (long flag :
                List.of(0x00020000L, 0x02000000L, 0x04000000L, 0x08000000L, 0x10000000L, 0x20000000L, 0x40000000L)) {
            assertThat(run(Network.FULL, Syscall.CLONE, flag | sigchld)).isEqualTo(errno(EPERM));
            assertThat(run(Network.FULL, Syscall.UNSHARE, flag)).isEqualTo(errno(EPERM));
        }
        assertThat(run(Network.FULL, Syscall.UNSHARE, 0x80)).isEqualTo(errno(EPERM));
        assertThat(run(Network.FULL, Syscall.CLONE3)).isEqualTo(errno(ENOSYS));
    }

    @Test
    void deniesEveryInternetSocketWithoutANetwork() {
        for (long family = 0; family < 64; family++) {
            int action = run(Network.NONE, Syscall.SOCKET, family, 1, 0);
            boolean local = family == 1 || family == 16;
            assertThat(action).as("family " + family).isEqualTo(local ? SECCOMP_RET_ALLOW : errno(EAFNOSUPPORT));
        }
        assertThat(run(Network.NONE, Syscall.SOCKET, 2, 1, 262)).as("MPTCP").isEqualTo(errno(EAFNOSUPPORT));
        assertThat(run(Network.NONE, Syscall.SOCKET, 2, 2, 0)).as("UDP").isEqualTo(errno(EAFNOSUPPORT));
        assertThat(run(Network.NONE, Syscall.SOCKET, 2, 3, 1)).as("raw").isEqualTo(errno(EAFNOSUPPORT));
        assertThat(run(Network.NONE, Syscall.SOCKET, 16, 3, 0))
                .as("route netlink")
                .isEqualTo(SECCOMP_RET_ALLOW);
        assertThat(run(Network.NONE, Syscall.SOCKET, 16, 3, 9))
                .as("audit netlink")
                .isEqualTo(errno(EPROTONOSUPPORT));
    }

    @Test
    void flagsInATypeChangeNothing() {
        long flags = 0x80000 | 0x800;
        assertThat(run(Network.NONE, Syscall.SOCKET, 1, 1 | flags, 0)).isEqualTo(SECCOMP_RET_ALLOW);
        assertThat(run(Network.NONE, Syscall.SOCKET, 1, 2 | flags, 0)).isEqualTo(errno(ESOCKTNOSUPPORT));
        assertThat(run(Network.FULL, Syscall.SOCKETPAIR, 1, 5 | flags, 0)).isEqualTo(SECCOMP_RET_ALLOW);
        assertThat(run(Network.FULL, Syscall.SOCKETPAIR, 1, 2 | flags, 0)).isEqualTo(errno(ESOCKTNOSUPPORT));
        assertThat(run(Network.FULL, Syscall.SOCKETPAIR, 1, 3 | flags, 0)).isEqualTo(errno(ESOCKTNOSUPPORT));
    }

    @Test
    void connectingIsTheSupervisorsWhereTheKernelJudgesNoPaths() {
        for (Network network : Network.values()) {
            assertThat(run(network, Syscall.CONNECT)).isEqualTo(SECCOMP_RET_USER_NOTIF);
        }
        SystemCallFilter judged = filter(Architecture.X86_64, Network.FULL, true, true);
        assertThat(run(judged, Set.of(), true, Syscall.CONNECT)).isEqualTo(SECCOMP_RET_ALLOW);
        SystemCallFilter loopback = filter(Architecture.X86_64, Network.LOOPBACK, true, true);
        assertThat(run(loopback, Set.of(), true, Syscall.CONNECT)).isEqualTo(SECCOMP_RET_USER_NOTIF);
    }

    @Test
    void withoutASupervisorUnixSocketsAreClosedAndTheNetworkStaysAsItIs() {
        SystemCallFilter full = filter(Architecture.X86_64, Network.FULL, false, false);
        assertThat(run(full, Set.of(), false, Syscall.SOCKET, 1, 1, 0)).isEqualTo(SUPERVISOR_ABSENT);
        assertThat(run(full, Set.of(), false, Syscall.SOCKET, 2, 1, 0)).isEqualTo(SECCOMP_RET_ALLOW);
        assertThat(run(full, Set.of(), false, Syscall.CONNECT)).isEqualTo(SECCOMP_RET_ALLOW);
        SystemCallFilter loopback = filter(Architecture.X86_64, Network.LOOPBACK, false, false);
        assertThat(run(loopback, Set.of(), false, Syscall.SOCKET, 2, 1, 0)).isEqualTo(errno(EAFNOSUPPORT));
        assertThat(run(loopback, Set.of(Syscall.OPENAT), false, Syscall.OPENAT))
                .as("nobody would answer")
                .isEqualTo(SECCOMP_RET_ALLOW);
    }

    @Test
    void listeningIsTheSupervisorsWherePortsAreChosen() {
        Ports chosen = new Ports(List.of(new Ports.Range(80, 80, List.of())));
        SystemCallFilter filter =
                SystemCallFilter.of(Architecture.X86_64, new SocketRules(Network.LOOPBACK, chosen, false, true), true);
        assertThat(run(filter, Set.of(), true, Syscall.LISTEN)).isEqualTo(SECCOMP_RET_USER_NOTIF);
        assertThat(run(Network.LOOPBACK, Syscall.LISTEN)).isEqualTo(SECCOMP_RET_ALLOW);
    }

    @Test
    void loopbackSocketsAreTheSupervisorsAndOnlyTcp() {
        for (long family : List.of(2L, 10L)) {
            assertThat(run(Network.LOOPBACK, Syscall.SOCKET, family, 1, 0)).isEqualTo(SECCOMP_RET_USER_NOTIF);
            assertThat(run(Network.LOOPBACK, Syscall.SOCKET, family, 1 | 0x80000, 6))
                    .isEqualTo(SECCOMP_RET_USER_NOTIF);
            assertThat(run(Network.LOOPBACK, Syscall.SOCKET, family, 1, 262)).isEqualTo(errno(EPROTONOSUPPORT));
            assertThat(run(Network.LOOPBACK, Syscall.SOCKET, family, 2, 0)).isEqualTo(errno(EAFNOSUPPORT));
        }
        assertThat(run(Network.LOOPBACK, Syscall.SETSOCKOPT, 3, 1, 25)).isEqualTo(errno(EPERM));
        assertThat(run(Network.LOOPBACK, Syscall.SETSOCKOPT, 3, 0, 4)).isEqualTo(errno(EPERM));
        assertThat(run(Network.LOOPBACK, Syscall.SETSOCKOPT, 3, 6, 1))
                .as("TCP_NODELAY")
                .isEqualTo(SECCOMP_RET_ALLOW);
        assertThat(run(Network.LOOPBACK, Syscall.SENDTO, 3, 0, 0, 0x20000000)).isEqualTo(errno(EOPNOTSUPP));
        assertThat(run(Network.LOOPBACK, Syscall.SENDMSG, 3, 0, 0x20000000)).isEqualTo(errno(EOPNOTSUPP));
        assertThat(run(Network.LOOPBACK, Syscall.SENDTO, 3, 0, 0, 0x4000)).isEqualTo(SECCOMP_RET_ALLOW);
    }

    @Test
    void belowAbiThreeNothingTruncatesWhatMayOnlyBeRead() {
        SystemCallFilter filter =
                SystemCallFilter.of(Architecture.X86_64, new SocketRules(Network.NONE, Ports.ANY, false, true), false);
        assertThat(run(filter, Set.of(), true, Syscall.TRUNCATE)).isEqualTo(errno(EACCES));
        assertThat(run(filter, Set.of(), true, Syscall.OPENAT2)).isEqualTo(errno(ENOSYS));
        assertThat(run(filter, Set.of(), true, Syscall.OPENAT, 0, 0, 0x200)).isEqualTo(errno(EACCES));
        assertThat(run(filter, Set.of(), true, Syscall.OPENAT, 0, 0, 0x203)).isEqualTo(errno(EACCES));
        assertThat(run(filter, Set.of(), true, Syscall.OPENAT, 0, 0, 0x241)).isEqualTo(SECCOMP_RET_ALLOW);
        assertThat(run(filter, Set.of(), true, Syscall.OPEN, 0, 0x200)).isEqualTo(errno(EACCES));
        assertThat(run(filter, Set.of(), true, Syscall.OPENAT, 0, 0, 0)).isEqualTo(SECCOMP_RET_ALLOW);
    }

    @Test
    void watchedCallsAreNotifiedWhateverTheRulesSay() {
        SystemCallFilter filter = filter(Architecture.X86_64, Network.NONE, false, true);
        Set<Syscall> watched = EnumSet.of(Syscall.MOUNT, Syscall.OPENAT, Syscall.SOCKET, Syscall.KILL);
        for (Syscall call : watched) {
            assertThat(run(filter, watched, true, call)).isEqualTo(SECCOMP_RET_USER_NOTIF);
        }
        assertThat(run(filter, watched, true, Syscall.UMOUNT2)).isEqualTo(errno(EPERM));
    }

    /** Watching must not change what becomes of a call: the supervisor's verdict is the program's. */
    @ParameterizedTest
    @EnumSource(Architecture.class)
    void theVerdictForANotifiedCallIsTheProgramsOwn(Architecture architecture) {
        Random random = new Random(1);
        long[] interesting = {
            0, 1, 2, 3, 5, 6, 10, 16, 17, 25, 62, 57, 0x200, 0x5412, 0x541C, 0x80001, 0x10000000, 0x20000000, -1
        };
        for (Network network : Network.values()) {
            for (boolean kernelJudges : new boolean[] {true, false}) {
                SystemCallFilter filter = SystemCallFilter.of(
                        architecture, new SocketRules(network, Ports.ANY, kernelJudges, true), random.nextBoolean());
                BpfProgram program = filter.program(Watched.nothing(), true);
                for (int i = 0; i < 2000; i++) {
                    CallRule rule =
                            filter.rules().get(random.nextInt(filter.rules().size()));
                    int number = rule.call().number(architecture);
                    List<Long> arguments = random.ints(6, 0, interesting.length)
                            .mapToObj(at -> interesting[at])
                            .toList();
                    if (number >= 0) {
                        Notification notification = notification(architecture, number, arguments);
                        assertThat(program.run(number, architecture.auditArch(), arguments))
                                .as(notification.toString())
                                .isEqualTo(expected(filter.decide(notification)));
                    }
                }
            }
        }
    }

    @Test
    void onlyTheRefusalsOfACallCanBeWatched() {
        BpfProgram program = filter(Architecture.X86_64, Network.NONE, false, true)
                .program(new Watched(Set.of(), EnumSet.of(Syscall.SOCKET)), true);
        int arch = Architecture.X86_64.auditArch();
        assertThat(program.run(Syscall.SOCKET.number(), arch, List.of(2L, 1L, 0L, 0L, 0L, 0L)))
                .isEqualTo(SECCOMP_RET_USER_NOTIF);
        assertThat(program.run(Syscall.SOCKET.number(), arch, List.of(1L, 1L, 0L, 0L, 0L, 0L)))
                .isEqualTo(SECCOMP_RET_ALLOW);
    }

    private static Notification notification(Architecture architecture, int number, List<Long> a) {
        return new Notification(
                1, 1, architecture.auditArch(), number, a.get(0), a.get(1), a.get(2), a.get(3), a.get(4), a.get(5));
    }

    private static int expected(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Allow() -> SECCOMP_RET_ALLOW;
            case Verdict.Refuse(int number) -> errno(number);
            case Verdict.Mediate() -> SECCOMP_RET_USER_NOTIF;
        };
    }
}
