package org.bulle.engine.sandbox.landlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.bulle.engine.jna.linux.Errno;
import org.bulle.engine.policy.EnforcementStatus;
import org.bulle.engine.policy.EnforcementStatus.Degree;
import org.bulle.engine.policy.Limit;
import org.bulle.engine.policy.Network;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.policy.Ports;
import org.bulle.engine.policy.Statement;
import org.bulle.engine.sandbox.Availability;
import org.bulle.engine.sandbox.SandboxException;
import org.bulle.engine.sandbox.seccomp.ListenerSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a described kernel enforces of a policy, and when nothing may run on it. */
class LandlockBackendTest {
    private static final ListenerSupport SUPERVISED = new ListenerSupport.Available(true);

    private static LandlockBackend kernel(long abi, ListenerSupport seccomp) {
        return new LandlockBackend(() -> abi, () -> seccomp);
    }

    private static Policy policy(Network network) {
        return new Policy(
                List.of(),
                "/",
                Optional.empty(),
                Duration.ZERO,
                List.of(),
                List.of(),
                network,
                Ports.ANY,
                List.of(),
                List.of(),
                false,
                false,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }

    private static Degree degree(LandlockPolicy compiled, String what) {
        return compiled.enforcement().stream()
                .filter(status -> status.what().english().equals(what))
                .map(EnforcementStatus::enforced)
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({
        Errno.ENOSYS + ", CONFIG_SECURITY_LANDLOCK",
        Errno.EOPNOTSUPP + ", lsm=",
        Errno.EPERM + ", container",
        Errno.EINVAL + ", EINVAL"
    })
    void refusesToRunWithoutLandlockAndSaysWhatWouldHelp(int errno, String words) {
        LandlockBackend backend = kernel(-errno, SUPERVISED);
        assertThatThrownBy(() -> backend.compile(policy(Network.NONE)))
                .isInstanceOfSatisfying(
                        SandboxException.class, e -> assertThat(e.kind()).isEqualTo(SandboxException.Kind.UNAVAILABLE))
                .hasMessageContaining(words);
        assertThat(backend.availability())
                .isInstanceOfSatisfying(
                        Availability.Unavailable.class,
                        missing -> assertThat(missing.reason()).contains(words));
    }

    @Test
    void refusesToRunWithoutSeccomp() {
        LandlockBackend backend = kernel(7, new ListenerSupport.Missing(new Statement.Verbatim("no filters here")));
        assertThatThrownBy(() -> backend.compile(policy(Network.FULL)))
                .isInstanceOf(SandboxException.class)
                .hasMessage("no filters here");
    }

    @ParameterizedTest
    @CsvSource({
        "1, NONE, PARTIAL, NONE, NONE",
        "2, FULL, PARTIAL, NONE, NONE",
        "3, FULL, FULL, NONE, NONE",
        "4, FULL, FULL, NONE, NONE",
        "5, FULL, FULL, FULL, NONE",
        "6, FULL, FULL, FULL, FULL",
        "9, FULL, FULL, FULL, FULL"
    })
    void listsTheGapsOfEachAbi(int abi, Degree moves, Degree truncation, Degree devices, Degree signals)
            throws SandboxException {
        LandlockPolicy compiled = kernel(abi, SUPERVISED).compile(policy(Network.NONE));
        assertThat(degree(compiled, "moves")).isEqualTo(moves);
        assertThat(degree(compiled, "truncation")).isEqualTo(truncation);
        assertThat(degree(compiled, "devices")).isEqualTo(devices);
        assertThat(degree(compiled, "signals")).isEqualTo(signals);
        assertThat(degree(compiled, "files")).isEqualTo(Degree.FULL);
        assertThat(degree(compiled, "network")).isEqualTo(Degree.FULL);
    }

    @Test
    void everyGapHasAReasonAndNothingElseHas() throws SandboxException {
        for (int abi = 1; abi <= HandledAccess.NEWEST; abi++) {
            for (ListenerSupport seccomp :
                    List.of(SUPERVISED, new ListenerSupport.Available(false), new ListenerSupport.Occupied())) {
                for (Network network : Network.values()) {
                    assertThat(kernel(abi, seccomp).compile(policy(network)).enforcement())
                            .allSatisfy(status ->
                                    assertThat(status.reason().isEmpty()).isEqualTo(status.enforced() == Degree.FULL));
                }
            }
        }
    }

    @Test
    void anUnsupervisedRunClosesWhatOnlyASupervisorCouldJudge() throws SandboxException {
        LandlockPolicy compiled = kernel(7, new ListenerSupport.Occupied()).compile(policy(Network.LOOPBACK));
        assertThat(degree(compiled, "network")).isEqualTo(Degree.NONE);
        assertThat(degree(compiled, "unix sockets")).isEqualTo(Degree.PARTIAL);
        assertThat(degree(compiled, "supervision")).isEqualTo(Degree.NONE);
    }

    @Test
    void onlyASupervisedRunKeepsLimits() throws SandboxException {
        Policy limited = policy(Network.NONE)
                .limitedBy(List.of(new Limit("nofile", "64", "RLIMIT_NOFILE", true, Statement.NONE)));
        assertThat(degree(kernel(7, SUPERVISED).compile(limited), "nofile limit"))
                .isEqualTo(Degree.FULL);
        assertThat(degree(kernel(7, new ListenerSupport.Occupied()).compile(limited), "nofile limit"))
                .isEqualTo(Degree.NONE);
    }

    @Test
    void thisKernelHasASandbox() throws SandboxException {
        assertThat(new LandlockBackend().availability()).isInstanceOf(Availability.Available.class);
        assertThat(new LandlockBackend().compile(policy(Network.NONE)).backend())
                .isEqualTo("linux-landlock");
    }
}
