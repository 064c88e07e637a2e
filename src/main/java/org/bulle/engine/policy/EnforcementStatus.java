package org.bulle.engine.policy;

/**
 * Whether one thing that a policy asks for is enforced by this system.
 *
 * @param what e.g. "files", "network", "signals", "truncate", "memory limit"
 * @param requested what the policy asks for, in words
 * @param enforced full, partial or none
 * @param reason why it is not full; empty when it is
 */
public record EnforcementStatus(Statement what, Statement requested, Degree enforced, Statement reason) {
    /** How much of it is enforced. */
    public enum Degree {
        FULL,
        PARTIAL,
        NONE
    }
}
