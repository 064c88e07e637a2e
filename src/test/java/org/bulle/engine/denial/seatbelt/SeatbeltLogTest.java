package org.bulle.engine.denial.seatbelt;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bulle.engine.denial.Access;
import org.bulle.engine.denial.Denial;
import org.bulle.engine.denial.DenialSource;
import org.bulle.engine.denial.Enforcer;
import org.bulle.engine.denial.observe.DenialLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** On lines in the form that a Mac's log has them; none was recorded here. */
class SeatbeltLogTest {
    private static final String TAG = "bulle-0123456789abcdef";
    private static final String KEXT = "/System/Library/Extensions/Sandbox.kext/Contents/MacOS/Sandbox";
    private final DenialLog log = new DenialLog();

    private static String line(String message) {
        return line("/kernel", KEXT, 0, message + "\n" + TAG);
    }

    private static String line(String process, String sender, int pid, String message) {
        return "{\"traceID\":81,\"eventMessage\":" + JsonMapper.shared().writeValueAsString(message)
                + ",\"eventType\":\"logEvent\",\"source\":null,\"subsystem\":\"\",\"backtrace\":{\"frames\":[{\"imageOffset\":1}]},"
                + "\"processImagePath\":\"" + process.replace("/", "\\/") + "\",\"senderImagePath\":\"" + sender
                + "\",\"timestamp\":\"2026-11-30 10:00:00.250000+0100\",\"processID\":" + pid + "}";
    }

    private List<Denial> denials(boolean services, String... lines) {
        Violations violations = new Violations(log, TAG, services);
        for (String line : lines) {
            violations.accept(line);
        }
        violations.finish();
        return log.denials();
    }

    @ParameterizedTest
    @CsvSource({
        "file-read-data, READ",
        "file-read-metadata, READ",
        "file-read-xattr, READ",
        "file-test-existence, READ",
        "file-write-data, WRITE",
        "file-write-mode, WRITE",
        "file-write-flags, WRITE",
        "file-ioctl, WRITE",
        "file-write-create, CREATE",
        "file-link, CREATE",
        "file-clone, CREATE",
        "file-write-unlink, DELETE",
        "file-map-executable, EXECUTE",
        "process-exec, EXECUTE",
        "process-exec*, EXECUTE",
        "process-exec-interpreter, EXECUTE",
        "network-outbound, CONNECT",
        "network-bind, BIND",
        "network-inbound, BIND",
        "mach-lookup, SERVICE"
    })
    void knowsWhatWasTried(String operation, Access access) {
        Denial denial = denials(true, line("Sandbox: cat(4242) deny(1) " + operation + " /private/tmp/a b\"\\é"))
                .getFirst();
        assertThat(denial.access()).isEqualTo(access);
        assertThat(denial.path()).contains("/private/tmp/a b\"\\é");
        assertThat(denial.process()).isEqualTo("cat");
        assertThat(denial.pid()).isEqualTo(4242);
        assertThat(denial.enforcedBy()).isEqualTo(Enforcer.SEATBELT);
        assertThat(denial.first()).isEqualTo(Instant.parse("2026-11-30T09:00:00.250Z"));
    }

    @ParameterizedTest
    @CsvSource({
        "network-outbound, 1.1.1.1:443, CONNECT, 1.1.1.1, 443",
        "network-outbound, remote:*:443, CONNECT, '', 443",
        "network-outbound, remote:[::1]:80, CONNECT, ::1, 80",
        "network-bind, local:*:8080, BIND, '', 8080",
        "network-inbound, 127.0.0.1:*, BIND, 127.0.0.1, 0"
    })
    void readsAddresses(String operation, String target, Access access, String host, int port) {
        Denial denial = denials(true, line("Sandbox: nc(7) deny(1) " + operation + " " + target))
                .getFirst();
        assertThat(denial.access()).isEqualTo(access);
        assertThat(denial.host().orElse("")).isEqualTo(host);
        assertThat(denial.port().orElse(0)).isEqualTo(port);
        assertThat(denial.path()).isEmpty();
    }

    @Test
    void readsNamesWithBlanksAndBrackets() {
        assertThat(denials(true, line("Sandbox: Code (Plugin)(7) deny(1) file-read-data /a(1) deny(1) b"))
                        .getFirst())
                .satisfies(denial -> {
                    assertThat(denial.process()).isEqualTo("Code (Plugin)");
                    assertThat(denial.path()).contains("/a(1) deny(1) b");
                });
    }

    @Test
    void countsDuplicates() {
        List<Denial> denials = denials(
                true,
                line("Sandbox: ls(9) deny(1) file-read-data /Users/ann"),
                line("1 duplicate report for Sandbox: ls(9) deny(1) file-read-data /Users/ann"),
                line("12 duplicate reports for Sandbox: ls(9) deny(1) file-read-data /Users/ann"));
        assertThat(denials).singleElement().extracting(Denial::count).isEqualTo(14L);
    }

    @Test
    void saysWhatTheSystemHides() {
        assertThat(denials(
                        true,
                        line("Sandbox: ls(9) deny(1) file-read-data <private>"),
                        line("2 duplicate reports for Sandbox: ls(9) deny(1) file-read-data <private>")))
                .isEmpty();
        assertThat(log.source(DenialSource.Kind.SEATBELT_LOG).reason()).contains("3 paths were hidden by the system");
    }

    @Test
    void saysWhichOtherKindsThereWere() {
        denials(
                true,
                line("Sandbox: a(9) deny(1) sysctl-write kern.x"),
                line("Sandbox: a(9) deny(1) iokit-open IOUserClient"),
                line("Sandbox: a(9) deny(1) file-read-data not-a-path"));
        assertThat(log.denials()).isEmpty();
        assertThat(log.source(DenialSource.Kind.SEATBELT_LOG).reason().orElseThrow())
                .startsWith("3 of kinds that no profile decides (file-read-data, iokit-open, sysctl-write)");
    }

