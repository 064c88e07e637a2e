package org.bulle.engine.sandbox.landlock;

import java.util.function.Supplier;
import org.bulle.engine.jna.linux.Architecture;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.policy.Statement;
import org.bulle.engine.sandbox.Availability;
import org.bulle.engine.sandbox.Backend;
import org.bulle.engine.sandbox.SandboxException;
import org.bulle.engine.sandbox.seccomp.ListenerSupport;
import org.bulle.engine.sandbox.seccomp.SocketRules;
import org.bulle.engine.sandbox.seccomp.SystemCallFilter;

/** Landlock for files, TCP, signals and abstract sockets; seccomp for what Landlock does not cover. */
public final class LandlockBackend implements Backend {
    public static final String NAME = "linux-landlock";

    private final LandlockQuery landlock;
    private final Supplier<ListenerSupport> seccomp;

    /** Asks this kernel. */
    public LandlockBackend() {
        this(LandlockQuery.kernel(), ListenerSupport::ask);
    }

    /** For a kernel that is described instead of asked. */
    public LandlockBackend(LandlockQuery landlock, Supplier<ListenerSupport> seccomp) {
        this.landlock = landlock;
        this.seccomp = seccomp;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Availability availability() {
        long abi = landlock.abi();
        if (abi < 1) {
            return new Availability.Unavailable(LandlockQuery.explain(-abi));
        }
        // No switch: every run comes here, and the first switch over patterns makes a class.
        return seccomp.get() instanceof ListenerSupport.Missing(Statement reason)
                ? new Availability.Unavailable(reason.english())
                : new Availability.Available("Landlock ABI " + abi);
    }

    @Override
    public LandlockPolicy compile(Policy policy) throws SandboxException {
        long abi = landlock.abi();
        if (abi < 1) {
            throw new SandboxException(SandboxException.Kind.UNAVAILABLE, LandlockQuery.explain(-abi));
        }
        ListenerSupport listener = seccomp.get();
        if (listener instanceof ListenerSupport.Missing(Statement reason)) {
            throw new SandboxException(SandboxException.Kind.UNAVAILABLE, reason.english());
        }
        HandledAccess handled =
                HandledAccess.forAbi((int) Math.min(abi, Integer.MAX_VALUE), policy.network(), policy.ports());
        SocketRules sockets = new SocketRules(
                policy.network(),
                policy.ports(),
                handled.judgesUnixPaths(),
                listener instanceof ListenerSupport.Available);
        SystemCallFilter filter = SystemCallFilter.of(architecture(), sockets, handled.abi() >= 3);
        return new LandlockPolicy(
                policy,
                handled,
                listener,
                sockets,
                filter,
                new EnforcementList(policy, handled, listener, sockets).statuses());
    }

    private static Architecture architecture() throws SandboxException {
        try {
            return Architecture.current();
        } catch (UnsupportedOperationException e) {
            throw new SandboxException(SandboxException.Kind.UNAVAILABLE, String.valueOf(e.getMessage()));
        }
    }
}
