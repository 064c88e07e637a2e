package org.bulle.engine.denial.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.bulle.engine.denial.Access;
import org.bulle.engine.denial.Denial;
import org.bulle.engine.denial.DenialSource;
import org.bulle.engine.denial.observe.DenialLog;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** On records that a kernel really sent. */
class AuditEventsTest {
    private static final int SUPERVISOR = 29220;
    private final DenialLog log = new DenialLog();

    @BeforeEach
    void readAll() throws IOException {
        AuditEvents events = new AuditEvents(SUPERVISOR, log);
        try (InputStream in = Objects.requireNonNull(getClass().getResourceAsStream("captured.txt"))) {
            new String(in.readAllBytes(), StandardCharsets.ISO_8859_1)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .forEach(line -> {
                        int blank = line.indexOf(' ');
                        AuditRecord.parse(Integer.parseInt(line.substring(0, blank)), line.substring(blank + 1))
                                .ifPresent(events::accept);
                    });
        }
        events.flush();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "READ | /tmp/lab/s/f",
                "READ | /tmp/lab/s/a b",
                "READ | /tmp/lab/s/qu\"ote",
                "READ | /tmp/lab/s/caf\u00e9",
                "READ | /etc/ssl",
                "WRITE | /tmp/lab/s/f",
                "CREATE | /tmp/lab/s/w/(name unknown)",
                "CREATE | /tmp/lab/s/(name unknown)",
                "DELETE | /tmp/lab/s/(name unknown)",
                "RENAME | /tmp/lab/s/w/(name unknown)",
                "RENAME | /usr/bin/(name unknown)",
                "EXECUTE | /tmp/lab/s/floor",
                "CONNECT | @abs",
                "WRITE | /dev/ptmx",
                "SERVICE | mount",
                "READ | /dev/tty",
            })
    void reads(Access access, String path) {
        assertThat(log.denials()).anySatisfy(denial -> {
            assertThat(denial.access()).isEqualTo(access);
            assertThat(denial.path()).contains(path);
        });
    }

    @Test
    void keepsBytesThatAreNoText() {
        assertThat(paths()).contains("/tmp/lab/s/by\udcffte");
    }

    @ParameterizedTest
    @CsvSource({"CONNECT,127.0.0.1,80", "CONNECT,::1,443", "BIND,127.0.0.1,8080"})
    void readsAddresses(Access access, String host, int port) {
        assertThat(log.denials()).anySatisfy(denial -> {
            assertThat(denial.access()).isEqualTo(access);
            assertThat(denial.host()).contains(host);
            assertThat(denial.port()).hasValue(port);
        });
    }

    @Test
    void readsABindWithoutAddress() {
        assertThat(log.denials()).anySatisfy(denial -> {
            assertThat(denial.access()).isEqualTo(Access.BIND);
            assertThat(denial.host()).isEmpty();
            assertThat(denial.port()).hasValue(8081);
        });
    }

    @Test
    void readsWhomASignalWasFor() {
        assertThat(log.denials()).anySatisfy(denial -> {
            assertThat(denial.access()).isEqualTo(Access.SIGNAL);
            assertThat(denial.host())
                    .hasValueSatisfying(target -> assertThat(target).matches("sleep \\(\\d+\\)"));
        });
    }

    @Test
    void takesTheProcessFromTheSystemCallOfTheEvent() {
        assertThat(log.denials())
                .filteredOn(
                        denial -> denial.path().filter("/tmp/lab/s/f"::equals).isPresent())
                .anySatisfy(denial -> {
                    assertThat(denial.process()).isEqualTo("cat");
                    assertThat(denial.pid()).isGreaterThan(1);
                });
    }

    @Test
    void leavesOutOtherSandboxes() {
        DenialLog nobody = new DenialLog();
        AuditEvents events = new AuditEvents(4711, nobody);
        AuditRecord.parse(1423, "audit(1.000:1): domain=1 blockers=fs.read_file path=\"/x\" dev=\"vda\" ino=1")
                .ifPresent(events::accept);
        AuditRecord.parse(
                        1424,
                        "audit(1.000:1): domain=1 status=allocated mode=enforcing pid=4712 uid=0 exe=\"/x\" comm=\"x\"")
                .ifPresent(events::accept);
        events.flush();

        assertThat(nobody.denials()).isEmpty();
    }

    @Test
    void saysThatItSawAKindThatItDoesNotKnow() {
        AuditEvents events = new AuditEvents(1, log);
        AuditRecord.parse(
                        1424,
                        "audit(1.000:1): domain=7 status=allocated mode=enforcing pid=1 uid=0 exe=\"/x\" comm=\"x\"")
                .ifPresent(events::accept);
        AuditRecord.parse(1423, "audit(1.000:1): domain=7 blockers=fs.future_right path=\"/x\" dev=\"vda\" ino=1")
                .ifPresent(events::accept);
        events.flush();

        assertThat(log.source(DenialSource.Kind.AUDIT).state()).isEqualTo(DenialSource.State.PARTIAL);
    }

    @Test
    void readsARecordOfTheJournal() {
        AuditRecord record = AuditJournal.parse(
                        "{\"_AUDIT_TYPE\":\"1423\",\"_AUDIT_ID\":\"30\",\"__REALTIME_TIMESTAMP\":\"1729738800268000\",\"_TRANSPORT\":\"audit\","
                                + "\"MESSAGE\":\"AUDIT1423 domain=195ba459b blockers=fs.refer path=\\\"/usr/bin\\\" dev=\\\"vda2\\\" ino=351\",\"X\":[1,2]}")
                .orElseThrow();

        assertThat(record.type()).isEqualTo(AuditRecord.LANDLOCK_ACCESS);
        assertThat(record.serial()).isEqualTo(30);
        assertThat(record.text("path")).contains("/usr/bin");
        assertThat(record.millis()).isEqualTo(1_729_738_800_268L);
    }

    @Test
    void takesNothingFromWhatIsNoRecord() {
        assertThat(AuditRecord.parse(1423, "")).isEmpty();
        assertThat(AuditRecord.parse(1423, "audit(x): domain=1")).isEmpty();
        assertThat(AuditJournal.parse("{")).isEmpty();
        assertThat(AuditJournal.parse("{\"_AUDIT_TYPE\":\"x\",\"_AUDIT_ID\":\"y\",\"MESSAGE\":\"\"}"))
                .isEmpty();
    }

    private List<String> paths() {
        return log.denials().stream()
                .map(Denial::path)
                .flatMap(java.util.Optional::stream)
                .toList();
    }
}
