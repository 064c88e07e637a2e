package org.bulle.engine.sandbox;

import java.util.List;
import org.bulle.engine.policy.EnforcementStatus;
import org.bulle.engine.policy.Policy;

/** A policy in the terms of one backend, ready to be enforced. Each backend has its own implementation with what its launch needs. */
public interface CompiledPolicy {
    Policy policy();

    /** The {@link Backend#name()}. */
    String backend();

    /** One line for each thing the policy asks for; what is not full says why. */
    List<EnforcementStatus> enforcement();
}
