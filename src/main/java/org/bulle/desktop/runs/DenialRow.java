package org.bulle.desktop.runs;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bulle.engine.denial.Denial;
import org.bulle.engine.denial.Risk;
import org.bulle.engine.denial.Suggestion;

/** A line of the denials table. */
public sealed interface DenialRow {

    /**
     * Denials that one entry would have allowed; those without an entry stand alone.
     *
     * @param key stays the same while the run does
     * @param risk the highest of its denials
     * @param open its denials are shown below it
     */
    record Group(String key, List<Denial> denials, Risk risk, boolean open, boolean ticked) implements DenialRow {
        public Group {
            denials = List.copyOf(denials);
        }

        /** The one that was seen first. */
        public Denial first() {
            return denials.getFirst();
        }

        public long count() {
            return denials.stream().mapToLong(Denial::count).sum();
        }

        public Instant firstSeen() {
            return denials.stream().map(Denial::first).min(Instant::compareTo).orElseThrow();
        }

        public Optional<Suggestion> suggestion() {
            return first().suggestion();
        }

        /** There is an entry to grant, and the engine would take it. */
        public boolean isGrantable() {
            return suggestion().filter(DenialRow::isGrantable).isPresent();
        }

        /** Ticked by "all": what exposes credentials or leads out of the sandbox is only ever ticked alone. */
        public boolean isTickedByAll() {
            return isGrantable() && (risk == Risk.NONE || risk == Risk.NOTICE);
        }
    }

    /** One denial of an open group. */
    record Single(Denial denial) implements DenialRow {}

    /** The line that stands for the probes that programs survive. */
    record Harmless(int count, boolean open) implements DenialRow {}

    static boolean isGrantable(Suggestion suggestion) {
        return suggestion.refused().isEmpty() && !suggestion.entry().isEmpty();
    }
}
