package org.bulle.engine.denial.seatbelt;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bulle.engine.denial.DenialSource;
import org.bulle.engine.denial.observe.DenialLog;
import org.bulle.engine.profile.FileTrouble;
import org.bulle.engine.profile.Printable;
import org.bulle.engine.sandbox.seatbelt.SeatbeltPolicy;

/** Asks the unified log after a run, for a bounded time. */
public final class SeatbeltLog implements AutoCloseable {
    private static final Path PROGRAM = Path.of("/usr/bin/log");
    private static final Duration PATIENCE = Duration.ofSeconds(8);
    /** Records come into the log a moment after what they tell of. */
    private static final Duration SETTLING = Duration.ofMillis(400);

    private static final int LONGEST_REASON = 200;
    private static final String DROPS = "the system can drop records of its log";

    private final Path program;
    private final Duration settling;
    private final Duration patience;
    private final String tag;
    private final Violations violations;
    private final Instant since = Instant.now();
    private Optional<String> failure = Optional.empty();

    /** For this run, from now on. */
    public SeatbeltLog(SeatbeltPolicy policy, DenialLog log) {
        this(
                PROGRAM,
                SETTLING,
                PATIENCE,
                policy.tag(),
                log,
                !policy.policy().machLookup().isEmpty());
    }

    SeatbeltLog(Path program, Duration settling, Duration patience, String tag, DenialLog log, boolean services) {
        this.program = program;
        this.settling = settling;
        this.patience = patience;
        this.tag = tag;
        this.violations = new Violations(log, tag, services);
    }

    /** Times as seconds since the epoch: others are read in the local time zone. */
    static List<String> question(Path program, String tag, Instant since, Instant until) {
        return List.of(
                program.toString(),
                "show",
                "--style",
                "ndjson",
                "--start",
                "@" + since.minusSeconds(1).getEpochSecond(),
                "--end",
                "@" + until.plusSeconds(2).getEpochSecond(),
                "--predicate",
                "processID == 0 AND senderImagePath ENDSWITH \"/Sandbox\" AND eventMessage CONTAINS \"" + tag + "\"");
    }

    /** The run is over: reads what the log has of it. */
    @Override
    public void close() {
        if (!Files.isExecutable(program)) {
            failure = Optional.of("there is no " + program + " to ask");
            return;
        }
        Path said = Path.of("/dev/null");
        try {
            Thread.sleep(settling);
            said = Files.createTempFile("bulle-log-", ".txt");
            Process asked = new ProcessBuilder(question(program, tag, since, Instant.now()))
                    .redirectError(said.toFile())
                    .start();
            asked.getOutputStream().close();
            Thread reader = Thread.ofPlatform().daemon().name("seatbelt-log").start(() -> read(asked));
            if (!asked.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                asked.destroyForcibly();
                failure = Optional.of("the system's log did not answer within " + patience.toSeconds() + " s");
            } else if (asked.exitValue() != 0) {
                failure = Optional.of("the system's log cannot be read: " + firstLine(said));
            }
            reader.join(patience);
        } catch (IOException unreadable) {
            failure = Optional.of("the system's log cannot be asked: " + FileTrouble.sentence(unreadable));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            failure = Optional.of("asking the system's log was interrupted");
        } finally {
            remove(said);
        }
        violations.finish();
    }

    private void read(Process asked) {
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(asked.getInputStream(), StandardCharsets.UTF_8))) {
            in.lines().forEach(violations::accept);
        } catch (IOException | java.io.UncheckedIOException ended) {
            // It was ended because its time was over; what it had said counts.
            return;
        }
    }

    private static String firstLine(Path said) throws IOException {
        try (BufferedReader in = Files.newBufferedReader(said, StandardCharsets.ISO_8859_1)) {
            String line = Optional.ofNullable(in.readLine()).orElse("it says nothing");
            return Printable.escape(line.substring(0, Math.min(line.length(), LONGEST_REASON)));
        }
    }

    private static void remove(Path said) {
        try {
            if (Files.isRegularFile(said)) {
                Files.delete(said);
            }
        } catch (IOException e) {
            // A few words in the temp directory.
            return;
        }
    }

    /** How denials of a run are seen on this Mac. */
    public static DenialSource source() {
        return source(PROGRAM);
    }

    static DenialSource source(Path program) {
        return Files.isExecutable(program)
                ? DenialSource.partial(DenialSource.Kind.SEATBELT_LOG, DROPS)
                : DenialSource.unavailable(
                        DenialSource.Kind.SEATBELT_LOG, "there is no " + program + " to read the log with");
    }

    /** After {@link #close}. Never complete: nobody can say what the log has dropped. */
    public DenialSource state(DenialLog log) {
        if (failure.isPresent() && log.distinct() == 0) {
            return DenialSource.unavailable(DenialSource.Kind.SEATBELT_LOG, failure.get());
        }
        failure.ifPresent(log::gap);
        log.gap(DROPS);
        return log.source(DenialSource.Kind.SEATBELT_LOG);
    }
}
