package org.bulle.engine.sandbox.landlock;

import java.util.List;
import org.bulle.engine.policy.EnforcementStatus;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.sandbox.CompiledPolicy;
import org.bulle.engine.sandbox.seccomp.ListenerSupport;
import org.bulle.engine.sandbox.seccomp.SocketRules;
import org.bulle.engine.sandbox.seccomp.SystemCallFilter;

/**
 * A policy in terms of Landlock and seccomp.
 *
 * @param handled the rights of the one ruleset
 * @param listener whether the run can be supervised
 * @param sockets what the filter says of sockets
 * @param filter what becomes of each call
 */
public record LandlockPolicy(
        Policy policy,
        HandledAccess handled,
        ListenerSupport listener,
        SocketRules sockets,
        SystemCallFilter filter,
        List<EnforcementStatus> enforcement)
        implements CompiledPolicy {
    public LandlockPolicy {
        enforcement = List.copyOf(enforcement);
    }

    @Override
    public String backend() {
        return LandlockBackend.NAME;
    }

    /** True when calls of the command are notified to us. */
    public boolean listening() {
        return listener instanceof ListenerSupport.Available;
    }
}
