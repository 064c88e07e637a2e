package org.bulle.engine.history;

import java.util.List;
import org.bulle.engine.denial.Denial;
import org.bulle.engine.denial.Suggestion;
import org.bulle.engine.scratch.Scratch;

/**
 * What was denied in a scratch, told with the paths of the repository that it was cloned from: those are the ones that the user knows, and the clone may
 * be gone by the time that somebody reads it.
 */
record DenialsInScratch(Scratch scratch) {

    List<Denial> asInOrigin(List<Denial> denials) {
        return denials.stream().map(this::asInOrigin).toList();
    }

    private Denial asInOrigin(Denial denial) {
        if (denial.path().filter(scratch::isInside).isEmpty()) {
            return denial;
        }
        Denial moved = denial.at(scratch.toOrigin(denial.path().get()));
        return denial.suggestion().map(each -> moved.with(portable(each))).orElse(moved);
    }

    /** The flag names the workspace by its variable, so that it means the next scratch in the next run; a path in the origin would grant the real files. */
    private static Suggestion portable(Suggestion suggestion) {
        String entry = suggestion.entry();
        String flag = entry.isEmpty()
                ? ""
                : "--" + suggestion.list() + " '" + entry.replace(",", "\\,").replace("'", "'\\''") + "'";
        return new Suggestion(suggestion.list(), entry, flag, suggestion.ladder(), suggestion.refused());
    }
}
