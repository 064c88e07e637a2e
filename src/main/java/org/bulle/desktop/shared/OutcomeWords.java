package org.bulle.desktop.shared;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * What became of an entry, in the app's language. The engine says it in English, and so does the command line; what it says that is not known here is shown as it
 * is.
 */
public final class OutcomeWords {
    private static final Map<Pattern, String> KNOWN = known();
    private static final String SKIPPED = "skipped: ";
    private final Messages messages;

    public OutcomeWords(Messages messages) {
        this.messages = messages;
    }

    private static Map<Pattern, String> known() {
        Map<Pattern, String> known = new LinkedHashMap<>();
        known.put(Pattern.compile("does not exist"), "shared.outcome.missing");
        known.put(Pattern.compile("does not exist \\(the link leads to (.+)\\)"), "shared.outcome.dangling");
        known.put(Pattern.compile("(.+) does not exist"), "shared.outcome.missing-there");
        known.put(Pattern.compile("(\\$\\w+) is not set"), "shared.outcome.unset");
        known.put(Pattern.compile("not set here"), "shared.outcome.unset-here");
        known.put(Pattern.compile("nothing matches"), "shared.outcome.no-match");
        known.put(Pattern.compile("may not be looked at"), "shared.outcome.unsearchable");
        known.put(Pattern.compile("there is no (.+) on PATH"), "shared.outcome.no-program");
        known.put(Pattern.compile("nothing but system directories"), "shared.outcome.only-system");
        known.put(Pattern.compile("(\\w+) through (.+) \\((.+)\\)"), "shared.outcome.through");
        known.put(Pattern.compile("not looked up: this system is (\\w+)"), "shared.outcome.elsewhere");
        return known;
    }

    /** Why an entry was skipped, is wider or could not be looked up. */
    public String why(String engine) {
        for (Map.Entry<Pattern, String> each : KNOWN.entrySet()) {
            Matcher match = each.getKey().matcher(engine);
            if (match.matches()) {
                Object[] parts = IntStream.rangeClosed(1, match.groupCount())
                        .mapToObj(match::group)
                        .toArray();
                return messages.get(each.getValue(), parts);
            }
        }
        return engine;
    }

    /** An outcome as records have it. */
    public String recorded(String outcome) {
        return outcome.startsWith(SKIPPED)
                ? messages.get("shared.outcome.skipped", why(outcome.substring(SKIPPED.length())))
                : outcome;
    }
}
