package org.bulle.desktop.shared;

import java.util.List;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.sandbox.SandboxException;

/** Why a task did not succeed, in the kinds that a view can show differently. */
public sealed interface Failure {

    /** One sentence for a person. */
    String message();

    /** What the user wrote is wrong; every problem at once. */
    record Problems(List<Problem> problems) implements Failure {
        public Problems {
            problems = List.copyOf(problems);
        }

        @Override
        public String message() {
            return problems.isEmpty() ? "" : problems.getFirst().format();
        }
    }

    /** This system cannot enforce what is asked. */
    record Sandbox(SandboxException.Kind kind, String message) implements Failure {}

    /** A file or a program could not be read, written or started. */
    record Io(String message) implements Failure {}

    /** A mistake of ours. */
    record Unexpected(String message, Throwable cause) implements Failure {}
}
