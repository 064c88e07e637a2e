package org.bulle.engine.profile;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations, sizes and shares as people write them in config.toml and in flags. */
public final class Quantity {
    /** The limits by name, in the order in which they are listed. */
    public static final List<String> LIMITS = List.of("memory", "cpu", "nproc", "nofile", "fsize", "cpu-time");

    private static final Pattern DURATION_PART = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,9})?)(ms|s|m|h|d)");
    private static final Pattern SIZE =
            Pattern.compile("(\\d{1,18}(?:\\.\\d{1,9})?)([KMGT])?", Pattern.CASE_INSENSITIVE);
    private static final Pattern PERCENT = Pattern.compile("(\\d{1,9})(?:\\.(\\d{1,3}))?%");
    private static final Pattern COUNT = Pattern.compile("\\d{1,18}");

    private Quantity() {}

    /** {@code 90s}, {@code 2h30m}, {@code 1.5h}, {@code 500ms}; {@code 0} is zero. Empty when it is not one. */
    public static Optional<Duration> duration(String text) {
        if (text.equals("0")) {
            return Optional.of(Duration.ZERO);
        }
        Matcher part = DURATION_PART.matcher(text);
        BigDecimal millis = BigDecimal.ZERO;
        int at = 0;
        while (at < text.length()) {
            if (!part.find(at) || part.start() != at) {
                return Optional.empty();
            }
            millis = millis.add(new BigDecimal(part.group(1)).multiply(BigDecimal.valueOf(millisOf(part.group(2)))));
            at = part.end();
        }
        return at == 0 || millis.compareTo(BigDecimal.valueOf(Long.MAX_VALUE / 1_000_000)) > 0
                ? Optional.empty()
                : Optional.of(Duration.ofMillis(millis.longValue()));
    }

    /** Bytes: {@code 2G}, {@code 1.5M}, {@code 4096}; the units are powers of 1024. Empty when it is not one. */
    public static OptionalLong size(String text) {
        Matcher size = SIZE.matcher(text);
        if (!size.matches()) {
            return OptionalLong.empty();
        }
        String unit = size.group(2) == null ? "" : size.group(2);
        int power = "KMGT".indexOf(Character.toUpperCase(unit.isEmpty() ? ' ' : unit.charAt(0))) + 1;
        BigDecimal bytes = new BigDecimal(size.group(1)).multiply(BigDecimal.valueOf(1L << (10 * power)));
        return bytes.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0
                ? OptionalLong.empty()
                : OptionalLong.of(bytes.longValue());
    }

    /** Thousandths of one per cent of one processor: {@code 50%} is 50000; {@code 0} is 0. Empty when it is not one. */
    public static OptionalLong percent(String text) {
        if (text.equals("0")) {
            return OptionalLong.of(0);
        }
        Matcher percent = PERCENT.matcher(text);
        if (!percent.matches()) {
            return OptionalLong.empty();
        }
        String fraction = percent.group(2) == null ? "" : percent.group(2);
        return OptionalLong.of(
                Long.parseLong(percent.group(1)) * 1000 + Long.parseLong((fraction + "000").substring(0, 3)));
    }

    public static OptionalLong count(String text) {
        return COUNT.matcher(text).matches() ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
    }

    /** Why {@code value} is not one for the limit {@code name}; empty when it is. */
    public static Optional<String> refusal(String name, String value) {
        return switch (name) {
            case "memory", "fsize" ->
                size(value).isPresent() ? Optional.empty() : bad(name, value, "a size such as \"2G\" or \"512M\"");
            case "cpu" -> percent(value).isPresent() ? Optional.empty() : bad(name, value, "a share such as \"150%\"");
            case "nproc", "nofile" ->
                count(value).isPresent() ? Optional.empty() : bad(name, value, "a whole number such as \"256\"");
            case "cpu-time" ->
                duration(value).isPresent()
                        ? Optional.empty()
                        : bad(name, value, "a duration such as \"90s\" or \"2h30m\"");
            default -> Optional.of("unknown limit " + Printable.quoted(name) + Nearest.hint(name, LIMITS));
        };
    }

    private static Optional<String> bad(String name, String value, String wanted) {
        return Optional.of("limit " + name + " needs " + wanted + ", not " + Printable.quoted(value));
    }

    private static long millisOf(String unit) {
        return switch (unit) {
            case "ms" -> 1;
            case "s" -> 1000;
            case "m" -> 60_000;
            case "h" -> 3_600_000;
            default -> 86_400_000;
        };
    }
}
