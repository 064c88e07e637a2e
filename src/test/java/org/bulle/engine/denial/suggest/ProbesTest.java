package org.bulle.engine.denial.suggest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import org.bulle.engine.denial.Access;
import org.bulle.engine.denial.Denial;
import org.bulle.engine.denial.Enforcer;
import org.bulle.engine.denial.Risk;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which accesses nothing depends on. The process is {@code java}, its number 42. */
class ProbesTest {

    @ParameterizedTest
    @CsvSource({
        "READ, /sys/fs/cgroup/memory.max",
        "READ, /sys/kernel/mm/transparent_hugepage/enabled",
        "READ, /proc/42/cgroup",
        "READ, /proc/42/loginuid",
        "READ, /proc/42/fd",
        "READ, /proc/meminfo",
        "READ, /tmp/hsperfdata_u",
        "READ, /tmp/.java_pid42",
        "READ, /etc/ld.so.preload",
        "READ, /etc/gai.conf",
        "READ, /usr/share/locale/de/LC_MESSAGES/x.mo",
        "READ, /usr/lib/x86_64-linux-gnu/gconv/gconv-modules",
        "READ, /home/u/.terminfo/x/xterm",
        "WRITE, /proc/42/task/43/comm",
        "WRITE, /proc/42/coredump_filter",
        "CREATE, /tmp/hsperfdata_u/42",
        "CONNECT, /var/run/nscd/socket",
        "CONNECT, /run/systemd/userdb/io.systemd.Multiplexer",
        "SERVICE, io_uring_setup",
        "SERVICE, keyctl",
    })
    void areHarmless(Access access, String path) {
        assertThat(Probes.isHarmless(denial(access, path))).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "READ, /etc/passwd",
        "READ, /proc/42/environ",
        "READ, /proc/43/fd",
        "READ, /proc/42/fd/3",
        "READ, /home/u/etc/gai.conf",
        "WRITE, /etc/gai.conf",
        "WRITE, /proc/42/mem",
        "CREATE, /tmp/x",
        "EXECUTE, /usr/share/locale/x",
        "CONNECT, /run/docker.sock",
        "SERVICE, mount",
        "SERVICE, ioctl",
    })
    void areNot(Access access, String path) {
        assertThat(Probes.isHarmless(denial(access, path))).isFalse();
    }

    private static Denial denial(Access access, String path) {
        return new Denial(
                access,
                Optional.of(path),
                Optional.empty(),
                OptionalInt.empty(),
                1,
                Instant.EPOCH,
                Instant.EPOCH,
                "java",
                42,
                false,
                Risk.NONE,
                Enforcer.LANDLOCK,
                Optional.empty(),
                Optional.empty());
    }
}
