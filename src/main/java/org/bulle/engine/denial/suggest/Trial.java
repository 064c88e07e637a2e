package org.bulle.engine.denial.suggest;

import java.util.List;
import java.util.Map;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Grant;
import org.bulle.engine.policy.Statement;

/** Resolves suggested entries as a run would, so that a suggestion is only made when the engine would take it. */
@FunctionalInterface
public interface Trial {

    /** What became of one entry. */
    sealed interface Outcome {
        /**
         * @param grants what it would grant
         * @param directories those of them that are directories, or would be made
         */
        record Grants(List<Grant> grants, List<String> directories) implements Outcome {
            public Grants {
                grants = List.copyOf(grants);
                directories = List.copyOf(directories);
            }
        }

        /** It grants nothing here. */
        record Nothing(Statement why) implements Outcome {}
    }

    /** An entry in the list it would stand in. */
    record Entry(AccessList list, String text) {}

    /** One outcome for each entry. */
    Map<Entry, Outcome> resolve(List<Entry> entries);
}
