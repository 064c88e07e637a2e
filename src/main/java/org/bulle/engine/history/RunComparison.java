package org.bulle.engine.history;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bulle.engine.denial.Denial;
import org.bulle.engine.denial.DenialSource;

/**
 * What a later run was denied, against an earlier one. Harmless probes are left out. That a run was not denied something is said only of one that was
 * watched completely: of another it was not seen.
 *
 * @param rows what was denied in the one or the other: missing in the later first, then missing in the earlier, then the same
 * @param missingLater what is said of a denial that the later run does not have: {@link Fate#FIXED} or {@link Fate#UNSEEN_LATER}
 * @param missingEarlier what is said of a denial that the earlier run does not have: {@link Fate#NEW} or {@link Fate#UNSEEN_EARLIER}
 */
public record RunComparison(List<Row> rows, Fate missingLater, Fate missingEarlier) {
    public RunComparison {
        rows = List.copyOf(rows);
    }

    /** What became of a denial. */
    public enum Fate {
        /** Denied in the earlier run, not in the later. */
        FIXED,
        /** Denied in the earlier run; the later was not watched completely and did not show it. */
        UNSEEN_LATER,
        /** Denied only in the later run. */
        NEW,
        /** Denied in the later run; the earlier was not watched completely and did not show it. */
        UNSEEN_EARLIER,
        /** Denied in both. */
        SAME
    }

    /**
     * @param denial of the later run where it was denied there, else of the earlier
     * @param before how often in the earlier run
     * @param after how often in the later run
     */
    public record Row(Fate fate, Denial denial, long before, long after) {}

    private record Key(String access, String target) {
        static Key of(Denial denial) {
            return new Key(denial.access().key(), denial.target());
        }
    }

    public static RunComparison between(RunRecord earlier, RunRecord later) {
        Map<Key, Denial> before = byKey(earlier);
        Map<Key, Denial> after = byKey(later);
        Fate missingLater = isComplete(later) ? Fate.FIXED : Fate.UNSEEN_LATER;
        Fate missingEarlier = isComplete(earlier) ? Fate.NEW : Fate.UNSEEN_EARLIER;
        List<Row> rows = new ArrayList<>();
        before.forEach((key, denial) -> {
            if (!after.containsKey(key)) {
                rows.add(new Row(missingLater, denial, denial.count(), 0));
            }
        });
        after.forEach((key, denial) -> {
            if (!before.containsKey(key)) {
                rows.add(new Row(missingEarlier, denial, 0, denial.count()));
            }
        });
        after.forEach((key, denial) -> Optional.ofNullable(before.get(key))
                .ifPresent(then -> rows.add(new Row(Fate.SAME, denial, then.count(), denial.count()))));
        return new RunComparison(rows, missingLater, missingEarlier);
    }

    /** A run that was refused, or still goes on, may yet be denied what it was not denied. */
    private static boolean isComplete(RunRecord record) {
        RunSummary.State state = record.summary().state();
        return state != RunSummary.State.REFUSED
                && state != RunSummary.State.RUNNING
                && record.summary().denialSource().state() == DenialSource.State.COMPLETE;
    }

    private static Map<Key, Denial> byKey(RunRecord record) {
        Map<Key, Denial> found = new LinkedHashMap<>();
        record.denials().stream()
                .filter(denial -> !denial.harmless())
                .forEach(denial -> found.putIfAbsent(Key.of(denial), denial));
        return found;
    }

    /** False when one of them was not watched completely: what is missing there may not have been seen. */
    public boolean certain() {
        return missingLater == Fate.FIXED && missingEarlier == Fate.NEW;
    }

    public long count(Fate fate) {
        return rows.stream().filter(row -> row.fate() == fate).count();
    }
}
