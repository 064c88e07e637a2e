package org.bulle.desktop.runs;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bulle.engine.history.RunSummary;

/**
 * What the filter field of the runs understands: words that stand anywhere, and {@code NAME:VALUE} for one column ({@code exit:1}, {@code denials:>0},
 * {@code duration:>1m}, {@code started:today}, {@code profile:claude}). All of them must hold.
 */
final class RunFilter {
    private static final Pattern TERM = Pattern.compile("([a-z]+):(.+)");
    private static final Pattern NUMBER = Pattern.compile("(<=|>=|<|>|)(\\d+(?:\\.\\d+)?)(ms|s|m|h|)");

    private RunFilter() {}

    /** @param today the day that {@code started:today} means */
    static Predicate<RunSummary> of(String text, LocalDate today, ZoneId zone) {
        List<Predicate<RunSummary>> terms = new ArrayList<>();
        for (String word : text.strip().toLowerCase(Locale.ROOT).split("\\s+")) {
            Matcher term = TERM.matcher(word);
            terms.add(term.matches() ? column(term.group(1), term.group(2), word, today, zone) : anywhere(word));
        }
        return run -> terms.stream().allMatch(term -> term.test(run));
    }

    private static Predicate<RunSummary> column(String name, String value, String word, LocalDate today, ZoneId zone) {
        return switch (name) {
            case "profile", "profiles" -> run -> contains(String.join(" ", run.profiles()), value);
            case "command" -> run -> contains(String.join(" ", run.command()), value);
            case "workspace" -> run -> contains(run.workspace(), value);
            case "id" -> run -> run.id().startsWith(value);
            case "state" -> run -> run.state().key().startsWith(value);
            case "started" -> started(value, today, zone);
            case "exit" -> {
                LongPredicate wanted = number(value);
                yield run ->
                        run.exitCode().isPresent() && wanted.test(run.exitCode().getAsInt());
            }
            case "denials" -> {
                LongPredicate wanted = number(value);
                yield run -> wanted.test(run.denied());
            }
            case "undecided" -> {
                LongPredicate wanted = number(value);
                yield run -> wanted.test(run.undecided());
            }
            case "duration" -> {
                LongPredicate wanted = number(value.matches(".*\\d") ? value + "s" : value);
                yield run -> wanted.test(run.duration().toMillis());
            }
            default -> anywhere(word);
        };
    }

    private static Predicate<RunSummary> started(String value, LocalDate today, ZoneId zone) {
        return switch (value) {
            case "today" -> run -> day(run, zone).equals(today);
            case "yesterday" -> run -> day(run, zone).equals(today.minusDays(1));
            case "week" -> run -> day(run, zone).isAfter(today.minusDays(7));
            default ->
                value.startsWith(">")
                        ? run -> day(run, zone).toString().compareTo(value.substring(1)) > 0
                        : value.startsWith("<")
                                ? run -> day(run, zone).toString().compareTo(value.substring(1)) < 0
                                : run -> run.started()
                                        .atZone(zone)
                                        .toString()
                                        .startsWith(value.toUpperCase(Locale.ROOT));
        };
    }

    private static LocalDate day(RunSummary run, ZoneId zone) {
        return run.started().atZone(zone).toLocalDate();
    }

    /** Times are compared in milliseconds. What is no number matches nothing. */
    private static LongPredicate number(String value) {
        Matcher number = NUMBER.matcher(value);
        if (!number.matches()) {
            return any -> false;
        }
        double scale = switch (number.group(3)) {
            case "s" -> 1_000;
            case "m" -> 60_000;
            case "h" -> 3_600_000;
            default -> 1;
        };
        double wanted = Double.parseDouble(number.group(2)) * scale;
        return switch (number.group(1)) {
            case "<" -> actual -> actual < wanted;
            case "<=" -> actual -> actual <= wanted;
            case ">" -> actual -> actual > wanted;
            case ">=" -> actual -> actual >= wanted;
            default -> actual -> actual == wanted;
        };
    }

    private static Predicate<RunSummary> anywhere(String word) {
        return run -> contains(
                run.id() + " " + String.join(" ", run.profiles()) + " " + String.join(" ", run.command()) + " "
                        + run.workspace(),
                word);
    }

    private static boolean contains(String text, String word) {
        return text.toLowerCase(Locale.ROOT).contains(word);
    }
}
