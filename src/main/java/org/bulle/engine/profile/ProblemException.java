package org.bulle.engine.profile;

import java.util.List;

/** Carries the collected problems of a failed step out of the line; thrown once per step with all of them, never one by one. */
public final class ProblemException extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient List<Problem> problems;

    public ProblemException(List<Problem> problems) {
        super(problems.isEmpty() ? "no problem" : problems.getFirst().format(), null, false, false);
        this.problems = List.copyOf(problems);
    }

    public ProblemException(Problem problem) {
        this(List.of(problem));
    }

    public List<Problem> problems() {
        return problems;
    }
}
