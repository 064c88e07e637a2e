package org.bulle.engine.resolve;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bulle.engine.profile.Configuration;
import org.bulle.engine.profile.Located;
import org.bulle.engine.profile.Nearest;
import org.bulle.engine.profile.Platform;
import org.bulle.engine.profile.Printable;

/** The limits on a run: which ones there are, what their values mean, and which value counts. */
public final class Limits {
    /** Every limit, in the order in which they are shown. */
    public static final List<String> NAMES = List.of("memory", "cpu", "nproc", "nofile", "fsize", "cpu-time");

    private static final Pattern SIZE = Pattern.compile("(\\d{1,18}(?:\\.\\d{1,9})?)([KMGTkmgt]?)");
    private static final Pattern PERCENT = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)%");
    private static final Pattern COUNT = Pattern.compile("\\d{1,18}");

    private Limits() {}

    /** A limit that counts, as written. */
    record Asked(String name, String value) {}

    /** {@code [defaults.limits]}, then this system's, then the flags; {@code "0"} takes one back. */
    static List<Asked> choose(Configuration.Defaults defaults, String file, Platform platform, Map<String, String> flags, ProblemLog problems) {
        Map<String, String> chosen = new LinkedHashMap<>();
        configured(defaults.limits(), file, "", chosen, problems);
        configured(defaults.platformLimits().getOrDefault(platform, Map.of()), file, platform.key() + ".", chosen, problems);
        flags.forEach((name, value) -> choose(name, value, ProblemLog.At.flag("--" + name), chosen, problems));
        List<Asked> out = new ArrayList<>();
        for (String name : NAMES) {
            String value = chosen.get(name);
            if (value != null && !isNone(name, value)) {
                out.add(new Asked(name, value));
            }
        }
        return out;
    }

    private static void configured(
            Map<String, Located<String>> limits, String file, String system, Map<String, String> chosen, ProblemLog problems) {
        limits.forEach((name, value) -> {
            ProblemLog.At at = new ProblemLog.At(file, value.line(), value.column(), "defaults." + system + "limits." + name);
            choose(name, value.value(), at, chosen, problems);
        });
    }

    private static void choose(String name, String value, ProblemLog.At at, Map<String, String> chosen, ProblemLog problems) {
        if (!NAMES.contains(name)) {
            problems.text(at, "there is no limit " + Printable.quoted(name) + Nearest.hint(name, NAMES));
        } else if (amount(name, value).isEmpty()) {
            problems.text(at, Printable.quoted(value) + " is not a value for the limit " + name + ": " + form(name));
        } else {
            chosen.put(name, value);
        }
    }

    private static boolean isNone(String name, String value) {
        return amount(name, value).orElse(0) == 0;
    }

    /**
     * What a value means: bytes for memory and fsize, thousandths of a percent of one processor for cpu, a count for nproc and nofile, seconds,
     * rounded up, for cpu-time. Zero stands for no limit.
     */
    public static OptionalLong amount(String name, String value) {
        if (value.equals("0")) {
            return OptionalLong.of(0);
        }
        return switch (name) {
            case "memory", "fsize" -> size(value);
            case "cpu" -> percent(value);
            case "nproc", "nofile" -> COUNT.matcher(value).matches() ? OptionalLong.of(Long.parseLong(value)) : OptionalLong.empty();
            case "cpu-time" -> seconds(value);
            default -> OptionalLong.empty();
        };
    }

    private static OptionalLong size(String value) {
        Matcher matcher = SIZE.matcher(value);
        if (!matcher.matches()) {
            return OptionalLong.empty();
        }
        int power = " KMGT".indexOf(matcher.group(2).isEmpty() ? ' ' : Character.toUpperCase(matcher.group(2).charAt(0)));
        return whole(new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(1024).pow(power)));
    }

    private static OptionalLong percent(String value) {
        Matcher matcher = PERCENT.matcher(value);
        return matcher.matches() ? whole(new BigDecimal(matcher.group(1)).movePointRight(3)) : OptionalLong.empty();
    }

    private static OptionalLong seconds(String value) {
        Optional<Duration> duration = Durations.parse(value);
        return duration.isPresent() ? OptionalLong.of((duration.get().toMillis() + 999) / 1000) : OptionalLong.empty();
    }

    private static OptionalLong whole(BigDecimal amount) {
        BigDecimal rounded = amount.setScale(0, java.math.RoundingMode.CEILING);
        return rounded.toBigInteger().bitLength() < 63 ? OptionalLong.of(rounded.longValue()) : OptionalLong.empty();
    }

    private static String form(String name) {
        return switch (name) {
            case "memory", "fsize" -> "a size such as 512M or 1.5G";
            case "cpu" -> "a percentage of one processor such as 50% or 200%";
            case "cpu-time" -> "a duration such as 90s or 2h30m";
            default -> "a whole number";
        };
    }
}
