package org.bulle.cli;

import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bulle.engine.profile.FileTrouble;
import org.bulle.engine.profile.ProblemException;
import org.bulle.engine.run.CommandException;
import org.bulle.engine.run.NativeStart;
import org.bulle.engine.run.ProcessEnd;
import org.bulle.engine.sandbox.SandboxException;

/** The command line: finds out what is asked for, has it done, and turns whatever happens into messages and an exit code. */
public final class CommandLineFace {
    private final Printer printer;
    private final Session.Source sessions;
    private final ProcessEnd end;

    CommandLineFace(Printer printer, Session.Source sessions, ProcessEnd end) {
        this.printer = printer;
        this.sessions = sessions;
        this.end = end;
    }

    /** Over this process's standard streams. */
    public static CommandLineFace standard() {
        Printer printer = Printer.standard();
        ProcessEnd end = new ProcessEnd();
        return new CommandLineFace(printer, () -> Session.current(printer, end), end);
    }

    /** The names of classes help nobody who is out of descriptors. */
    private static final String NOT_LOADED =
            "file descriptors or memory have run out (see ulimit -n), or files of the program are missing: a part of it cannot be loaded";

    /**
     * Does what the arguments say. Throws nothing: what went wrong is said in a line on standard error.
     *
     * @param arguments as Java decoded them; the bytes are read from the kernel where it keeps them
     * @return the exit code
     */
    public int run(String[] arguments) {
        return run(RawArguments.of(arguments));
    }

    /**
     * The whole program. What breaks even the printing of errors, a machine out of descriptors or of memory, ends in one line as well: made without any class
     * that may still have to be loaded.
     *
     * @return the exit code
     */
    public static int start(String[] arguments) {
        try {
            return standard().run(arguments);
        } catch (Throwable broken) {
            return broken();
        }
    }

    /** The same, and then the end of this process. Does not return. */
    public static void startAndEnd(String[] arguments) {
        try {
            CommandLineFace face = standard();
            face.end.now(face.run(arguments));
        } catch (Throwable broken) {
            Runtime.getRuntime().halt(broken());
        }
    }

    private static int broken() {
        System.err.println("bulle: ".concat(NOT_LOADED));
        System.err.flush();
        return ExitCode.FAILED;
    }

    /** The same for arguments in the spelling of {@link org.bulle.engine.policy.OsString}. */
    public int run(List<String> arguments) {
        int code = guarded(arguments);
        boolean printed = printer.finish();
        return printed || code != ExitCode.OK ? code : ExitCode.FAILED;
    }

    private int guarded(List<String> arguments) {
        try {
            return dispatch(arguments);
        } catch (ProblemException wrong) {
            printer.problems(wrong.problems());
            return ExitCode.of(wrong.problems());
        } catch (SandboxException refused) {
            printer.error(refused.getMessage());
            return ExitCode.of(refused.kind());
        } catch (CommandException refused) {
            printer.error(refused.getMessage());
            return refused.kind().exitCode();
        } catch (Throwable unexpected) {
            return unexpected(unexpected);
        }
    }

    /** One line for what nobody thought of; the rest only for those who ask. */
    private int unexpected(Throwable thrown) {
        if (thrown instanceof NoClassDefFoundError || thrown instanceof OutOfMemoryError) {
            printer.error(NOT_LOADED);
            return ExitCode.FAILED;
        }
        Throwable cause = thrown instanceof UncheckedIOException unchecked ? unchecked.getCause() : thrown;
        if (cause instanceof FileSystemException refused) {
            printer.error(FileTrouble.sentence(refused));
            trace(thrown);
            return ExitCode.MACHINE;
        }
        String message = thrown.getMessage() == null ? "" : ": " + thrown.getMessage();
        printer.error(thrown.getClass().getSimpleName() + message + " (BULLE_DEBUG=1 shows where)");
        trace(thrown);
        return ExitCode.FAILED;
    }

    private void trace(Throwable thrown) {
        if ("1".equals(System.getenv("BULLE_DEBUG"))) {
            printer.trace(thrown);
        }
    }

    private int dispatch(List<String> arguments) throws Exception {
        if (!arguments.isEmpty() && arguments.getFirst().equals(Subcommand.COMPLETE.word())) {
            return new Subcommands(printer, sessions).run(Subcommand.COMPLETE, arguments.subList(1, arguments.size()));
        }
        Optional<Integer> first = RunGrammar.firstPositional(arguments);
        Optional<Subcommand> subcommand = first.flatMap(at -> Subcommand.of(arguments.get(at)));
        if (subcommand.isPresent()) {
            List<String> rest = new ArrayList<>(arguments);
            rest.remove(first.orElseThrow().intValue());
            if (subcommand.get() == Subcommand.VERSION && rest.isEmpty()) {
                return new VersionCommand(sessions.open()).call();
            }
            return new Subcommands(printer, sessions).run(subcommand.get(), rest);
        }
        if (arguments.equals(List.of("--version"))) {
            return new Subcommands(printer, sessions).run(Subcommand.VERSION, List.of());
        }
        RunArguments run = RunGrammar.parse(arguments, false);
        if (run.help()) {
            return new Subcommands(printer, sessions).run(Subcommand.HELP, List.of());
        }
        NativeStart natives = NativeStart.begin();
        end.after(natives);
        return new RunCommand(sessions.open(), natives).run(run);
    }
}
