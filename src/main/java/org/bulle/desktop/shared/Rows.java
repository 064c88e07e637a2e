package org.bulle.desktop.shared;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javafx.collections.ObservableList;

/** The rows of a list or table when they are worked out anew: what is as it was is left alone, for a view draws again what it takes for another row. */
public final class Rows {
    private Rows() {}

    /** The fresh rows, each that equals one of the known ones as that very object. */
    public static <T> List<T> keeping(List<? extends T> known, List<T> fresh) {
        Map<T, T> same = HashMap.newHashMap(known.size());
        known.forEach(row -> same.put(row, row));
        List<T> kept = new ArrayList<>(fresh.size());
        fresh.forEach(row -> kept.add(same.getOrDefault(row, row)));
        return kept;
    }

    /** Whether both have the same objects in the same order. */
    private static boolean areSame(List<?> one, List<?> other) {
        if (one.size() != other.size()) {
            return false;
        }
        for (int i = 0; i < one.size(); i++) {
            if (one.get(i) != other.get(i)) {
                return false;
            }
        }
        return true;
    }

    /** Makes the fresh rows those of a view; nothing happens when they are the same objects already. Returns whether something did. */
    public static <T> boolean exchange(ObservableList<T> rows, List<? extends T> fresh) {
        boolean other = !areSame(rows, fresh);
        if (other) {
            rows.setAll(fresh);
        }
        return other;
    }
}
