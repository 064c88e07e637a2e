package org.bulle.engine.resolve;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bulle.engine.merge.MergedProfile.Contribution;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Origin;
import org.bulle.engine.policy.PolicyEntry;
import org.bulle.engine.policy.Statement;

/**
 * An entry on its way into the policy: what it stands for, before it is known what the others give.
 *
 * @param expanded whether a glob or a resolver stood for the targets
 * @param skipped why nothing came of it; then there are no targets
 */
record Draft(Written written, boolean expanded, List<Target> targets, Optional<Statement> skipped) {
    Draft {
        targets = List.copyOf(targets);
    }

    /**
     * An entry as its contributions wrote it.
     *
     * @param optional all contributions are
     * @param create one contribution says so
     */
    record Written(String text, AccessList list, boolean optional, boolean create, List<Origin> origins, int raisedBy) {
        Written {
            origins = List.copyOf(origins);
        }

        static Written of(String text, List<Contribution> contributions) {
            AccessList all = contributions.getFirst().list();
            int raisedBy = 0;
            for (int i = 1; i < contributions.size(); i++) {
                AccessList union = all.union(contributions.get(i).list());
                if (union != all) {
                    raisedBy = i;
                }
                all = union;
            }
            return new Written(
                    text,
                    all,
                    contributions.stream().allMatch(Contribution::optional),
                    contributions.stream().anyMatch(Contribution::create),
                    contributions.stream().map(Contribution::origin).toList(),
                    raisedBy);
        }

        /** What every run gets, without anybody writing it. */
        static Written byRun(String text, AccessList list, String what) {
            return new Written(text, list, true, false, List.of(Origin.run(what)), 0);
        }

        Origin decisive() {
            return origins.get(raisedBy);
        }
    }

    /**
     * A place on this machine.
     *
     * @param creates it is missing, and a run makes it
     * @param directory what is made is a directory
     */
    record Target(PathWalk walk, boolean creates, boolean directory) {
        static Target existing(PathWalk walk) {
            return new Target(walk, false, false);
        }
    }

    static Draft skipped(Written written, Statement why) {
        return new Draft(written, false, List.of(), Optional.of(why));
    }

    static Draft of(Written written, boolean expanded, List<Target> targets) {
        return new Draft(written, expanded, targets, Optional.empty());
    }

    /** Every path that is granted: links and what they lead to. */
    List<String> paths() {
        List<String> paths = new ArrayList<>();
        targets.forEach(target -> paths.addAll(target.walk().linksAndEnd()));
        return paths.stream().distinct().toList();
    }

    PolicyEntry entry(PolicyEntry.Outcome outcome) {
        return new PolicyEntry(
                written.text(),
                written.list(),
                written.optional(),
                written.create(),
                outcome,
                paths(),
                written.origins(),
                written.raisedBy());
    }
}
