package org.bulle.desktop.runs;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
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

    /** A run with what is searched in it in lower case, so that thousands of runs are not lowered for each letter that is typed. */
    record Subject(RunSummary run, String profiles, String command, String workspace) {
        static Subject of(RunSummary run) {
            return new Subject(
                    run,
                    lower(String.join(" ", run.profiles())),
                    lower(String.join(" ", run.command())),
                    lower(run.workspace()));
        }

        private static String lower(String text) {
            return text.toLowerCase(Locale.ROOT);
        }

        boolean holds(String word) {
            return run.id().contains(word)
                    || profiles.contains(word)
                    || command.contains(word)
                    || workspace.contains(word);
        }
    }

    private RunFilter() {}

    /** @param today the day that {@code started:today} means */
    static Predicate<Subject> of(String text, LocalDate today, ZoneId zone) {
        List<Predicate<Subject>> terms = new ArrayList<>();
        for (String word : text.strip().toLowerCase(Locale.ROOT).split("\\s+")) {
            Matcher term = TERM.matcher(word);
            terms.add(
                    term.matches()
                            ? column(term.group(1), term.group(2), word, today, zone)
                            : subject -> subject.holds(word));
        }
        return terms.stream().reduce(any -> true, Predicate::and);
    }

    private static Predicate<Subject> column(String name, String value, String word, LocalDate today, ZoneId zone) {
        return switch (name) {
            case "profile", "profiles" -> subject -> subject.profiles().contains(value);
            case "command" -> subject -> subject.command().contains(value);
            case "workspace" -> subject -> subject.workspace().contains(value);
            case "id" -> subject -> subject.run().id().startsWith(value);
            case "state" -> subject -> subject.run().state().key().startsWith(value);
            case "started" -> {
                Predicate<RunSummary> wanted = started(value, today, zone);
                yield subject -> wanted.test(subject.run());
            }
            case "exit" -> {
                LongPredicate wanted = number(value);
                yield subject -> {
                    OptionalInt code = subject.run().exitCode();
                    return code.isPresent() && wanted.test(code.getAsInt());
                };
            }
            case "denials" -> {
                LongPredicate wanted = number(value);
                yield subject -> wanted.test(subject.run().denied());
            }
            case "undecided" -> {
                LongPredicate wanted = number(value);
                yield subject -> wanted.test(subject.run().undecided());
            }
            case "duration" -> {
                LongPredicate wanted = number(value.matches(".*\\d") ? value + "s" : value);
                yield subject -> wanted.test(subject.run().duration().toMillis());
            }
            default -> subject -> subject.holds(word);
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
}
