package org.bulle.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.util.List;
import org.bulle.engine.jna.linux.Architecture;
import org.bulle.engine.jna.linux.Errno;
import org.bulle.engine.jna.linux.Syscall;
import org.bulle.engine.sandbox.DroppedCapabilities;
import org.bulle.engine.sandbox.seccomp.AlwaysRefused;
import org.bulle.engine.sandbox.seccomp.CallRule;
import org.bulle.engine.sandbox.seccomp.Verdict;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The calls that no sandbox may make, asked for on this kernel. */
@ParameterizedClass
@MethodSource("org.bulle.kernel.Account#all")
class SystemCallsKernelIT {
    private static final String NOTHING_VALID = " -1 -1 -1 -1 -1 -1";
    private static final int KILLED_BY_SIGSYS = 128 + 31;
    private static final long CLONE_NEWUSER = 0x10000000;

    @Parameter
    Account account;

    private Lab lab;

    @BeforeEach
    void openLab() throws IOException {
        lab = Lab.of(account);
    }

    @AfterEach
    void closeLab() throws IOException {
        lab.close();
    }

    @Test
    void refusesEveryCallOfTheAlwaysOnList() throws Exception {
        List<CallRule> rules = AlwaysRefused.rules().stream()
                .filter(rule -> rule.clauses().isEmpty() && rule.call().exists(Architecture.current()))
                .toList();
        String[] attempts = rules.stream().map(rule -> attempt(rule.call())).toArray(String[]::new);
        List<String> wanted = rules.stream().map(SystemCallsKernelIT::refusal).toList();
        assertThat(lab.probe(List.of(), attempts)).isEqualTo(wanted);
    }

    /** Root gets as far as its nonsensical arguments: the refusal was the filter's. */
    @Test
    void theSameCallsReachTheKernelWithoutTheSandbox() throws Exception {
        assumeThat(Account.isRoot() && account == Account.CURRENT)
                .as("only root gets past the kernel's own check of who calls")
                .isTrue();
        List<CallRule> rules = AlwaysRefused.rules().stream()
                .filter(rule -> rule.clauses().isEmpty() && rule.call().exists(Architecture.current()))
                .filter(rule -> rule.call() != Syscall.VHANGUP)
                .filter(rule -> !refusal(rule).equals("ENOSYS"))
                .toList();
        String[] attempts = rules.stream().map(rule -> attempt(rule.call())).toArray(String[]::new);
        assertThat(lab.unconfined(attempts)).doesNotContain("EPERM");
    }

    @Test
    void refusesIoUringThatTheKernelHas() throws Exception {
        String attempt = attempt(Syscall.IO_URING_SETUP);
        assertThat(lab.probe(List.of(), attempt)).containsExactly("ENOSYS");
        assertThat(lab.unconfined(attempt)).containsExactly("EFAULT");
    }

    @Test
    void refusesNamespacesAndAllowsOrdinaryThreadsOfControl() throws Exception {
        String user = "call " + Syscall.UNSHARE.number() + " " + CLONE_NEWUSER;
        String cloned = "call " + Syscall.CLONE.number() + " " + (CLONE_NEWUSER | 17) + " 0 0 0 0";
        String filesOnly = "call " + Syscall.UNSHARE.number() + " " + 0x400;
        assertThat(lab.probe(List.of(), user, cloned, attempt(Syscall.CLONE3), filesOnly, "execute /usr/bin/true"))
                .containsExactly("EPERM", "EPERM", "ENOSYS", "ok", "ok 0");
        assertThat(lab.unconfined(user, attempt(Syscall.CLONE3))).containsExactly("ok", "E2BIG");
    }

    @Test
    void typesNothingIntoATerminal() throws Exception {
        assertThat(lab.probe(
                        List.of("--rw", "/dev/ptmx", "--rw", "/dev/pts"),
                        "terminal-ioctl 0x5412",
                        "terminal-call " + Syscall.IOCTL.number() + " 0x5412",
                        "terminal-call " + Syscall.IOCTL.number() + " 0x100005412",
                        "terminal-call " + Syscall.IOCTL.number() + " 0x541c",
                        "terminal-call " + Syscall.IOCTL.number() + " 0x5401"))
                .containsExactly("EPERM", "EPERM", "EPERM", "EPERM", "ok");
        if (Account.isRoot() && account == Account.CURRENT) {
            assertThat(lab.unconfined("terminal-ioctl 0x5412")).containsExactly("ok");
        }
    }

    @Test
    void killsForeignCalls() throws Exception {
        assumeThat(Architecture.current()).isEqualTo(Architecture.X86_64);
        List<String> probe = List.of("/usr/bin/python3", "-I", lab.path("probe.py"));
        List<String> grant = List.of("--ro", lab.path("probe.py"));
        assertThat(lab.run(grant, with(probe, "call " + (0x40000000 + 39))).exitCode())
                .isEqualTo(KILLED_BY_SIGSYS);
        assertThat(lab.run(grant, with(probe, "i386-getpid")).exitCode()).isEqualTo(KILLED_BY_SIGSYS);
        assertThat(lab.run(grant, with(probe, "call 39")).exitCode()).isZero();
    }

    @Test
    void tracesItsOwnChildrenAndNobodyElse() throws Exception {
        Process outsider = lab.startUnconfined("sleep", "60");
        String[] attempts = {"attach " + outsider.pid(), "environ-of " + outsider.pid()};
        assertThat(lab.probe(List.of(), "ptrace-child")).containsExactly("ok");
        assertThat(lab.probe(List.of(), attempts)).containsExactly("EPERM", "EACCES");
        assertThat(lab.unconfined(attempts)).containsExactly("ok 0", "ok");
    }

    @Test
    void keepsNoAdministrativeCapability() throws Exception {
        List<String> sets = lab.probe(List.of(), "capabilities", "bounding");
        for (String set : sets) {
            long held = Long.parseUnsignedLong(set.substring("ok ".length()), 16);
            boolean bounding = set.equals(sets.get(1));
            if (!bounding || account == Account.CURRENT) {
                assertThat(held & DroppedCapabilities.mask()).as(set).isZero();
            }
        }
        if (Account.isRoot() && account == Account.CURRENT) {
            long unconfined = Long.parseUnsignedLong(
                    lab.unconfined("capabilities").getFirst().substring("ok ".length()), 16);
            assertThat(unconfined & DroppedCapabilities.mask()).isNotZero();
        }
    }

    private static List<String> with(List<String> command, String operation) {
        return java.util.stream.Stream.concat(command.stream(), java.util.stream.Stream.of(operation))
                .toList();
    }

    private static String attempt(Syscall call) {
        return "call " + call.number() + NOTHING_VALID;
    }

    private static String refusal(CallRule rule) {
        return switch (rule.otherwise()) {
            case Verdict.Refuse(int errno) -> Errno.name(errno);
            case Verdict.Allow() -> "ok";
            case Verdict.Mediate() -> "EACCES";
        };
    }
}
