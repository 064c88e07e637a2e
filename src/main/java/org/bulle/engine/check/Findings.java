package org.bulle.engine.check;

import java.util.ArrayList;
import java.util.List;
import org.bulle.engine.profile.Located;
import org.bulle.engine.profile.Printable;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.profile.Problem.Kind;
import org.bulle.engine.profile.Problem.Severity;
import org.jspecify.annotations.Nullable;

/** Collects what a linter finds in one file. */
final class Findings {
    private final String file;
    private final List<Problem> problems;

    Findings(String file, List<Problem> problems) {
        this.file = file;
        this.problems = problems;
    }

    static Findings in(String file) {
        return new Findings(file, new ArrayList<>());
    }

    void warn(Located<?> at, String key, String message, @Nullable String fix) {
        problems.add(new Problem(
                Severity.WARNING, Kind.TEXT, file, at.line(), at.column(), key, Printable.escape(message), fix));
    }

    void note(Located<?> at, String key, String message, @Nullable String fix) {
        problems.add(new Problem(
                Severity.NOTE, Kind.TEXT, file, at.line(), at.column(), key, Printable.escape(message), fix));
    }

    void error(Located<?> at, String key, String message) {
        problems.add(new Problem(
                Severity.ERROR, Kind.MACHINE, file, at.line(), at.column(), key, Printable.escape(message), null));
    }

    /** About the file as a whole. */
    void note(String message) {
        problems.add(new Problem(Severity.NOTE, Kind.TEXT, file, 0, 0, "", message, null));
    }

    List<Problem> problems() {
        return problems;
    }
}
