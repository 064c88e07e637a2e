package org.bulle.desktop.runs;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.bulle.engine.denial.Denial;
import org.bulle.engine.denial.Risk;

/** The denials of a run as lines: grouped by the entry that would allow them, harmless ones folded away. */
final class DenialRows {
    /** The key of the fold of harmless probes among the open groups. */
    static final String HARMLESS = "harmless";

    private DenialRows() {}

    /**
     * @param filter part of a path, process, entry or access; empty for all
     * @param grouped false shows each denial by itself
     * @param open keys of the groups whose denials are shown
     */
    static List<DenialRow> of(
            List<Denial> denials, String filter, boolean grouped, Set<String> open, Set<String> ticked) {
        List<Denial> shown =
                denials.stream().filter(denial -> matches(denial, filter)).toList();
        List<DenialRow> rows = new ArrayList<>();
        for (DenialRow.Group group :
                groups(shown.stream().filter(d -> !d.harmless()).toList(), grouped, open, ticked)) {
            rows.add(group);
            if (group.open() && group.denials().size() > 1) {
                group.denials().forEach(denial -> rows.add(new DenialRow.Single(denial)));
            }
        }
        List<Denial> harmless = shown.stream().filter(Denial::harmless).toList();
        if (!harmless.isEmpty()) {
            rows.add(new DenialRow.Harmless(harmless.size(), open.contains(HARMLESS)));
            if (open.contains(HARMLESS)) {
                harmless.forEach(denial -> rows.add(new DenialRow.Single(denial)));
            }
        }
        return rows;
    }

    private static List<DenialRow.Group> groups(
            List<Denial> denials, boolean grouped, Set<String> open, Set<String> ticked) {
        Map<String, List<Denial>> byEntry = new LinkedHashMap<>();
        for (Denial denial : denials) {
            byEntry.computeIfAbsent(grouped ? key(denial) : exact(denial), any -> new ArrayList<>())
                    .add(denial);
        }
        return byEntry.entrySet().stream()
                .map(entry -> new DenialRow.Group(
                        entry.getKey(),
                        entry.getValue(),
                        risk(entry.getValue()),
                        open.contains(entry.getKey()),
                        ticked.contains(entry.getKey())))
                .toList();
    }

    private static String key(Denial denial) {
        return denial.suggestion()
                .filter(DenialRow::isGrantable)
                .map(suggestion -> suggestion.list() + " " + suggestion.entry())
                .orElseGet(() -> exact(denial));
    }

    private static String exact(Denial denial) {
        return denial.access().key() + " " + denial.target();
    }

    private static Risk risk(List<Denial> denials) {
        return denials.stream().map(Denial::risk).max(Comparator.naturalOrder()).orElse(Risk.NONE);
    }

    private static boolean matches(Denial denial, String filter) {
        String wanted = filter.strip().toLowerCase(Locale.ROOT);
        String entry = denial.suggestion().map(suggestion -> suggestion.entry()).orElse("");
        return (denial.target() + " " + denial.process() + " " + denial.access().key() + " " + entry)
                .toLowerCase(Locale.ROOT)
                .contains(wanted);
    }
}
