package org.bulle.engine.sandbox.seatbelt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.bulle.engine.sandbox.seatbelt.Policies.ro;
import static org.bulle.engine.sandbox.seatbelt.Policies.rox;
import static org.bulle.engine.sandbox.seatbelt.Policies.rw;

import java.time.Duration;
import java.util.List;
import org.bulle.engine.policy.Command;
import org.bulle.engine.policy.EnforcementStatus;
import org.bulle.engine.policy.EnforcementStatus.Degree;
import org.bulle.engine.policy.Limit;
import org.bulle.engine.policy.Network;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.policy.Statement;
import org.bulle.engine.profile.Platform;
import org.bulle.engine.sandbox.Availability;
import org.bulle.engine.sandbox.HostBackend;
import org.bulle.engine.sandbox.SandboxException;
import org.junit.jupiter.api.Test;

class SeatbeltBackendTest {
    private final Facts facts = new Facts();
    private final SeatbeltBackend backend =
            new SeatbeltBackend(() -> new Availability.Available("Seatbelt"), facts, () -> "bulle-00");

    private static EnforcementStatus status(SeatbeltPolicy policy, String what) {
        return policy.enforcement().stream()
                .filter(each -> each.what().english().equals(what))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void saysThatNobodyHasRunItYet() throws SandboxException {
        EnforcementStatus status = status(backend.compile(Policies.grants()), "this backend");
        assertThat(status.enforced()).isEqualTo(Degree.NONE);
        assertThat(status.reason().english()).contains("not yet run on a Mac");
    }

    @Test
    void namesTheSingleFilesWhoseNeighboursCanBeWritten() throws SandboxException {
        facts.with("/Users/ann/.conf", PathFacts.Kind.FILE).with("/Users/ann/a(b)", PathFacts.Kind.FILE);
        SeatbeltPolicy policy =
                backend.compile(Policies.grants(rw("/Users/ann/.conf"), rw("/Users/ann/a(b)"), rw("/Users/ann/w")));
        assertThat(status(policy, "single files").reason().english()).endsWith("/Users/ann/.conf");
        assertThat(status(policy, "saving").reason().english()).endsWith("/Users/ann/a(b)");
    }

    @Test
    void saysWhatLoopbackCannotBe() throws SandboxException {
        SeatbeltPolicy policy = backend.compile(Policies.of(List.of(), Network.LOOPBACK, List.of(), List.of()));
        assertThat(status(policy, "network").enforced()).isEqualTo(Degree.PARTIAL);
        assertThat(status(policy, "network").reason().english()).contains("listening is refused");
    }

    @Test
    void saysThatATimeoutEndsTheGroupOnly() throws SandboxException {
        Policy policy = Policies.of(
                List.of(),
                Network.NONE,
                List.of(),
                List.of(),
                Duration.ofSeconds(3),
                List.of(new Limit("memory", "2G", "", false, new Statement.Verbatim("macOS cannot"))));
        assertThat(status(backend.compile(policy), "timeout").reason().english())
                .contains("daemon can survive");
        assertThat(status(backend.compile(policy), "memory limit").enforced()).isEqualTo(Degree.NONE);
        assertThat(backend.compile(Policies.grants()).enforcement())
                .noneMatch(each -> each.what().english().equals("timeout"));
    }

    @Test
    void refusesToCompileWhatCannotBeWritten() {
        assertThatThrownBy(() -> backend.compile(Policies.grants(ro("/a\nb"))))
                .isInstanceOfSatisfying(
                        SandboxException.class,
                        failure -> assertThat(failure.kind()).isEqualTo(SandboxException.Kind.NOT_INSTALLED));
    }

    @Test
    void refusesToCompileWhereSeatbeltIsMissing() {
        SeatbeltBackend here = new SeatbeltBackend();
        if (Platform.current() == Platform.MACOS) {
            assertThat(here.availability()).isNotNull();
            return;
        }
        assertThatThrownBy(() -> here.compile(Policies.grants()))
                .isInstanceOfSatisfying(
                        SandboxException.class,
                        failure -> assertThat(failure.kind()).isEqualTo(SandboxException.Kind.UNAVAILABLE))
                .hasMessageContaining("part of macOS");
    }

    @Test
    void explainsASandboxInsideASandbox() {
        assertThat(SandboxExec.explain(71, "sandbox-exec: sandbox_apply: Operation not permitted\n"))
                .isInstanceOfSatisfying(
                        Availability.Unavailable.class,
                        why -> assertThat(why.reason()).contains("itself inside a Seatbelt sandbox"));
        assertThat(SandboxExec.explain(0, "")).isInstanceOf(Availability.Available.class);
        assertThat(SandboxExec.explain(65, "sandbox-exec: unbound variable: x\n"))
                .isInstanceOfSatisfying(
                        Availability.Unavailable.class,
                        why -> assertThat(why.reason()).contains("65", "unbound variable"));
    }

    @Test
    void knowsWhatMayBeExecuted() throws SandboxException {
        SeatbeltPolicy policy = backend.compile(Policies.grants(rox("/private/tmp/bin"), ro("/usr/share")));
        assertThat(policy.mayExecute("/tmp/bin/x")).isTrue();
        assertThat(policy.mayExecute("/private/tmp/bin")).isTrue();
        assertThat(policy.mayExecute("/usr/share/x")).isFalse();
    }

    @Test
    void callsSandboxExecWithTheFileAndTheArguments() {
        assertThat(SandboxExec.arguments("/t/r.sb", new Command("/bin/echo", List.of("echo", "-f", "a b"))))
                .containsExactly("/usr/bin/sandbox-exec", "-f", "/t/r.sb", "/bin/echo", "-f", "a b");
        assertThat(SandboxExec.arguments("/t/r.sb", new Command("/bin/true", List.of())))
                .containsExactly("/usr/bin/sandbox-exec", "-f", "/t/r.sb", "/bin/true");
    }

    @Test
    void givesEachRunATagOfItsOwn() {
        RunTags tags = new RunTags();
        assertThat(tags.get()).matches("bulle-[0-9a-f]{16}").isNotEqualTo(tags.get());
    }

    @Test
    void isTheBackendOfMacsOnly() {
        assertThat(HostBackend.of(Platform.MACOS).name()).isEqualTo("macos-seatbelt");
        assertThat(HostBackend.of(Platform.LINUX).name()).isEqualTo("linux-landlock");
        assertThat(HostBackend.name(Platform.MACOS)).isEqualTo("macos-seatbelt");
    }
}
