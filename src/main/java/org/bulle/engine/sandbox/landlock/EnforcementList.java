package org.bulle.engine.sandbox.landlock;

import java.util.ArrayList;
import java.util.List;
import org.bulle.engine.jna.linux.Landlock;
import org.bulle.engine.policy.EnforcementStatus;
import org.bulle.engine.policy.EnforcementStatus.Degree;
import org.bulle.engine.policy.Limit;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.policy.Statement;
import org.bulle.engine.sandbox.EnforcementPhrase;
import org.bulle.engine.sandbox.seccomp.ListenerSupport;
import org.bulle.engine.sandbox.seccomp.SocketRules;

/** Says of each thing that a policy asks for whether this kernel enforces it, and why not. */
record EnforcementList(Policy policy, HandledAccess handled, ListenerSupport listener, SocketRules sockets) {

    List<EnforcementStatus> statuses() {
        List<EnforcementStatus> all = new ArrayList<>();
        all.add(full(EnforcementPhrase.FILES.with(), EnforcementPhrase.ONLY_GRANTED.with()));
        all.add(truncation());
        all.add(moves());
        all.add(devices());
        all.add(attributes());
        all.add(network());
        all.add(unixSockets());
        all.add(abstractSockets());
        all.add(signals());
        all.add(full(EnforcementPhrase.SYSTEM_CALLS.with(), EnforcementPhrase.NO_ADMINISTRATION.with()));
        all.add(supervision());
        policy.limits().stream().map(this::limit).forEach(all::add);
        return all;
    }

    private EnforcementStatus truncation() {
        Statement asked = EnforcementPhrase.ONLY_WRITABLE.with();
        return handled.handles(Landlock.LANDLOCK_ACCESS_FS_TRUNCATE)
                ? full(EnforcementPhrase.TRUNCATION.with(), asked)
                : partial(EnforcementPhrase.TRUNCATION.with(), asked, lacks(EnforcementPhrase.LACKS_TRUNCATE, 3));
    }

    private EnforcementStatus moves() {
        Statement asked = EnforcementPhrase.BETWEEN_GRANTS.with();
        return handled.handles(Landlock.LANDLOCK_ACCESS_FS_REFER)
                ? full(EnforcementPhrase.MOVES.with(), asked)
                : none(EnforcementPhrase.MOVES.with(), asked, lacks(EnforcementPhrase.LACKS_MOVES, 2));
    }

    private EnforcementStatus devices() {
        Statement asked = EnforcementPhrase.DEVICES_WRITABLE.with();
        return handled.handles(Landlock.LANDLOCK_ACCESS_FS_IOCTL_DEV)
                ? full(EnforcementPhrase.DEVICES.with(), asked)
                : none(EnforcementPhrase.DEVICES.with(), asked, lacks(EnforcementPhrase.LACKS_DEVICES, 5));
    }

    private static EnforcementStatus attributes() {
        return none(
                EnforcementPhrase.FILE_ATTRIBUTES.with(),
                EnforcementPhrase.UNCHANGED_OUTSIDE.with(),
                EnforcementPhrase.ATTRIBUTES_OPEN.with());
    }

    private EnforcementStatus network() {
        return switch (policy.network()) {
            case FULL -> full(EnforcementPhrase.NETWORK.with(), EnforcementPhrase.WHOLE_NETWORK.with());
            case NONE -> full(EnforcementPhrase.NETWORK.with(), EnforcementPhrase.NO_NETWORK.with());
            case LOOPBACK -> {
                Statement asked = policy.ports().isAny()
                        ? EnforcementPhrase.LOOPBACK.with()
                        : EnforcementPhrase.LOOPBACK_PORTS.with(policy.ports().text());
                yield sockets.mediatesConnect()
                        ? full(EnforcementPhrase.NETWORK.with(), asked)
                        : none(
                                EnforcementPhrase.NETWORK.with(),
                                asked,
                                EnforcementPhrase.NETWORK_CLOSED.with(nested()));
            }
        };
    }

    private EnforcementStatus unixSockets() {
        Statement asked = EnforcementPhrase.WRITABLE_SOCKETS.with();
        if (sockets.kernelJudgesUnixPaths() || sockets.mediatesConnect()) {
            return full(EnforcementPhrase.UNIX_SOCKETS.with(), asked);
        }
        return partial(EnforcementPhrase.UNIX_SOCKETS.with(), asked, EnforcementPhrase.UNIX_CLOSED.with(nested()));
    }

    private EnforcementStatus abstractSockets() {
        Statement asked = EnforcementPhrase.OWN_SOCKETS.with();
        if (handled.scoped() != 0) {
            return full(EnforcementPhrase.ABSTRACT_SOCKETS.with(), asked);
        }
        return partial(EnforcementPhrase.ABSTRACT_SOCKETS.with(), asked, lacks(EnforcementPhrase.LACKS_MOVES, 6));
    }

    private EnforcementStatus signals() {
        Statement asked = EnforcementPhrase.OWN_PROCESSES.with();
        return handled.scoped() != 0
                ? full(EnforcementPhrase.SIGNALS.with(), asked)
                : none(EnforcementPhrase.SIGNALS.with(), asked, lacks(EnforcementPhrase.LACKS_SIGNALS, 6));
    }

    private EnforcementStatus supervision() {
        Statement asked = EnforcementPhrase.SEEN.with();
        if (listener instanceof ListenerSupport.Available(boolean killable)) {
            return killable
                    ? full(EnforcementPhrase.SUPERVISION.with(), asked)
                    : partial(EnforcementPhrase.SUPERVISION.with(), asked, EnforcementPhrase.INTERRUPTIBLE.with());
        }
        return none(
                EnforcementPhrase.SUPERVISION.with(), asked, listener.obstacle().orElseThrow());
    }

    /** Limits are put on by the supervisor while it holds the first execution. */
    private EnforcementStatus limit(Limit limit) {
        Statement what = EnforcementPhrase.LIMIT.with(limit.name());
        Statement value = new Statement.Verbatim(limit.value());
        if (!limit.enforced()) {
            return none(what, value, limit.reason());
        }
        return listener.obstacle().map(reason -> none(what, value, reason)).orElseGet(() -> full(what, value));
    }

    private Statement lacks(EnforcementPhrase consequence, int abi) {
        return consequence.with(Integer.toString(abi), Integer.toString(handled.abi()));
    }

    private static Statement nested() {
        return ListenerSupport.Occupied.REASON;
    }

    private static EnforcementStatus full(Statement what, Statement asked) {
        return new EnforcementStatus(what, asked, Degree.FULL, Statement.NONE);
    }

    private static EnforcementStatus partial(Statement what, Statement asked, Statement reason) {
        return new EnforcementStatus(what, asked, Degree.PARTIAL, reason);
    }

    private static EnforcementStatus none(Statement what, Statement asked, Statement reason) {
        return new EnforcementStatus(what, asked, Degree.NONE, reason);
    }
}
