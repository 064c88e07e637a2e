package org.bulle.engine.resolve;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: {@code 90s}, {@code 2h30m}, {@code 1.5h}, {@code 500ms}; {@code 0} is none. */
public final class Durations {
    private static final Pattern PART = Pattern.compile("(\\d{1,18}(?:\\.\\d{1,9})?)(ms|s|m|h|d)");
    private static final BigDecimal LONGEST = BigDecimal.valueOf(Duration.ofDays(36_500).toMillis());

    private Durations() {}

    /** Empty when it is not one, or is longer than a hundred years; shorter than a millisecond, but not zero, is a millisecond. */
    public static Optional<Duration> parse(String text) {
        if (text.equals("0")) {
            return Optional.of(Duration.ZERO);
        }
        Matcher matcher = PART.matcher(text);
        BigDecimal millis = BigDecimal.ZERO;
        int at = 0;
        while (at < text.length() && matcher.find(at) && matcher.start() == at) {
            millis = millis.add(new BigDecimal(matcher.group(1)).multiply(millisIn(matcher.group(2))));
            at = matcher.end();
        }
        if (at == 0 || at < text.length() || millis.compareTo(LONGEST) > 0) {
            return Optional.empty();
        }
        return Optional.of(Duration.ofMillis(millis.setScale(0, RoundingMode.CEILING).longValueExact()));
    }

    private static BigDecimal millisIn(String unit) {
        return BigDecimal.valueOf(
                switch (unit) {
                    case "ms" -> 1;
                    case "s" -> 1_000;
                    case "m" -> 60_000;
                    case "h" -> 3_600_000;
                    default -> 86_400_000;
                });
    }
}
