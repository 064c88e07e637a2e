package org.bulle.engine.run;

import org.bulle.engine.sandbox.CompiledPolicy;
import org.bulle.engine.sandbox.SandboxException;
import org.bulle.engine.sandbox.landlock.LandlockPolicy;
import org.bulle.engine.sandbox.seatbelt.SeatbeltPolicy;

/** Starts a command under a compiled policy and supervises it until nothing of it is left. */
public final class Launcher {

    /**
     * Runs the policy's command and waits for its end. The calling thread supervises; it must be a platform thread. While a foreground run goes on, this
     * process handles INT, TERM, HUP, QUIT, TSTP, USR1 and CHLD itself; one such run at a time in a process.
     *
     * @throws CommandException when the command cannot be executed
     * @throws SandboxException when the sandbox is missing or could not be installed; nothing was run
     */
    public RunResult run(CompiledPolicy policy, RunOptions options) throws CommandException, SandboxException {
        if (policy instanceof LandlockPolicy landlock) {
            return new LinuxRun(landlock, options).run();
        }
        if (policy instanceof SeatbeltPolicy seatbelt) {
            return new SeatbeltRun(seatbelt, options).run();
        }
        throw new SandboxException(
                SandboxException.Kind.UNAVAILABLE, "this system cannot run under " + policy.backend());
    }
}
