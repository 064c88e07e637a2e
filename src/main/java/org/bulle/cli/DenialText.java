package org.bulle.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.bulle.engine.denial.Denial;
import org.bulle.engine.denial.DenialReport;
import org.bulle.engine.denial.DenialSource;
import org.bulle.engine.denial.Planted;
import org.bulle.engine.denial.Suggestion;
import org.bulle.engine.profile.Capabilities;
import org.bulle.engine.profile.Printable;

/** A denial report for people: what was refused, the flags to try again with, and the same as profile entries. */
final class DenialText {
    /** One line for each suggestion, and no more than these; the rest is in the record. */
    private static final int MOST = 10;

    private final ShortPath paths;
    private final String profileFile;
    private final String id;

    /**
     * @param profileFile where the entries belong
     * @param id of the record that has everything; empty when there is none
     */
    DenialText(ShortPath paths, String profileFile, String id) {
        this.paths = paths;
        this.profileFile = profileFile;
        this.id = id;
    }

    /** The lines; empty when there is nothing to say. */
    List<String> lines(DenialReport report) {
        List<String> lines = new ArrayList<>();
        List<Denial> denials =
                report.denials().stream().filter(Denial::undecided).toList();
        long kept = report.denials().stream()
                .filter(denial -> !denial.harmless() && !denial.undecided())
                .count();
        if (!denials.isEmpty()) {
            lines.add("the sandbox refused " + counted(denials.size(), "access", "accesses") + ":");
            rows(denials, lines);
            suggestions(denials, lines);
        }
        if (kept > 0) {
            lines.add("refused as you decided before: " + counted((int) kept, "access", "accesses")
                    + (id.isEmpty() ? "" : " (bulle runs show " + id + ")"));
        }
        planted(report.planted(), lines);
        source(report.source(), denials.isEmpty() && kept == 0).ifPresent(lines::add);
        return lines;
    }

    /** Denials that one suggestion answers share a line. */
    private void rows(List<Denial> denials, List<String> lines) {
        Map<String, List<Denial>> groups = denials.stream()
                .collect(Collectors.groupingBy(DenialText::groupOf, LinkedHashMap::new, Collectors.toList()));
        groups.values().stream().limit(MOST).map(this::row).forEach(lines::add);
        if (groups.size() > MOST) {
            lines.add("  and " + (groups.size() - MOST) + " more" + (id.isEmpty() ? "" : ": bulle runs show " + id));
        }
    }

    private static String groupOf(Denial denial) {
        return denial.suggestion()
                .filter(suggestion -> !suggestion.entry().isEmpty())
                .map(suggestion -> suggestion.list() + " " + suggestion.entry())
                .orElseGet(() -> denial.access().key() + " " + denial.target());
    }

    private String row(List<Denial> group) {
        Denial denial = group.getFirst();
        String more = group.size() > 1 ? " and " + (group.size() - 1) + " more" : "";
        long times = group.stream().mapToLong(Denial::count).sum();
        return "  " + denial.access().key() + " " + denial.path().map(paths::of).orElseGet(denial::target) + more
                + (denial.process().isEmpty() ? "" : "  by " + denial.process())
                + (times > group.size() ? ", " + times + " times" : "")
                + advice(denial);
    }

    private static String advice(Denial denial) {
        Optional<Suggestion> suggestion = denial.suggestion();
        if (suggestion.isEmpty()) {
            return "";
        }
        String risk = switch (denial.risk()) {
            case NONE -> "";
            case NOTICE -> "  (broad)";
            case CREDENTIAL -> "  (credentials)";
            case ESCAPE -> "  (a way out of the sandbox)";
        };
        return suggestion.get().refused().map(why -> "; not suggested: " + why).orElse("") + risk;
    }

    private static boolean isCapability(Suggestion suggestion) {
        return suggestion.list().equals("allow");
    }

    private void suggestions(List<Denial> denials, List<String> lines) {
        List<String> capabilities = Capabilities.withoutCovered(denials.stream()
                .flatMap(denial -> denial.suggestion().stream())
                .filter(DenialText::isCapability)
                .map(Suggestion::entry)
                .toList());
        Set<String> flags = new LinkedHashSet<>();
        Map<String, Set<String>> entries = new LinkedHashMap<>();
        for (Denial denial : denials) {
            denial.suggestion()
                    .filter(suggestion ->
                            !suggestion.entry().isEmpty() || !suggestion.flag().isEmpty())
                    .filter(suggestion -> !isCapability(suggestion) || capabilities.contains(suggestion.entry()))
                    .ifPresent(suggestion -> {
                        if (flags.size() < MOST) {
                            // A service of macOS has no flag: it is allowed by a profile.
                            if (!suggestion.flag().isEmpty()) {
                                flags.add(suggestion.flag());
                            }
                            // Bytes that are no text fit into a flag, but not into a file.
                            if (!suggestion.entry().isEmpty()) {
                                entries.computeIfAbsent(suggestion.list(), list -> new LinkedHashSet<>())
                                        .add(suggestion.entry());
                            }
                        }
                    });
        }
        if (!flags.isEmpty()) {
            lines.add("to allow it once, add to the command line:");
            lines.add("  " + String.join(" ", flags));
        }
        if (entries.isEmpty()) {
            return;
        }
        lines.add("to allow it always, add to " + profileFile + ":");
        entries.forEach((list, texts) -> lines.add(
                "  " + list + " = [" + texts.stream().map(DenialText::toml).collect(Collectors.joining(", ")) + "]"));
    }

    /** A TOML string: literal where that is possible. */
    static String toml(String text) {
        boolean literal = text.indexOf('\'') < 0
                && text.indexOf('\\') >= 0
                && text.codePoints().noneMatch(Printable::isHidden);
        if (literal) {
            return "'" + text + "'";
        }
        StringBuilder out = new StringBuilder("\"");
        text.chars().forEach(c -> {
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\t' -> out.append("\\t");
                case '\r' -> out.append("\\r");
                default ->
                    out.append(c < ' ' || c == 0x7f ? String.format("\\u%04x", c) : Character.toString((char) c));
            }
        });
        return out.append('"').toString();
    }

    private static void planted(List<Planted> planted, List<String> lines) {
        if (!planted.isEmpty()) {
            lines.add(counted(planted.size(), "file", "files")
                    + " changed that something outside the sandbox runs or obeys:");
            planted.stream()
                    .limit(MOST)
                    .forEach(each ->
                            lines.add("  " + each.path() + " " + each.change().key() + ": " + each.why()));
        }
    }

    private static Optional<String> source(DenialSource source, boolean nothing) {
        return switch (source.state()) {
            case COMPLETE -> Optional.empty();
            case PARTIAL ->
                Optional.of("not everything was watched: " + source.reason().orElse("unknown"));
            case UNAVAILABLE ->
                nothing
                        ? Optional.of("what was denied is not known: "
                                + source.reason().orElse("unknown"))
                        : Optional.empty();
        };
    }

    private static String counted(int count, String one, String many) {
        return count + " " + (count == 1 ? one : many);
    }
}
