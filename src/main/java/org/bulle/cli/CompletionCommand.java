package org.bulle.cli;

import java.util.concurrent.Callable;
import org.bulle.engine.profile.Nearest;
import org.bulle.engine.profile.Printable;
import org.bulle.engine.profile.Problem;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code completion SHELL}. */
@Command
final class CompletionCommand implements Callable<Integer> {
    private final Session session;

    @Parameters(
            paramLabel = "SHELL",
            description = {
                "bash: add to ~/.bashrc the line: eval \"$$(bulle completion bash)\"",
                "zsh: write the output to a file _bulle in a directory of $$fpath",
                "fish: write the output to ~/.config/fish/completions/bulle.fish"
            })
    private String shell = "";

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "print this help")
    private boolean help;

    CompletionCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws Exception {
        if (!CompletionScript.SHELLS.contains(shell)) {
            throw Session.problem(
                    Problem.Kind.TEXT,
                    "",
                    "there is no completion for " + Printable.quoted(shell) + ", only for bash, zsh and fish"
                            + Nearest.hint(shell, CompletionScript.SHELLS));
        }
        session.printer().exact(CompletionScript.of(shell));
        return ExitCode.OK;
    }
}
