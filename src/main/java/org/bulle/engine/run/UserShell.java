package org.bulle.engine.run;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.bulle.engine.jna.linux.Errno;
import org.bulle.engine.jna.linux.Process;
import org.bulle.engine.sandbox.SandboxException;

/** The user's own shell, not confined, on the terminal that we have; we wait for its end. */
public final class UserShell {
    private static final String FALLBACK = "/bin/sh";

    private UserShell() {}

    /**
     * Starts {@code $SHELL}. Meanwhile Ctrl-C is for the shell and what it runs, not for this process.
     *
     * @param environment the caller's, all of it
     * @return its exit code, or 128+N when signal N killed it
     * @throws IOException when it cannot be started
     */
    public static int run(String directory, Map<String, String> environment) throws IOException {
        String shell = Optional.ofNullable(environment.get("SHELL"))
                .filter(path -> path.startsWith("/"))
                .orElse(FALLBACK);
        List<String> variables = environment.entrySet().stream()
                .map(variable -> variable.getKey() + "=" + variable.getValue())
                .toList();
        IgnoredSignals ignored = IgnoredSignals.ofThisProcess();
        try (SignalRelay _ = SignalRelay.of(List.of(Process.SIGINT, Process.SIGQUIT), ignored);
                SpawnRequest request = new SpawnRequest(
                        shell,
                        List.of(shell),
                        variables,
                        directory,
                        new SpawnRequest.Place(false, false, OptionalInt.empty()),
                        ignored,
                        Map.of(),
                        Optional.empty())) {
            int pid = request.spawn();
            if (pid < 0) {
                throw new IOException("cannot start " + shell + ": " + Errno.name(-pid));
            }
            return new TerminalProcess(pid).waitFor();
        } catch (SpawnRequest.StartException | SandboxException e) {
            throw new IOException(e.getMessage(), e);
        }
    }
}
