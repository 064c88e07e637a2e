package org.bulle.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bulle.engine.profile.Nearest;
import org.bulle.engine.profile.Printable;
import org.bulle.engine.profile.Problem;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The subcommands, and the help on everything. A plain run does not come here. */
final class Subcommands {
    /** What {@code show} prints beside a policy. */
    static final List<String> SHOWABLE = List.of("profiles", "config", "resolvers");

    private final Printer printer;
    private final Session.Source sessions;

    Subcommands(Printer printer, Session.Source sessions) {
        this.printer = printer;
        this.sessions = sessions;
    }

    /**
     * @param arguments all but the word itself; flags that stood before it are among them
     */
    int run(Subcommand subcommand, List<String> arguments) throws Exception {
        return switch (subcommand) {
            case SHOW -> show(arguments);
            case SCRATCH -> scratch(arguments);
            case HELP -> help(arguments);
            case COMPLETE -> complete(arguments);
            case PROFILES, RESOLVERS, RUNS, DETECT, DESKTOP, COMPLETION, VERSION -> execute(subcommand, arguments);
        };
    }

    private int show(List<String> arguments) throws Exception {
        int at = RunGrammar.firstPositional(arguments).orElse(-1);
        String word = at < 0 ? "" : arguments.get(at);
        List<String> rest = new ArrayList<>(arguments);
        if (SHOWABLE.contains(word)) {
            rest.addFirst(rest.remove(at));
            return execute(Subcommand.SHOW, rest);
        }
        if (word.equals("policy")) {
            rest.remove(at);
        }
        RunArguments run = RunGrammar.parse(rest, true);
        return run.help() ? help(List.of(Subcommand.SHOW.word())) : new ShowCommand(sessions.open()).policy(run);
    }

    /** A verb, or a run with a scratch. What looks like a slip in a verb is no run. */
    private int scratch(List<String> arguments) throws Exception {
        int at = RunGrammar.firstPositional(arguments).orElse(-1);
        String word = at < 0 ? "" : arguments.get(at);
        List<String> rest = new ArrayList<>(arguments);
        if (ScratchCommand.verbs().contains(word)) {
            rest.addFirst(rest.remove(at));
            return execute(Subcommand.SCRATCH, rest);
        }
        rest.addFirst(RunFlag.SCRATCH.flag());
        RunArguments run = RunGrammar.parse(rest, false);
        if (run.help()) {
            return help(List.of(Subcommand.SCRATCH.word()));
        }
        Session session = sessions.open();
        Optional<String> meant = Nearest.suggest(word, ScratchCommand.verbs());
        if (!word.isEmpty()
                && meant.isPresent()
                && !session.catalog(run.last(RunFlag.CONFIG)).names().contains(word)) {
            throw Session.problem(
                    Problem.Kind.TEXT,
                    "",
                    "scratch: " + Printable.quoted(word) + " is neither a verb nor a profile; did you mean \"scratch "
                            + meant.get() + "\"?");
        }
        return new RunCommand(session).run(run);
    }

    /** {@code help}, {@code help WORD}, {@code help WORD WORD}; {@code help --man} for the manual page that is packaged. */
    int help(List<String> words) throws Exception {
        CommandLine command = HelpText.commandLine(sessions.open());
        if (words.contains("--man")) {
            printer.exact(ManPage.of(command, VersionCommand.version()));
            return ExitCode.OK;
        }
        for (String word : words.stream().filter(word -> !word.startsWith("-")).toList()) {
            CommandLine known = command.getSubcommands().get(word);
            if (known == null) {
                throw Session.problem(
                        Problem.Kind.TEXT,
                        "",
                        "there is no help on " + Printable.quoted(word)
                                + Nearest.hint(word, command.getSubcommands().keySet()));
            }
            command = known;
        }
        printer.exact(command.getUsageMessage());
        return ExitCode.OK;
    }

    private int complete(List<String> words) throws Exception {
        new Completion(sessions.open()).complete(words).lines().forEach(line -> printer.text(line));
        return ExitCode.OK;
    }

    private int execute(Subcommand subcommand, List<String> arguments) throws Exception {
        CommandLine root = HelpText.commandLine(sessions.open());
        StringWriter help = new StringWriter();
        root.setOut(new PrintWriter(help));
        root.setParameterExceptionHandler((wrong, _) -> refuse(wrong));
        List<Exception> thrown = new ArrayList<>();
        root.setExecutionExceptionHandler((exception, _, _) -> {
            thrown.add(exception);
            return ExitCode.FAILED;
        });
        List<String> words = new ArrayList<>(arguments);
        words.addFirst(subcommand.word());
        int code = root.execute(words.toArray(String[]::new));
        printer.exact(help.toString());
        if (!thrown.isEmpty()) {
            throw thrown.getFirst();
        }
        return code;
    }

    /** In our words, with our suggestions. */
    private int refuse(ParameterException wrong) {
        CommandSpec spec = wrong.getCommandLine().getCommandSpec();
        String hint = "";
        String message = wrong.getMessage();
        if (wrong instanceof UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().isEmpty()) {
            String word = unmatched.getUnmatched().getFirst();
            boolean flag = word.startsWith("-");
            message = Printable.quoted(word)
                    + (flag ? " is not a flag of " : " is one word too many for ")
                    + spec.qualifiedName();
            hint = Nearest.hint(
                    word, flag ? spec.optionsMap().keySet() : spec.subcommands().keySet());
        } else if (wrong instanceof MissingParameterException) {
            message = spec.qualifiedName() + ": " + wrong.getMessage();
        }
        printer.error(message + hint);
        printer.hint("type " + spec.root().name() + " help"
                + spec.qualifiedName().substring(spec.root().name().length()));
        return ExitCode.USAGE;
    }
}
