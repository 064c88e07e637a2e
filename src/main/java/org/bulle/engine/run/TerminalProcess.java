package org.bulle.engine.run;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bulle.engine.jna.linux.Errno;

/** A program of ours, not confined, in a session of its own on a terminal of its own: how the desktop app starts one supervisor per run. */
public final class TerminalProcess {
    private final int pid;
    private int exitCode = -1;

    /** A child of ours. */
    TerminalProcess(int pid) {
        this.pid = pid;
    }

    /**
     * @param arguments argv, of which the first is the absolute path of the program
     * @param environment all of it
     * @param pipes the channel to it; our copies of its ends are closed, whether it starts or not
     * @throws IOException when it cannot be started
     */
    public static TerminalProcess start(
            Terminal terminal,
            List<String> arguments,
            Map<String, String> environment,
            String directory,
            SupervisorPipes pipes)
            throws IOException {
        Map<String, String> told = new HashMap<>(environment);
        told.put(SupervisorPipes.VARIABLE, SupervisorPipes.GIVEN);
        try {
            return start(terminal, arguments, told, directory, pipes.theirs());
        } finally {
            pipes.handedOver();
        }
    }

    /**
     * The same without a channel.
     *
     * @throws IOException when it cannot be started
     */
    public static TerminalProcess start(
            Terminal terminal, List<String> arguments, Map<String, String> environment, String directory)
            throws IOException {
        return start(terminal, arguments, environment, directory, Map.of());
    }

    private static TerminalProcess start(
            Terminal terminal,
            List<String> arguments,
            Map<String, String> environment,
            String directory,
            Map<Integer, Integer> inherited)
            throws IOException {
        List<String> variables = environment.entrySet().stream()
                .map(variable -> variable.getKey() + "=" + variable.getValue())
                .toList();
        int pid = switch (terminal) {
            case LinuxPseudoTerminal linux -> spawn(linux, arguments, variables, directory, inherited);
            case MacPseudoTerminal mac -> MacHost.startOn(mac, arguments, variables, directory, inherited);
        };
        if (pid < 0) {
            throw new IOException("cannot start " + arguments.getFirst() + ": " + Errno.name(-pid));
        }
        return new TerminalProcess(pid);
    }

    private static int spawn(
            LinuxPseudoTerminal terminal,
            List<String> arguments,
            List<String> variables,
            String directory,
            Map<Integer, Integer> inherited)
            throws IOException {
        try (SpawnRequest request = new SpawnRequest(
                arguments.getFirst(),
                arguments,
                variables,
                directory,
                SpawnRequest.Place.ownSession(),
                new IgnoredSignals(0),
                inherited,
                Optional.of(terminal))) {
            return request.spawn();
        } catch (SpawnRequest.StartException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    public int pid() {
        return pid;
    }

    /** Waits for its end: its own code, or 128+N when signal N killed it. May be asked again. */
    public synchronized int waitFor() throws IOException {
        if (exitCode >= 0) {
            return exitCode;
        }
        try (HostCalls calls = HostCalls.here()) {
            int waited = -HostCalls.EINTR;
            while (waited == -HostCalls.EINTR) {
                waited = calls.end(pid);
            }
            if (waited < 0) {
                throw new IOException("cannot wait for process " + pid + ": " + Errno.name(-waited));
            }
            WaitStatus ended = calls.status();
            exitCode = ended.exited() ? ended.exitStatus() : RunResult.SIGNALLED + ended.termSignal();
            return exitCode;
        }
    }

    /** Sends a signal, as long as {@link #waitFor} has not returned: afterwards the id may be another process's. */
    public void signal(int signal) {
        try (HostCalls calls = HostCalls.here()) {
            calls.kill(pid, signal);
        }
    }
}
