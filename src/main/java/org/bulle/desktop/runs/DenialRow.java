package org.bulle.desktop.runs;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.bulle.engine.denial.Decision;
import org.bulle.engine.denial.Denial;
import org.bulle.engine.denial.Risk;
import org.bulle.engine.denial.Suggestion;
import org.bulle.engine.denial.suggest.BreadthLadder;
import org.bulle.engine.denial.suggest.RiskAssessor;

/** A line of the denials table. */
public sealed interface DenialRow {

    /**
     * Denials that one entry would have allowed; those without an entry stand alone.
     *
     * @param key stays the same while the run does
     * @param indices where the denials stand in the record
     * @param recorded the highest risk of its denials
     * @param ladder the ways to grant it; without rungs there is nothing to grant
     * @param rung the chosen one
     * @param facts what the chosen rung means here; absent while that is being looked up
     * @param open its denials are shown below it
     * @param decision absent unless all of its denials were decided
     */
    record Group(
            String key,
            List<Denial> denials,
            List<Integer> indices,
            Risk recorded,
            BreadthLadder ladder,
            int rung,
            Optional<RungFacts> facts,
            boolean open,
            boolean ticked,
            Optional<Decision> decision)
            implements DenialRow {
        public Group {
            denials = List.copyOf(denials);
            indices = List.copyOf(indices);
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

        /** What the chosen rung would write into a profile; empty when there is nothing to grant. */
        public List<String> entries() {
            return ladder.rungs().isEmpty()
                    ? List.of()
                    : ladder.rungs().get(rung).entries();
        }

        /** The higher of what was recorded and what the chosen rung reaches. */
        public Risk risk() {
            if (ladder.list().equals("allow") && !ladder.rungs().isEmpty()) {
                return entries().stream()
                        .map(RiskAssessor::ofCapability)
                        .max(Comparator.naturalOrder())
                        .orElse(recorded);
            }
            Risk reached = facts.map(RungFacts::risk).orElse(Risk.NONE);
            return reached.compareTo(recorded) > 0 ? reached : recorded;
        }

        /** There is an entry, and the engine did not refuse it. */
        public boolean hasEntry() {
            return !entries().isEmpty() && facts.flatMap(RungFacts::nothing).isEmpty();
        }

        /** What the chosen rung puts at stake is known: it was looked up, or is the recorded entry's own risk, or no path is granted. */
        public boolean isJudged() {
            return facts.isPresent()
                    || !Pick.isPath(ladder.list())
                    || suggestion()
                            .filter(own -> entries().equals(List.of(own.entry())))
                            .isPresent();
        }

        /** There is an entry to grant, the engine would take it, and it is known what that would mean. */
        public boolean isGrantable() {
            return hasEntry() && isJudged();
        }

        public boolean writesAndRuns() {
            return ladder.list().equals("rwx");
        }

        /** Exposes credentials or leads out of the sandbox: it is only granted when its name is typed. */
        public boolean needsName() {
            return risk() == Risk.CREDENTIAL || risk() == Risk.ESCAPE;
        }

        /** Ticked by "all": what is dangerous, the network, and services of macOS are only ever ticked alone, what the user keeps denying not at all. */
        public boolean isTickedByAll() {
            return isGrantable()
                    && !needsName()
                    && !writesAndRuns()
                    && Pick.isPath(ladder.list())
                    && decision.filter(made -> made.kind() == Decision.Kind.DENY)
                            .isEmpty();
        }

        /** What has to be typed: the last name of the path. */
        public String nameToType() {
            String target = first().target();
            String clean = target.endsWith("/") ? target.substring(0, target.length() - 1) : target;
            return clean.substring(clean.lastIndexOf('/') + 1);
        }
    }

    /** One denial of an open group. */
    record Single(Denial denial) implements DenialRow {}

    /** The line that stands for the probes that programs survive. */
    record Harmless(int count, boolean open) implements DenialRow {}
}
