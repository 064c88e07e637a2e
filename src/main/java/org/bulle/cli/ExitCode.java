package org.bulle.cli;

import java.util.List;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.sandbox.SandboxException;

/** What {@code bulle} itself exits with; every other code is the command's. */
final class ExitCode {
    static final int OK = 0;
    /** Failed, with no usable status. */
    static final int FAILED = 1;
    /** Wrong in the text alone; also a limit that {@code --strict-limits} insists on. */
    static final int USAGE = 2;

    static final int NO_SANDBOX = 3;
    /** Wrong on this machine or in a path entry. */
    static final int MACHINE = 4;
    /** The sandbox could not be installed, or a promise cannot be kept. */
    static final int NOT_INSTALLED = 5;

    static final int NOT_EXECUTABLE = 126;
    static final int NOT_FOUND = 127;

    private ExitCode() {}

    /** Of errors reported together the lowest code wins: what is wrong in the text is mended first. */
    static int of(List<Problem> problems) {
        return problems.stream()
                .filter(Problem::isError)
                .mapToInt(problem -> of(problem.kind()))
                .min()
                .orElse(OK);
    }

    private static int of(Problem.Kind kind) {
        return switch (kind) {
            case TEXT -> USAGE;
            case MACHINE -> MACHINE;
        };
    }

    static int of(SandboxException.Kind kind) {
        return switch (kind) {
            case UNAVAILABLE -> NO_SANDBOX;
            case NOT_INSTALLED -> NOT_INSTALLED;
        };
    }
}
