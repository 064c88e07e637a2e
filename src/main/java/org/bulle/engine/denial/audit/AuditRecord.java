package org.bulle.engine.denial.audit;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bulle.engine.policy.OsString;

/**
 * One record of the kernel's audit system: {@code audit(SECONDS.MILLIS:SERIAL): name=value ...}. A value that holds blanks, quotes or bytes beyond ASCII
 * is written in hexadecimal instead of between quotes.
 *
 * @param type AUDIT_* number (linux/audit.h)
 * @param serial the same for the records of one event
 * @param millis since the epoch
 * @param fields as written
 */
public record AuditRecord(int type, long serial, long millis, Map<String, String> fields) {
    public static final int SYSCALL = 1300;
    public static final int END_OF_EVENT = 1320;
    public static final int LANDLOCK_ACCESS = 1423;
    public static final int LANDLOCK_DOMAIN = 1424;

    private static final Pattern HEAD = Pattern.compile("audit\\((\\d+)\\.(\\d{3}):(\\d+)\\):\\s*");
    private static final Pattern FIELD = Pattern.compile("([A-Za-z0-9_-]+)=(\"[^\"]*\"|\\S*)");
    private static final int MILLIS_PER_SECOND = 1_000;

    public AuditRecord {
        fields = Map.copyOf(fields);
    }

    /** Empty when it is no record. */
    public static Optional<AuditRecord> parse(int type, String text) {
        Matcher head = HEAD.matcher(text);
        if (!head.lookingAt()) {
            return Optional.empty();
        }
        long millis = Long.parseLong(head.group(1)) * MILLIS_PER_SECOND + Long.parseLong(head.group(2));
        return Optional.of(
                new AuditRecord(type, Long.parseLong(head.group(3)), millis, fields(text.substring(head.end()))));
    }

    /** The same without the head, as the journal keeps it. */
    public static AuditRecord of(int type, long serial, long millis, String body) {
        return new AuditRecord(type, serial, millis, fields(body));
    }

    private static Map<String, String> fields(String body) {
        Map<String, String> fields = new LinkedHashMap<>();
        Matcher field = FIELD.matcher(body);
        while (field.find()) {
            fields.putIfAbsent(field.group(1), field.group(2));
        }
        return fields;
    }

    public Optional<String> field(String name) {
        return Optional.ofNullable(fields.get(name));
    }

    /** A value of the kind that may be quoted or hexadecimal, in the spelling of {@link OsString}. */
    public Optional<String> text(String name) {
        return field(name).map(AuditRecord::decode);
    }

    public Optional<Integer> number(String name) {
        return field(name).filter(value -> value.matches("\\d{1,9}")).map(Integer::parseInt);
    }

    private static String decode(String value) {
        if (value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"")) {
            return OsString.decode(value.substring(1, value.length() - 1).getBytes(StandardCharsets.ISO_8859_1));
        }
        if (value.length() % 2 != 0 || !value.matches("[0-9A-Fa-f]+")) {
            return value;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(value.length() / 2);
        for (int i = 0; i < value.length(); i += 2) {
            bytes.write(Integer.parseInt(value, i, i + 2, 16));
        }
        return OsString.decode(bytes.toByteArray());
    }
}
