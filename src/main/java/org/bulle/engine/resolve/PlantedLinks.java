package org.bulle.engine.resolve;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bulle.engine.policy.Statement;
import org.bulle.engine.profile.Printable;

/**
 * Takes out what a sandboxed command could have widened by itself. A link that lies where the command may write can be its own work, from this
 * run or an earlier one, or come with a cloned repository; an entry that such a link leads out of the writable tree would grant whatever the
 * link's maker chose.
 */
final class PlantedLinks {
    private final Set<String> writable = new HashSet<>();
    private final GrantTable sound = new GrantTable();
    private final ProblemLog problems;

    private PlantedLinks(ProblemLog problems) {
        this.problems = problems;
    }

    /** The drafts with only those targets that no planted link can have chosen. */
    static List<Draft> removeFrom(List<Draft> drafts, ProblemLog problems) {
        PlantedLinks planted = new PlantedLinks(problems);
        planted.collectWritable(drafts);
        planted.collectSound(drafts);
        return drafts.stream().map(planted::cleaned).toList();
    }

    private void collectWritable(List<Draft> drafts) {
        for (Draft draft : drafts) {
            if (draft.written().list().writes()) {
                draft.targets().forEach(target -> writable.add(target.walk().path()));
            }
        }
    }

    private void collectSound(List<Draft> drafts) {
        for (Draft draft : drafts) {
            for (Draft.Target target : draft.targets()) {
                if (plantable(target.walk()).isEmpty()) {
                    sound.add(target.walk().path(), draft.written().list());
                }
            }
        }
    }

    /** The first link on the way that lies in a directory which the command may write. */
    private Optional<String> plantable(PathWalk walk) {
        return walk.crossed().stream()
                .filter(link -> isWritable(Paths.parent(link)))
                .findFirst();
    }

    private boolean isWritable(String directory) {
        for (String at = directory; ; at = Paths.parent(at)) {
            if (writable.contains(at)) {
                return true;
            }
            if (at.equals("/")) {
                return false;
            }
        }
    }

    private Draft cleaned(Draft draft) {
        List<Draft.Target> kept = new ArrayList<>();
        Statement why = Statement.NONE;
        for (Draft.Target target : draft.targets()) {
            Optional<String> link = plantable(target.walk());
            if (link.isEmpty()
                    || sound.covers(target.walk().path(), draft.written().list())) {
                kept.add(target);
            } else {
                why = EntryPhrase.PLANTED_LINK.with(
                        Printable.escape(link.get()),
                        Printable.escape(target.walk().path()));
            }
        }
        if (why.isEmpty()) {
            return draft;
        }
        report(draft, why);
        return kept.isEmpty()
                ? Draft.skipped(draft.written(), why)
                : new Draft(draft.written(), draft.expanded(), kept, Optional.empty());
    }

    private void report(Draft draft, Statement why) {
        ProblemLog.At at = ProblemLog.At.of(draft.written().decisive());
        String message = "the entry " + Printable.quoted(draft.written().text()) + " is not granted: " + why
                + "; if that is meant, grant that path itself";
        if (draft.written().list().writes() && !draft.written().optional()) {
            problems.machine(at, message);
        } else {
            problems.warning(at, message);
        }
    }
}
