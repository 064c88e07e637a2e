package org.bulle.engine.resolve;

import java.util.ArrayList;
import java.util.List;
import org.bulle.engine.policy.Origin;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.profile.ProblemException;
import org.jspecify.annotations.Nullable;

/** Collects what is wrong, so that it is reported all at once. */
final class ProblemLog {
    private final List<Problem> problems = new ArrayList<>();

    /**
     * Where something was written.
     *
     * @param key the TOML key or the flag
     */
    record At(String file, int line, int column, String key) {
        static final At NOWHERE = new At("", 0, 0, "");

        static At flag(String flag) {
            return new At("", 0, 0, flag);
        }

        static At of(Origin origin) {
            return new At(origin.file(), origin.line(), origin.column(), origin.list());
        }
    }

    /** Wrong in the text alone. */
    void text(At at, String message) {
        add(Problem.Severity.ERROR, Problem.Kind.TEXT, at, message, null);
    }

    /** Wrong on this machine, or in a path entry. */
    void machine(At at, String message) {
        machine(at, message, null);
    }

    void machine(At at, String message, @Nullable String fix) {
        add(Problem.Severity.ERROR, Problem.Kind.MACHINE, at, message, fix);
    }

    void warning(At at, String message) {
        add(Problem.Severity.WARNING, Problem.Kind.MACHINE, at, message, null);
    }

    void note(At at, String message) {
        add(Problem.Severity.NOTE, Problem.Kind.MACHINE, at, message, null);
    }

    private void add(Problem.Severity severity, Problem.Kind kind, At at, String message, @Nullable String fix) {
        problems.add(new Problem(severity, kind, at.file(), at.line(), at.column(), at.key(), message, fix));
    }

    boolean hasErrors() {
        return problems.stream().anyMatch(Problem::isError);
    }

    void throwErrors() throws ProblemException {
        if (hasErrors()) {
            throw new ProblemException(problems);
        }
    }

    List<Problem> warnings() {
        return problems.stream().filter(problem -> !problem.isError()).toList();
    }
}
