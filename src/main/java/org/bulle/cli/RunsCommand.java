package org.bulle.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.bulle.engine.denial.DenialReport;
import org.bulle.engine.history.PolicyJson;
import org.bulle.engine.history.RecordJson;
import org.bulle.engine.history.Retention;
import org.bulle.engine.history.RunHistory;
import org.bulle.engine.history.RunRecord;
import org.bulle.engine.history.RunSettings;
import org.bulle.engine.history.RunSummary;
import org.bulle.engine.history.SecretMask;
import org.bulle.engine.profile.FileTrouble;
import org.bulle.engine.profile.Nearest;
import org.bulle.engine.profile.Printable;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.profile.ProblemException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code runs}: without another word, the list of recorded runs. */
@Command
final class RunsCommand implements Callable<Integer> {
    private static final DateTimeFormatter WHEN = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");
    private static final int SHORT = 20;

    private final Session session;

    @Mixin
    private final Inspection inspection = new Inspection();

    @Option(names = "--all", description = "list every run, not only the newest 20")
    private boolean all;

    RunsCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException {
        List<RunSummary> runs = session.history().list();
        unreadable(session.history().unreadable());
        if (inspection.json()) {
            JsonOutput.print(session.printer(), out -> {
                out.writeStartArray();
                for (RunSummary run : runs) {
                    out.writeStartObject();
                    RecordJson.summary(out, run);
                    out.writeEndObject();
                }
                out.writeEndArray();
            });
            return ExitCode.OK;
        }
        Table table = new Table("ID", "STARTED", "STATE", "DENIED", "PROFILES", "COMMAND");
        for (RunSummary run : all ? runs : runs.subList(0, Math.min(SHORT, runs.size()))) {
            table.row(
                    run.id(),
                    WHEN.format(run.started().atZone(ZoneId.systemDefault())),
                    ended(run),
                    Long.toString(run.denied()),
                    String.join(",", run.profiles()),
                    command(run));
        }
        if (table.isEmpty()) {
            session.printer()
                    .line("no runs are recorded in " + session.history().folder());
        } else {
            table.print(session.printer(), "");
            if (!all && runs.size() > SHORT) {
                session.printer().line((runs.size() - SHORT) + " older ones: bulle runs --all");
            }
        }
        return ExitCode.OK;
    }

    private void unreadable(List<String> ids) {
        if (!ids.isEmpty()) {
            String which = String.join(" ", ids.subList(0, Math.min(3, ids.size()))) + (ids.size() > 3 ? " ..." : "");
            session.printer()
                    .warning((ids.size() == 1 ? "1 record cannot" : ids.size() + " records cannot") + " be read: "
                            + which + " (bulle runs show ID says why)");
        }
    }

    @Command(name = "list", description = "list recorded runs, as runs alone does")
    int list(@Option(names = "--all", description = "list every run, not only the newest 20") boolean every)
            throws IOException {
        all |= every;
        return call();
    }

    @Command(name = "show", description = "print a recorded run and what was denied in it")
    int show(
            @Parameters(
                            paramLabel = "ID",
                            defaultValue = "last",
                            description = "a run, the beginning of its id, or last")
                    String id)
            throws IOException, ProblemException {
        RunRecord record = record(id);
        if (inspection.json()) {
            JsonOutput.print(session.printer(), out -> RecordJson.write(out, record));
            return ExitCode.OK;
        }
        RunSummary run = record.summary();
        Printer printer = session.printer();
        printer.line("Run        " + run.id() + ", " + WHEN.format(run.started().atZone(ZoneId.systemDefault())));
        printer.line("Command    " + command(run));
        printer.line("Profiles   " + String.join(",", run.profiles()) + " " + String.join(" ", run.flags()));
        printer.line("Workspace  " + run.workspace());
        printer.line("Ended      " + ended(run) + " after " + PolicyJson.duration(rounded(run.duration())));
        run.enforcement().stream()
                .filter(status -> !status.reason().isEmpty())
                .forEach(status ->
                        printer.line("Enforced   " + status.what() + " not in full, because " + status.reason()));
        printer.line();
        ShortPath paths = new ShortPath(run.workspace(), "", session.machine());
        List<String> lines = new DenialText(paths, ProfileFile.of(session, configRoot(run), run.profiles()), run.id())
                .lines(new DenialReport(run.denialSource(), record.denials(), run.planted()));
        if (lines.isEmpty()) {
            printer.line("nothing was denied");
        }
        lines.forEach(printer::line);
        return ExitCode.OK;
    }

