package org.bulle.engine.run;

import org.bulle.engine.sandbox.CompiledPolicy;
import org.bulle.engine.sandbox.SandboxException;

/** Starts a command under a compiled policy and supervises it until nothing of it is left. */
public final class Launcher {

    /**
     * Runs the policy's command and waits for its end. The calling thread supervises; it must be a platform thread. While a command runs, this process
     * handles INT, TERM, HUP, QUIT, TSTP, USR1 and CHLD itself; one run at a time in a process.
     *
     * @throws CommandException when the command cannot be executed
     * @throws SandboxException when the sandbox is missing or could not be installed; nothing was run
     */
    public RunResult run(CompiledPolicy policy, RunOptions options) throws CommandException, SandboxException {
        throw new SandboxException(SandboxException.Kind.UNAVAILABLE, "no launch is known for the backend " + policy.backend());
    }
}
