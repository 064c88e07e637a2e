package org.bulle.engine.history;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bulle.engine.denial.Denial;
import org.bulle.engine.denial.DenialSource;

/**
 * What a later run was denied, against an earlier one. Harmless probes are left out.
 *
 * @param rows what was denied in the one or the other: fixed first, then new, then the same
 * @param certain false when one of them was not watched completely: what is missing there may not have been seen
 */
public record RunComparison(List<Row> rows, boolean certain) {
    public RunComparison {
        rows = List.copyOf(rows);
    }

    /** What became of a denial. */
    public enum Fate {
        /** Denied in the earlier run, not in the later. */
        FIXED,
        /** Denied only in the later run. */
        NEW,
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
        List<Row> rows = new ArrayList<>();
        before.forEach((key, denial) -> {
            if (!after.containsKey(key)) {
                rows.add(new Row(Fate.FIXED, denial, denial.count(), 0));
            }
        });
        after.forEach((key, denial) -> {
            if (!before.containsKey(key)) {
                rows.add(new Row(Fate.NEW, denial, 0, denial.count()));
            }
        });
        after.forEach((key, denial) -> Optional.ofNullable(before.get(key))
                .ifPresent(then -> rows.add(new Row(Fate.SAME, denial, then.count(), denial.count()))));
        return new RunComparison(rows, isComplete(earlier) && isComplete(later));
    }

    private static boolean isComplete(RunRecord record) {
        return record.summary().denialSource().state() == DenialSource.State.COMPLETE;
    }

    private static Map<Key, Denial> byKey(RunRecord record) {
        Map<Key, Denial> found = new LinkedHashMap<>();
        record.denials().stream()
                .filter(denial -> !denial.harmless())
                .forEach(denial -> found.putIfAbsent(Key.of(denial), denial));
        return found;
    }

    public long count(Fate fate) {
        return rows.stream().filter(row -> row.fate() == fate).count();
    }
}