    @Test
    void tellsOfServicesOnlyWhereAProfileNamesSome() {
        String lookup = line("Sandbox: java(7) deny(1) mach-lookup com.apple.FontServer");
        assertThat(denials(false, lookup)).isEmpty();
        Denial denial = SeatbeltAdvice.on(denials(true, lookup).getFirst());
        assertThat(denial.access()).isEqualTo(Access.SERVICE);
        assertThat(denial.suggestion().orElseThrow().list()).isEqualTo("mach_lookup");
        assertThat(denial.suggestion().orElseThrow().entry()).isEqualTo("com.apple.FontServer");
    }

    @Test
    void explainsASandboxInside() {
        Denial denial =
                SeatbeltAdvice.on(denials(false, line("Sandbox: sandbox-exec(7) deny(1) forbidden-sandbox-reinit"))
                        .getFirst());
        assertThat(denial.suggestion().orElseThrow().refused().orElseThrow().english())
                .contains("switch it off in the program");
    }

    @Test
    void believesOnlyTheKernelAndThisRun() {
        String message = "Sandbox: cat(1) deny(1) file-read-data /x\n";
        assertThat(denials(
                        true,
                        line("/tmp/evil", KEXT, 0, message + TAG),
                        line("/kernel", "/tmp/Sandbox", 0, message + TAG),
                        line("/kernel", KEXT, 4242, message + TAG),
                        line("/kernel", KEXT, 0, message + "bulle-other"),
                        line("/kernel", KEXT, 0, message + TAG + "x"),
                        line("/kernel", KEXT, 0, message.strip())))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "[1]",
                "{\"eventMessage\":",
                "Timestamp                       Thread",
                "{\"count\":3,\"finished\":1}",
                "{\"processImagePath\":\"/kernel\",\"eventMessage\":null}"
            })
    void readsPastWhatIsNoRecord(String line) {
        assertThat(denials(true, line)).isEmpty();
    }

    @Test
    void asksForTheTimeOfTheRunInSecondsOfTheEpoch() {
        Instant start = Instant.parse("2026-11-30T09:00:00.9Z");
        assertThat(SeatbeltLog.question(Path.of("/usr/bin/log"), TAG, start, start.plusSeconds(5)))
                .startsWith("/usr/bin/log", "show", "--style", "ndjson", "--start", "@" + (start.getEpochSecond() - 1))
                .contains("--end", "@" + (start.getEpochSecond() + 7))
                .last()
                .asString()
                .contains("processID == 0", TAG);
    }

    private DenialSource ask(@TempDir Path temp, String script, Duration patience) throws IOException {
        Path program = temp.resolve("log");
        Files.writeString(program, "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        SeatbeltLog source = new SeatbeltLog(program, Duration.ZERO, patience, TAG, log, true);
        source.close();
        return source.state(log);
    }

    @Test
    void isNeverComplete(@TempDir Path temp) throws IOException {
        Files.writeString(temp.resolve("said"), line("Sandbox: cat(1) deny(1) file-read-data /x") + "\n");
        DenialSource source = ask(temp, "cat '" + temp.resolve("said") + "'", Duration.ofSeconds(8));
        assertThat(source.state()).isEqualTo(DenialSource.State.PARTIAL);
        assertThat(log.denials()).singleElement().extracting(Denial::path).isEqualTo(Optional.of("/x"));
    }

    @Test
    void saysWhyTheLogCannotBeRead(@TempDir Path temp) throws IOException {
        DenialSource source = ask(
                temp,
                "echo 'log: Could not open local log store: Operation not permitted' >&2; exit 77",
                Duration.ofSeconds(8));
        assertThat(source.state()).isEqualTo(DenialSource.State.UNAVAILABLE);
        assertThat(source.reason().orElseThrow()).contains("Could not open local log store");
    }

    @Test
    void waitsForABoundedTime(@TempDir Path temp) throws IOException {
        Files.writeString(temp.resolve("said"), line("Sandbox: cat(1) deny(1) file-read-data /x") + "\n");
        long start = System.nanoTime();
        DenialSource source = ask(temp, "cat '" + temp.resolve("said") + "'; exec sleep 300", Duration.ofMillis(300));
        assertThat(System.nanoTime() - start).isLessThan(Duration.ofSeconds(30).toNanos());
        // Whether the words came before the time was over is for a busy machine to say.
        assertThat(source.state())
                .isEqualTo(log.denials().isEmpty() ? DenialSource.State.UNAVAILABLE : DenialSource.State.PARTIAL);
        assertThat(source.reason().orElseThrow()).contains("did not answer within");
    }

    @Test
    void saysWhenThereIsNothingToAsk(@TempDir Path temp) {
        SeatbeltLog source =
                new SeatbeltLog(temp.resolve("none"), Duration.ZERO, Duration.ofSeconds(1), TAG, log, true);
        source.close();
        assertThat(source.state(log).state()).isEqualTo(DenialSource.State.UNAVAILABLE);
    }

    @Test
    void isNeverCompleteAndNeedsTheProgramThatReadsTheLog() {
        assertThat(SeatbeltLog.source(Path.of("/bin/sh")).state()).isEqualTo(DenialSource.State.PARTIAL);
        DenialSource none = SeatbeltLog.source(Path.of("/nonexistent/log"));
        assertThat(none.state()).isEqualTo(DenialSource.State.UNAVAILABLE);
        assertThat(none.reason().orElseThrow()).contains("/nonexistent/log");
    }
}
