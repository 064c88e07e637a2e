package org.bulle.engine.resolve;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Asks a tool on this machine. Called from several threads at once. */
public interface ToolRunner {

    /**
     * Runs a tool with the working directory {@code /}, no standard input, and nothing inherited; it may read, and neither write nor use the
     * network.
     *
     * @throws IOException when it could not be run so, did not end in time, or said more than a mebibyte
     */
    Output run(Question question) throws IOException;

    /**
     * What is run.
     *
     * @param file the absolute path to execute
     * @param arguments argv, of which the first is the tool's name
     * @param environment all of it
     * @param needsTemp it does not start without a temp directory: it gets one of its own in TMPDIR, empty, and removed afterwards
     */
    record Question(
            String file, List<String> arguments, Map<String, String> environment, Duration timeout, boolean needsTemp) {
        public Question {
            arguments = List.copyOf(arguments);
            environment = Map.copyOf(environment);
        }
    }

    /**
     * What it said.
     *
     * @param standardOutput its bytes in the spelling of {@link org.bulle.engine.policy.OsString}
     * @param evidence all that it looked at; absent when that is not known
     */
    record Output(int exitCode, String standardOutput, String standardError, Optional<Evidence> evidence) {
        public Output(int exitCode, String standardOutput, String standardError) {
            this(exitCode, standardOutput, standardError, Optional.empty());
        }
    }

    /** Refuses, with a reason: for a system without a sandbox, where no tool may be run. */
    static ToolRunner refusing(String reason) {
        return question -> {
            throw new IOException(reason);
        };
    }
}
