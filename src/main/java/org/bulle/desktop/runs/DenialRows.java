package org.bulle.desktop.runs;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.bulle.engine.denial.Decision;
import org.bulle.engine.denial.Denial;
import org.bulle.engine.denial.Risk;
import org.bulle.engine.denial.suggest.BreadthLadder;

/**
 * The denials of a run, in groups that one entry would have allowed, and the harmless ones apart: worked out once for a record, in the background.
 *
 * @param groups what can be granted together first, then what needs a decision of its own, then what cannot be granted or stays denied
 * @param harmless in the order they were seen
 */
record DenialRows(List<Base> groups, List<Denial> harmless) {
    /** The key of the fold of harmless probes among the open groups. */
    static final String HARMLESS = "harmless";

    DenialRows {
        groups = List.copyOf(groups);
        harmless = List.copyOf(harmless);
    }

    /**
     * A group as the record has it.
     *
     * @param words what the filter looks into, in lower case
     */
    record Base(
            String key,
            List<Denial> denials,
            List<Integer> indices,
            Risk risk,
            BreadthLadder ladder,
            Optional<Decision> decision,
            String words) {}

    /** @param grouped false keeps each denial by itself */
    static DenialRows of(List<Denial> denials, boolean grouped) {
        Map<String, List<Integer>> byEntry = new LinkedHashMap<>();
        List<Denial> harmless = new ArrayList<>();
        for (int i = 0; i < denials.size(); i++) {
            Denial denial = denials.get(i);
            if (denial.harmless()) {
                harmless.add(denial);
            } else {
                byEntry.computeIfAbsent(grouped ? key(denial) : exact(denial), any -> new ArrayList<>())
                        .add(i);
            }
        }
        List<Base> groups = new ArrayList<>(byEntry.size());
        byEntry.forEach((key, indices) ->
                groups.add(base(key, indices, indices.stream().map(denials::get).toList())));
        groups.sort(Comparator.comparingInt(DenialRows::rank));
        return new DenialRows(groups, harmless);
    }

    private static Base base(String key, List<Integer> indices, List<Denial> denials) {
        Optional<Decision> decision =
                denials.stream().allMatch(denial -> denial.decision().isPresent())
                        ? denials.getFirst().decision()
                        : Optional.empty();
        Risk risk = denials.stream()
                .map(Denial::risk)
                .max(Comparator.naturalOrder())
                .orElse(Risk.NONE);
        return new Base(key, denials, indices, risk, BreadthLadder.of(denials), decision, words(denials));
    }

    private static int rank(Base group) {
        boolean denied = group.decision()
                .filter(made -> made.kind() == Decision.Kind.DENY)
                .isPresent();
        if (denied) {
            return 5;
        }
        if (group.ladder().rungs().isEmpty()) {
            return 4;
        }
        return switch (group.risk()) {
            case NONE -> 0;
            case NOTICE -> group.ladder().list().equals("allow") ? 2 : 1;
            case CREDENTIAL, ESCAPE -> 3;
        };
    }

    private static String words(List<Denial> denials) {
        StringBuilder words = new StringBuilder();
        for (Denial denial : denials) {
            words.append(denial.target())
                    .append(' ')
                    .append(denial.process())
                    .append(' ')
                    .append(denial.access().key())
                    .append('\n');
        }
        denials.getFirst()
                .suggestion()
                .ifPresent(suggestion ->
                        words.append(suggestion.list()).append(' ').append(suggestion.entry()));
        return words.toString().toLowerCase(Locale.ROOT);
    }

    private static String key(Denial denial) {
        return denial.suggestion()
                .filter(suggestion ->
                        suggestion.refused().isEmpty() && !suggestion.entry().isEmpty())
                .map(suggestion -> suggestion.list() + " " + suggestion.entry())
                .orElseGet(() -> exact(denial));
    }

    private static String exact(Denial denial) {
        return denial.access().key() + " " + denial.target();
    }

    /**
     * The lines of the table.
     *
     * @param filter part of a path, process, entry or access; empty for all
     * @param shown a group as it stands now
     * @param harmlessOpen the harmless probes are listed
     */
    List<DenialRow> lines(String filter, Function<Base, DenialRow.Group> shown, boolean harmlessOpen) {
        String wanted = filter.strip().toLowerCase(Locale.ROOT);
        List<DenialRow> rows = new ArrayList<>();
        for (Base group : groups) {
            if (group.words().contains(wanted)) {
                DenialRow.Group row = shown.apply(group);
                rows.add(row);
                if (row.open() && row.denials().size() > 1) {
                    row.denials().forEach(denial -> rows.add(new DenialRow.Single(denial)));
                }
            }
        }
        List<Denial> probes = harmless.stream()
                .filter(denial -> wanted.isEmpty() || words(List.of(denial)).contains(wanted))
                .toList();
        if (!probes.isEmpty()) {
            rows.add(new DenialRow.Harmless(probes.size(), harmlessOpen));
            if (harmlessOpen) {
                probes.forEach(denial -> rows.add(new DenialRow.Single(denial)));
            }
        }
        return rows;
    }
}
