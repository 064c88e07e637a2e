package org.bulle.engine.resolve;

import java.util.List;
import java.util.function.Function;
import org.bulle.engine.policy.Statement;

/**
 * One row of the registry of tool resolvers.
 *
 * @param description a noun phrase for listings
 */
record ToolAspect(String tool, String aspect, String description, Source source) {

    String entry() {
        return tool + ":" + aspect;
    }

    /** How it is found out. */
    sealed interface Source {

        /**
         * The tool is run.
         *
         * @param pick chooses this aspect's paths from the lines of the answer
         */
        record Asked(ToolQuery query, Function<List<String>, List<String>> pick) implements Source {}

        /** Read off the tool's files, without running anything. */
        record Looked(Looking look) implements Source {}
    }

    /** A look at the files of a tool. */
    @FunctionalInterface
    interface Looking {
        List<String> look(ToolLayouts layouts) throws ToolFailure;
    }

    /** There is nothing to answer, for a reason. */
    static final class ToolFailure extends Exception {
        private static final long serialVersionUID = 1L;

        private final transient Statement reason;

        ToolFailure(Statement reason) {
            super(reason.english(), null, false, false);
            this.reason = reason;
        }

        Statement reason() {
            return reason;
        }
    }
}
