package org.bulle.engine.scratch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.ProblemException;
import org.bulle.engine.resolve.FutureClone;
import org.bulle.engine.run.Plan;

/**
 * What a run in a scratch would be, without making the scratch. Both faces show this.
 *
 * @param plan of a run in the clone, as if it had been made
 * @param future the clone: where it would be, and what would be in it
 * @param warnings of making it, and of what the command may write of the real files
 */
public record ScratchPlan(Plan plan, FutureClone future, List<String> warnings) {
    public ScratchPlan {
        warnings = List.copyOf(warnings);
    }

    /** Plans a run in a clone that is not there. */
    @FunctionalInterface
    public interface Planning {
        /**
         * @param workspace of the run, in the clone
         */
        Plan plan(String workspace, FutureClone clone) throws ProblemException;
    }

    /**
     * @param workspace of which the scratch would be made; real
     * @throws ScratchException when there is nothing to clone
     * @throws ProblemException with everything that is wrong, as a run would say it
     */
    public static ScratchPlan of(ScratchStore store, Path workspace, Planning planning)
            throws IOException, ScratchException, ProblemException {
        ScratchStore.Preview preview = store.preview(workspace);
        Scratch scratch = preview.scratch();
        FutureClone clone =
                new FutureClone(OsPath.text(scratch.directory()), OsPath.text(scratch.origin()), preview.files());
        Plan plan = planning.plan(OsPath.text(scratch.workspace()), clone);
        List<String> reached = store.check(plan.policy(), scratch);
        return new ScratchPlan(
                plan,
                clone,
                Stream.concat(reached.stream(), preview.warnings().stream()).toList());
    }
}
