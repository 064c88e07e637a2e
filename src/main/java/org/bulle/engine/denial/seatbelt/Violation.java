package org.bulle.engine.denial.seatbelt;

import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * One denial as the sandbox's kernel extension logs it: {@code Sandbox: cat(4242) deny(1) file-read-data /path}, then the message of the rules on a line
 * of its own.
 *
 * @param count how many this stands for: identical ones are logged as "3 duplicate reports for ..."
 * @param process its name
 * @param operation in Seatbelt's words
 * @param target a path, an address, a service; empty when the operation has none
 * @param millis since the epoch; 0 when the record has no time
 */
record Violation(long count, String process, int pid, String operation, String target, long millis) {
    private static final Pattern MESSAGE = Pattern.compile(
            "(?:(?<count>\\d{1,9}) duplicate reports? for )?Sandbox: (?<process>.{1,64}?)\\((?<pid>\\d{1,9})\\) deny\\(\\d+\\) (?<operation>[a-z*-]+)"
                    + "(?: (?<target>.*))?",
            Pattern.DOTALL);
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSSSSSZ", Locale.ROOT);
    private static final String KERNEL = "/kernel";
    private static final String EXTENSION = "/Sandbox.kext/Contents/MacOS/Sandbox";
    private static final JsonFactory JSON = new JsonFactory();

    /**
     * Reads one line of {@code log show --style ndjson}. Anybody may write such a message into the log: only the kernel's own count.
     *
     * @param tag of the run; other runs' are not its own
     */
    static Optional<Violation> parse(String line, String tag) {
        Map<String, String> fields = fields(line);
        boolean kernels = KERNEL.equals(fields.get("processImagePath"))
                && fields.getOrDefault("senderImagePath", "").endsWith(EXTENSION)
                && fields.getOrDefault("processID", "").equals("0");
        String message = fields.getOrDefault("eventMessage", "").stripTrailing();
        if (!kernels || !message.endsWith("\n" + tag)) {
            return Optional.empty();
        }
        Matcher matcher = MESSAGE.matcher(message.substring(0, message.length() - tag.length() - 1));
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String count = matcher.group("count");
        String target = matcher.group("target");
        return Optional.of(new Violation(
                count == null ? 1 : Long.parseLong(count),
                matcher.group("process"),
                Integer.parseInt(matcher.group("pid")),
                matcher.group("operation"),
                target == null ? "" : target.strip(),
                millis(fields.getOrDefault("timestamp", ""))));
    }

    private static long millis(String timestamp) {
        try {
            return OffsetDateTime.parse(timestamp, TIME).toInstant().toEpochMilli();
        } catch (DateTimeException unknown) {
            return 0;
        }
    }

    /** The texts and numbers of an object; what is inside others is left out. */
    private static Map<String, String> fields(String line) {
        Map<String, String> fields = new HashMap<>();
        try (JsonParser in = JSON.createParser(ObjectReadContext.empty(), line)) {
            if (in.nextToken() != JsonToken.START_OBJECT) {
                return Map.of();
            }
            for (String name = in.nextName(); name != null; name = in.nextName()) {
                JsonToken value = in.nextToken();
                if (value == JsonToken.VALUE_STRING || value == JsonToken.VALUE_NUMBER_INT) {
                    fields.put(name, String.valueOf(in.getString()));
                } else {
                    in.skipChildren();
                }
            }
            return fields;
        } catch (JacksonException noRecord) {
            return Map.of();
        }
    }
}
