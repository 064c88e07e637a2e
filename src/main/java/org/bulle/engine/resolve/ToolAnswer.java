package org.bulle.engine.resolve;

import java.util.List;
import org.bulle.engine.policy.Statement;

/** What came of asking a tool. */
sealed interface ToolAnswer {

    /**
     * @param paths absolute, clean, sorted, without system directories; empty when it named nothing else
     */
    record Paths(List<String> paths) implements ToolAnswer {
        public Paths {
            paths = List.copyOf(paths);
        }
    }

    record Failed(Statement reason) implements ToolAnswer {}
}
