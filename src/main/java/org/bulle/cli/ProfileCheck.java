package org.bulle.cli;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.bulle.engine.check.ProfileLinter;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.profile.Nearest;
import org.bulle.engine.profile.Printable;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.profile.ProblemException;
import org.bulle.engine.profile.ProfileNames;

/** {@code profiles check [FILE|NAME...]}. */
final class ProfileCheck {
    private static final long LARGEST = 1 << 20;

    private final Session session;
    private final Catalog catalog;
    private final ProfileLinter linter;

    ProfileCheck(Session session, Catalog catalog) {
        this.session = session;
        this.catalog = catalog;
        this.linter = new ProfileLinter(session.machine(), session.tools());
    }

    /**
     * @param targets names of profiles or files; none for everything that the user wrote
     * @return 2 or 4 when there is an error, else 0
     */
    int check(List<String> targets, boolean json) throws ProblemException, IOException {
        List<Problem> problems = targets.isEmpty() ? linter.checkAll(catalog) : new ArrayList<>(each(targets));
        if (json) {
            JsonOutput.print(session.printer(), out -> JsonOutput.problems(out, problems));
        } else {
            problems.forEach(this::print);
            session.printer().line(summary(problems));
        }
        return ExitCode.of(problems);
    }

    private Set<Problem> each(List<String> targets) throws ProblemException, IOException {
        Set<Problem> problems = new LinkedHashSet<>();
        for (String target : targets) {
            problems.addAll(catalog.contains(target) ? linter.check(catalog, target) : file(target));
        }
        return problems;
    }

    private List<Problem> file(String target) throws ProblemException, IOException {
        Path file = session.path(target, "");
        if (!target.contains("/") && !target.endsWith(".toml")) {
            throw Session.problem(
                    Problem.Kind.TEXT,
                    "",
                    "unknown profile " + Printable.quoted(target) + Nearest.hint(target, catalog.names()));
        }
        if (!Files.isRegularFile(file) || Files.size(file) > LARGEST) {
            String why = Files.isRegularFile(file)
                    ? " is too large for a profile"
                    : Files.exists(file) ? " is not a regular file" : " does not exist";
            throw Session.problem(Problem.Kind.MACHINE, "", Printable.quoted(target) + why);
        }
        String name = file.getFileName().toString().replaceFirst("\\.toml$", "");
        String refusal = ProfileNames.refusal(name).orElse("");
        if (!refusal.isEmpty()) {
            return List.of(problem(target, refusal));
        }
        try {
            return linter.checkText(catalog, name, target, Files.readString(file));
        } catch (CharacterCodingException noText) {
            return List.of(problem(target, "is not UTF-8 text"));
        }
    }

    private static Problem problem(String file, String message) {
        return new Problem(Problem.Severity.ERROR, Problem.Kind.TEXT, file, 0, 0, "", message, null);
    }

    private void print(Problem problem) {
        String fix = problem.fix() == null || problem.message().contains(problem.fix())
                ? ""
                : " (write " + problem.fix() + ")";
        Printer printer = session.printer();
        switch (problem.severity()) {
            case ERROR -> printer.line("error    ", Printer.Style.RED, problem.format() + fix);
            case WARNING -> printer.line("warning  ", Printer.Style.YELLOW, problem.format() + fix);
            case NOTE -> printer.line("note     ", Printer.Style.DIM, problem.format() + fix);
        }
    }

    private static String summary(List<Problem> problems) {
        long errors = problems.stream().filter(Problem::isError).count();
        long warnings = problems.stream()
                .filter(problem -> problem.severity() == Problem.Severity.WARNING)
                .count();
        return problems.isEmpty() ? "nothing is wrong" : count(errors, "error") + ", " + count(warnings, "warning");
    }

    private static String count(long count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }
}
