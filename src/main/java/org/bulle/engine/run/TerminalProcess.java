package org.bulle.engine.run;

import com.sun.jna.Memory;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bulle.engine.jna.linux.Errno;
import org.bulle.engine.jna.linux.Kernel;
import org.bulle.engine.jna.linux.NativeArena;
import org.bulle.engine.jna.linux.Process;
import org.bulle.engine.jna.linux.Syscall;

/** A program of ours, not confined, in a session of its own on a terminal of its own: how the desktop app starts one supervisor per run. */
public final class TerminalProcess {
    private final Kernel kernel = Kernel.quick();
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
        try (SpawnRequest request = new SpawnRequest(
                arguments.getFirst(),
                arguments,
                variables,
                directory,
                SpawnRequest.Place.ownSession(),
                new IgnoredSignals(0),
                inherited,
                Optional.of(terminal))) {
            int pid = request.spawn();
            if (pid < 0) {
                throw new IOException("cannot start " + arguments.getFirst() + ": " + Errno.name(-pid));
            }
            return new TerminalProcess(pid);
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
        try (NativeArena arena = new NativeArena()) {
            Memory status = arena.allocate(Integer.BYTES);
            long waited = -Errno.EINTR;
            while (waited == -Errno.EINTR) {
                waited = kernel.call(Syscall.WAIT4, pid, Kernel.address(status), 0, 0);
            }
            if (waited < 0) {
                throw new IOException("cannot wait for process " + pid + ": " + Errno.name(-waited));
            }
            int ended = status.getInt(0);
            exitCode =
                    Process.exited(ended) ? Process.exitStatus(ended) : RunResult.SIGNALLED + Process.termSignal(ended);
            return exitCode;
        }
    }

    /** Sends a signal, as long as {@link #waitFor} has not returned: afterwards the id may be another process's. */
    public void signal(int signal) {
        kernel.call(Syscall.KILL, pid, signal);
    }
}
