package org.bulle.desktop.profiles;

import java.util.List;
import java.util.Optional;
import org.bulle.engine.denial.Risk;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Origin;
import org.bulle.engine.policy.PolicyEntry;
import org.bulle.engine.policy.Statement;

/** A row of the Effective table. */
public sealed interface EffectiveRow {
    /** The groups, in their order. */
    enum Section {
        FILES,
        ENVIRONMENT,
        NETWORK,
        SERVICES
    }

    /** How the state is meant; the words are in {@link State}. */
    enum Mark {
        GRANTED,
        SKIPPED,
        WOULD_CREATE,
        EXPANDED,
        /** A tool resolver named the paths. */
        ANSWERED,
        WIDER,
        /** Another system's: granted as written. */
        UNRESOLVED,
        DENIED
    }

    /**
     * What became of an entry.
     *
     * @param detail the engine's reason, or a number; empty when there is none
     */
    record State(Mark mark, Statement detail) {
        State(Mark mark) {
            this(mark, Statement.NONE);
        }

        /** With a number, or a name. */
        State(Mark mark, String detail) {
            this(mark, new Statement.Verbatim(detail));
        }
    }

    /** What stands in the Right column. */
    sealed interface Right {
        /** Letters in fixed places. */
        record Letters(AccessList access) implements Right {}

        /** A word: what happens to a variable, a capability, a service. */
        record Word(Verb verb) implements Right {}
    }

    /** The words of {@link Right.Word}. */
    enum Verb {
        PASS,
        SET,
        ALLOW,
        LOOPBACK,
        DENY
    }

    Section section();

    /** What stays the same of a row when the table is worked out anew. */
    default Object identity() {
        return switch (this) {
            case Heading heading -> List.of(heading.section());
            case Fold fold -> List.of(fold.section(), fold.kind());
            case Entry row -> List.of(row.section(), row.name(), row.declared());
        };
    }

    /** The head of a group; a click folds it. */
    record Heading(Section section, int count, int writable, int executable, boolean folded) implements EffectiveRow {}

    /** What a fold stands for. */
    enum Folded {
        /** What the base profiles say for every run. */
        SYSTEM,
        /** What is not there on this machine. */
        SKIPPED
    }

    /**
     * Rows that are folded into one; a click unfolds them.
     *
     * @param from the profiles that say them
     * @param sample the first names
     */
    record Fold(Section section, Folded kind, int count, List<String> from, String sample, boolean folded)
            implements EffectiveRow {}

    /**
     * A grant, a variable, a capability or a service.
     *
     * @param name as shown: home as {@code ~}
     * @param paths what it stands for on this machine; empty for what is not a path and for what was skipped
     * @param declared the entry as written
     * @param chain how the stack reaches the deciding origin: profile and line of each step, the origin last
     * @param origins every contribution in merge order
     * @param raisedBy the index of the contribution that first brought the final rights
     * @param stake what the grant puts at stake, as the engine judges it
     * @param system folded away unless asked for
     * @param entry the engine's row, for paths
     */
    record Entry(
            Section section,
            Right right,
            String name,
            List<String> paths,
            String declared,
            List<Step> chain,
            List<Origin> origins,
            int raisedBy,
            State state,
            Stake stake,
            boolean system,
            Optional<PolicyEntry> entry)
            implements EffectiveRow {
        public Entry {
            paths = List.copyOf(paths);
            chain = List.copyOf(chain);
            origins = List.copyOf(origins);
        }

        public Risk risk() {
            return stake.risk();
        }
    }

    /**
     * What a row puts at stake.
     *
     * @param why a clause that follows the name: "holds the keys of ssh"; empty without a risk
     */
    record Stake(Risk risk, Statement why) {
        static final Stake NONE = new Stake(Risk.NONE, Statement.NONE);

        Stake worse(Stake other) {
            return other.risk().compareTo(risk) > 0 ? other : this;
        }
    }

    /**
     * One step from the stack to an origin.
     *
     * @param file as shown in origins; empty when there is none
     * @param line 1-based; 0 when there is none
     */
    record Step(String profile, String file, int line) {
        public String label() {
            return line > 0 ? profile + ":" + line : profile;
        }
    }
}
