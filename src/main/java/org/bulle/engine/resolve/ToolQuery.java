package org.bulle.engine.resolve;

import java.util.List;
import java.util.Map;

/**
 * A command that asks a tool where its files are. Several aspects may share one.
 *
 * @param arguments after the program's name
 * @param fixed variables that are always set, mostly to keep the user's configuration out
 * @param needsTemp whether the tool does not even start without a temp directory
 * @param passed variables of the caller that change the answer: paths, or lists of paths, handed on when they are safe
 */
record ToolQuery(
        String program, List<String> arguments, Map<String, String> fixed, List<String> passed, boolean needsTemp) {

    ToolQuery(String program, List<String> arguments, Map<String, String> fixed, List<String> passed) {
        this(program, arguments, fixed, passed, false);
    }
}
