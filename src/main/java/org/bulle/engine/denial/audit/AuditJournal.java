package org.bulle.engine.denial.audit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bulle.engine.denial.DenialSource;
import org.bulle.engine.denial.observe.DenialLog;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** The systemd journal, for users that may read it: it keeps audit records, and is asked after the run. */
final class AuditJournal implements AuditSource {
    private static final Path JOURNALCTL = Path.of("/usr/bin/journalctl");
    private static final List<String> QUESTION =
            List.of(JOURNALCTL.toString(), "--no-pager", "--quiet", "--output=json", "--system", "_TRANSPORT=audit");
    private static final int SECONDS = 5;
    private static final JsonFactory JSON = new JsonFactory();

    private final AuditEvents events;
    private final Instant since = Instant.now();
    private boolean failed;

    private AuditJournal(AuditEvents events) {
        this.events = events;
    }

    /** Present when the journal holds at least one audit record that we can read. */
    static Optional<AuditJournal> open(AuditEvents events) {
        return Files.isExecutable(JOURNALCTL) && !ask(List.of("--lines=1")).isEmpty()
                ? Optional.of(new AuditJournal(events))
                : Optional.empty();
    }

    @Override
    public void close() {
        List<String> lines = ask(List.of("--since=@" + since.getEpochSecond()));
        failed = lines.isEmpty();
        lines.forEach(line -> parse(line).ifPresent(events::accept));
        events.flush();
    }

    private static List<String> ask(List<String> more) {
        List<String> command = new ArrayList<>(QUESTION);
        command.addAll(more);
        List<String> lines = new ArrayList<>();
        try {
            Process journalctl = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try (BufferedReader in =
                    new BufferedReader(new InputStreamReader(journalctl.getInputStream(), StandardCharsets.UTF_8))) {
                in.lines().forEach(lines::add);
            }
            if (!journalctl.waitFor(SECONDS, TimeUnit.SECONDS)) {
                journalctl.destroyForcibly();
            }
        } catch (IOException unreadable) {
            return List.of();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return lines;
    }

    /** One line of {@code --output=json}: {@code _AUDIT_TYPE}, {@code _AUDIT_ID}, the time and the record's text behind its type's name. */
    static Optional<AuditRecord> parse(String line) {
        Map<String, String> fields = new HashMap<>();
        try (JsonParser in = JSON.createParser(ObjectReadContext.empty(), line)) {
            in.nextToken();
            for (String name = in.nextName(); name != null; name = in.nextName()) {
                JsonToken value = in.nextToken();
                String text = value == JsonToken.VALUE_STRING ? in.getString() : null;
                if (text != null) {
                    fields.put(name, text);
                } else {
                    in.skipChildren();
                }
            }
            return record(
                    fields.get("_AUDIT_TYPE"),
                    fields.get("_AUDIT_ID"),
                    fields.get("__REALTIME_TIMESTAMP"),
                    fields.get("MESSAGE"));
        } catch (JacksonException | NumberFormatException noRecord) {
            return Optional.empty();
        }
    }

    private static Optional<AuditRecord> record(
            @Nullable String type, @Nullable String serial, @Nullable String micros, @Nullable String message) {
        if (type == null || serial == null || message == null) {
            return Optional.empty();
        }
        long millis = micros == null ? 0 : TimeUnit.MICROSECONDS.toMillis(Long.parseLong(micros));
        int body = message.indexOf(' ');
        return Optional.of(
                AuditRecord.of(Integer.parseInt(type), Long.parseLong(serial), millis, message.substring(body + 1)));
    }

    @Override
    public DenialSource state(DenialLog log) {
        if (failed) {
            return DenialSource.unavailable(DenialSource.Kind.AUDIT, "the journal could not be read after the run");
        }
        log.gap("the journal can drop audit records, and does not tell of what the system call filter refuses");
        return log.source(DenialSource.Kind.AUDIT);
    }
}