    /** Of the run where it named one, else of this command. */
    private Path configRoot(RunSummary run) throws ProblemException {
        int at = run.flags().lastIndexOf(RunFlag.CONFIG.flag());
        return at >= 0 && at + 1 < run.flags().size()
                ? session.path(run.flags().get(at + 1), RunFlag.CONFIG.flag())
                : session.configRoot(inspection.config());
    }

    @Command(name = "rerun", description = "run the same again: profiles, flags, workspace and command")
    int rerun(
            @Parameters(
                            paramLabel = "ID",
                            defaultValue = "last",
                            description = "a run, the beginning of its id, or last")
                    String id)
            throws Exception {
        RunSummary run = record(id).summary();
        if (SecretMask.isMasked(run.command()) || SecretMask.isMasked(run.flags())) {
            throw Session.problem(
                    Problem.Kind.MACHINE,
                    "",
                    "run " + run.id() + " cannot be repeated: its arguments held secrets, which are not recorded");
        }
        List<String> words = new ArrayList<>();
        words.add(run.profiles().stream().map(CommaList::escape).collect(Collectors.joining(",")));
        words.add(run.workspace());
        words.addAll(run.flags());
        words.add("--");
        words.addAll(run.command());
        return new RunCommand(session).run(RunGrammar.parse(words, false));
    }

    @Command(name = "prune", description = "delete old records")
    int prune(
            @Option(
                            names = "--keep",
                            paramLabel = "N",
                            description = "keep the newest N ([runs] keep of config.toml, or 1000)")
                    @Nullable
                    Integer keep,
            @Option(
                            names = "--days",
                            paramLabel = "N",
                            description = "and nothing older than N days (90, but for the newest 100)")
                    @Nullable
                    Integer days)
            throws IOException, ProblemException {
        Retention usual =
                RunSettings.of(session.configRoot(inspection.config())).retention();
        if (keep != null && keep < 0 || days != null && days < 0) {
            throw Session.problem(Problem.Kind.TEXT, "", "--keep and --days take a number that is not negative");
        }
        Retention wanted = new Retention(
                keep == null ? usual.runs() : keep,
                days == null ? usual.age() : Duration.ofDays(days),
                days == null ? usual.least() : 0);
        List<String> deleted = session.history().prune(wanted, Instant.now());
        session.printer().line("deleted " + deleted.size() + (deleted.size() == 1 ? " record" : " records"));
        return ExitCode.OK;
    }

    private RunRecord record(String id) throws IOException, ProblemException {
        RunHistory history = session.history();
        String full = switch (history.find(id)) {
            case RunHistory.Found.One one -> one.id();
            case RunHistory.Found.Several several ->
                throw Session.problem(
                        Problem.Kind.MACHINE,
                        "",
                        "more than one run begins with " + Printable.quoted(id) + ": "
                                + String.join(" ", several.ids()));
            case RunHistory.Found.None _ ->
                throw Session.problem(
                        Problem.Kind.MACHINE,
                        "",
                        id.equals("last")
                                ? "no runs are recorded"
                                : "there is no run " + Printable.quoted(id) + Nearest.hint(id, history.ids()));
        };
        try {
            return history.read(full).orElseThrow(() -> new IOException("it has gone"));
        } catch (IOException unreadable) {
            throw Session.problem(
                    Problem.Kind.MACHINE,
                    "",
                    "the record of run " + full + " cannot be read: " + FileTrouble.sentence(unreadable));
        }
    }

    private static Duration rounded(Duration duration) {
        return duration.compareTo(Duration.ofMinutes(1)) > 0 ? Duration.ofSeconds(duration.toSeconds()) : duration;
    }

    private static String ended(RunSummary run) {
        String code = run.exitCode().isPresent() ? "exit " + run.exitCode().getAsInt() : "";
        String signal = run.signal().isPresent() ? "signal " + run.signal().getAsInt() : code;
        return switch (run.state()) {
            case FINISHED -> signal.isEmpty() ? "finished" : signal;
            case RUNNING, INTERRUPTED, TIMEOUT, REFUSED -> run.state().key();
        };
    }

    private static String command(RunSummary run) {
        return run.command().stream().map(ShellWord::quote).collect(Collectors.joining(" "));
    }
}
