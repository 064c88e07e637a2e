package org.bulle.engine.sandbox;

import org.bulle.engine.policy.Policy;

/** One operating system's way to enforce a policy. */
public interface Backend {

    /** {@code linux-landlock} or {@code macos-seatbelt}; the name that show, JSON and records print. */
    String name();

    /** Asks the kernel; never guesses from a version. */
    Availability availability();

    /**
     * Works out what this kernel will enforce of the policy. Pure but for questions to the kernel: creates nothing, restricts nothing.
     *
     * @throws SandboxException when no sandbox is available, or when a promised right (files, network) cannot be enforced
     */
    CompiledPolicy compile(Policy policy) throws SandboxException;
}
