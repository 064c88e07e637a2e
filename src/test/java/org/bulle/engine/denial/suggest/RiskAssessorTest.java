package org.bulle.engine.denial.suggest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.bulle.engine.denial.Access;
import org.bulle.engine.denial.Denial;
import org.bulle.engine.denial.Enforcer;
import org.bulle.engine.denial.Risk;
import org.bulle.engine.policy.AccessList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RiskAssessorTest {
    private final RiskAssessor risks = new RiskAssessor(new Surroundings(
            "/home/u",
            Set.of("/home/u", "/data/home/u"),
            "/work",
            Map.of("CONFIG", "/home/u/.config", "STATE", "/home/u/.local/state"),
            List.of("/usr/bin", "/home/u/tools"),
            Map.of()));

    @ParameterizedTest
    @CsvSource({
        "/home/u/.ssh, RO, CREDENTIAL",
        "/home/u/.ssh/config, RO, CREDENTIAL",
        "/data/home/u/.ssh/id_rsa, RO, CREDENTIAL",
        "/home/u/.aws/credentials, RO, CREDENTIAL",
        "/home/u/.config, RO, CREDENTIAL",
        "/home/u/.netrc, RO, CREDENTIAL",
        "/etc/shadow, RO, CREDENTIAL",
        "/work/.env.local, RO, CREDENTIAL",
        "/work/server.p12, RO, CREDENTIAL",
        "/home/u/.ssh, RW, ESCAPE",
        "/home/u/.profile, RW, ESCAPE",
        "/home/u/.profile, RO, NONE",
        "/home/u/.config/autostart, RW, ESCAPE",
        "/home/u/.config/bulle, RW, ESCAPE",
        "/home/u/.local/state, RW, ESCAPE",
        "/home/u/tools/x, RW, ESCAPE",
        "/work/.git/hooks/pre-commit, RW, ESCAPE",
        "/work/.git, RW, ESCAPE",
        "/work/.git, RO, NONE",
        "/work/.git/worktrees/w, RW, ESCAPE",
        "/work/.git/objects, RW, NONE",
        "/work/.vscode/tasks.json, RW, ESCAPE",
        "/work/gradlew, RW, ESCAPE",
        "/etc/cron.d/x, RW, ESCAPE",
        "/run/docker.sock, RW, ESCAPE",
        "/run/user/1000/bus, RW, ESCAPE",
        "/dev/sda1, RO, ESCAPE",
        "/work/build, RWX, NOTICE",
        "/proc, RO, NOTICE",
        "/proc/self/maps, RO, NOTICE",
        "/usr/share/doc, RO, NONE",
        "/work/src, RW, NONE",
        "/home/user2/.ssh, RO, NONE",
    })
    void judges(String path, AccessList list, Risk expected) {
        RiskAssessor.Judgement judgement = risks.of(path, list);

        assertThat(judgement.risk()).isEqualTo(expected);
        assertThat(judgement.why().isEmpty()).isEqualTo(expected == Risk.NONE);
    }

    @ParameterizedTest
    @CsvSource({
        "READ, /home/u/.profile, NONE",
        "WRITE, /home/u/.profile, ESCAPE",
        "CONNECT, @/tmp/.X11-unix/X0, ESCAPE",
        "EXECUTE, /work/build/tool, NOTICE",
        "EXECUTE, /usr/bin/tool, NONE",
        "SERVICE, mount, ESCAPE",
        "SIGNAL, , ESCAPE",
        "CONNECT, , NOTICE",
    })
    void judgesADenialByItself(Access access, @Nullable String path, Risk expected) {
        Denial denial = new Denial(
                access,
                Optional.ofNullable(path),
                Optional.empty(),
                OptionalInt.empty(),
                1,
                Instant.EPOCH,
                Instant.EPOCH,
                "x",
                1,
                false,
                Risk.NONE,
                Enforcer.LANDLOCK,
                Optional.empty(),
                Optional.empty());
        assertThat(risks.of(denial).risk()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "loopback:5432, NONE",
        "loopback:8000-8099, NOTICE",
        "loopback, NOTICE",
        "network, NOTICE",
    })
    void onePortOfThisMachineIsNotBroad(String capability, Risk expected) {
        assertThat(RiskAssessor.ofCapability(capability)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"127.0.0.1, 5432, NONE", "127.0.0.1, 40000, NOTICE", "192.0.2.1, 5432, NOTICE"})
    void judgesADeniedConnectionByWhatWouldAllowIt(String host, int port, Risk expected) {
        Denial denial = new Denial(
                Access.CONNECT,
                Optional.empty(),
                Optional.of(host),
                OptionalInt.of(port),
                1,
                Instant.EPOCH,
                Instant.EPOCH,
                "x",
                1,
                false,
                Risk.NONE,
                Enforcer.LANDLOCK,
                Optional.empty(),
                Optional.empty());
        assertThat(risks.of(denial).risk()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "/, true",
        "/home, true",
        "/home/u, true",
        "/data, true",
        "/data/home/u, true",
        "/home/u/.ssh, true",
        "/nix/store, true",
        "/home/u/src, false",
        "/nix/store/x, false",
        "/usr, false",
    })
    void knowsWhatIsNeverGrantedAsAWhole(String directory, boolean never) {
        assertThat(risks.whyNeverWhole(directory).isPresent()).isEqualTo(never);
    }

    @Test
    void tellsWhatLiesInADirectory() {
        assertThat(risks.of("/home/u/.config", AccessList.RO).why().english())
                .startsWith("has ")
                .contains(" in it, which ");
    }
}
