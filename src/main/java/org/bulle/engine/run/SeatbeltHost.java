package org.bulle.engine.run;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bulle.engine.sandbox.SandboxException;

/** What a run under sandbox-exec asks of the system that it runs on. */
interface SeatbeltHost {

    HostCalls calls();

    IgnoredSignals ignored();

    Optional<? extends HostTerminal> terminal();

    /** The devices of the terminal in use. */
    List<String> terminalNames();

    boolean aloneInGroup();

    ChildWatch watch(List<JobSignal> signals, IgnoredSignals ignored) throws SandboxException;

    /** Whether the followed child got as far as executing the command; empty where this system does not tell. */
    Optional<Boolean> executed(ChildWatch watch);

    /**
     * Starts a program.
     *
     * @return its process id, or {@code -errno}
     * @throws SandboxException when something of ours stands in the way
     */
    int start(Order order) throws SandboxException;

    /**
     * What is to be started.
     *
     * @param arguments the first is the program's path, too
     * @param environment NAME=VALUE
     * @param streams see {@link RunOptions#standardStreams()}
     * @param watch follows it from its first moment
     * @param own a terminal that becomes its 0, 1 and 2 and controls the session that it leads
     * @param foregroundOf the terminal whose foreground its group becomes
     */
    record Order(
            List<String> arguments,
            List<String> environment,
            String directory,
            boolean ownGroup,
            IgnoredSignals ignored,
            Map<Integer, Integer> streams,
            ChildWatch watch,
            Optional<Terminal> own,
            Optional<? extends HostTerminal> foregroundOf) {
        public Order {
            arguments = List.copyOf(arguments);
            environment = List.copyOf(environment);
            streams = Map.copyOf(streams);
        }
    }
}
