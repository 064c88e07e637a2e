package org.bulle.desktop.runs;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bulle.desktop.shared.Messages;
import org.bulle.engine.history.RunComparison;

/** What is said of two runs compared. */
record ComparisonWords(Messages messages) {
    String fate(RunComparison.Fate fate) {
        return messages.get(
                switch (fate) {
                    case FIXED -> "runs.fate.fixed";
                    case UNSEEN_LATER -> "runs.fate.unseen-later";
                    case NEW -> "runs.fate.new";
                    case UNSEEN_EARLIER -> "runs.fate.unseen-earlier";
                    case SAME -> "runs.fate.same";
                });
    }

    /** How many became what; what cannot be known of these two runs is not counted. */
    String counts(RunComparison compared) {
        return Stream.of(compared.missingLater(), compared.missingEarlier(), RunComparison.Fate.SAME)
                .map(fate -> count(fate, compared.count(fate)))
                .collect(Collectors.joining(", "));
    }

    private String count(RunComparison.Fate fate, long count) {
        return messages.get(
                switch (fate) {
                    case FIXED -> "runs.compare.fixed";
                    case UNSEEN_LATER -> "runs.compare.unseen-later";
                    case NEW -> "runs.compare.new";
                    case UNSEEN_EARLIER -> "runs.compare.unseen-earlier";
                    case SAME -> "runs.compare.same";
                },
                count);
    }

    /** Which of the two was not watched completely; empty when both were. */
    String doubt(RunComparison compared) {
        boolean earlier = compared.missingEarlier() == RunComparison.Fate.UNSEEN_EARLIER;
        if (compared.missingLater() == RunComparison.Fate.UNSEEN_LATER) {
            return messages.get(earlier ? "runs.compare.doubt.both" : "runs.compare.doubt.later");
        }
        return earlier ? messages.get("runs.compare.doubt.earlier") : "";
    }
}
