package org.bulle.engine.run;

import java.util.Map;
import org.bulle.engine.profile.Located;

/**
 * A plan as it lies in the cache: without what must not be on disk or is not the same for the next run. The environment's values, the values of
 * {@code --env NAME=VALUE} and the command's arguments are left out and come from the next request.
 *
 * @param plan with an empty environment; its command has no arguments
 * @param vars {@code [vars]}, which values in the environment may name
 * @param configurationFile where {@code vars} were written
 */
record StoredPlan(Plan plan, Map<String, Located<String>> vars, String configurationFile) {
    StoredPlan {
        vars = Map.copyOf(vars);
    }
}
