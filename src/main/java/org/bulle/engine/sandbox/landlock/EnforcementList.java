package org.bulle.engine.sandbox.landlock;

import java.util.ArrayList;
import java.util.List;
import org.bulle.engine.jna.linux.Landlock;
import org.bulle.engine.policy.EnforcementStatus;
import org.bulle.engine.policy.EnforcementStatus.Degree;
import org.bulle.engine.policy.Limit;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.sandbox.seccomp.ListenerSupport;
import org.bulle.engine.sandbox.seccomp.SocketRules;

/** Says of each thing that a policy asks for whether this kernel enforces it, and why not. */
record EnforcementList(Policy policy, HandledAccess handled, ListenerSupport listener, SocketRules sockets) {

    List<EnforcementStatus> statuses() {
        List<EnforcementStatus> all = new ArrayList<>();
        all.add(full("files", "only the granted paths"));
        all.add(truncation());
        all.add(moves());
        all.add(devices());
        all.add(attributes());
        all.add(network());
        all.add(unixSockets());
        all.add(abstractSockets());
        all.add(signals());
        all.add(full(
                "system calls", "no administration of the machine, no namespaces, no keyrings, no terminal injection"));
        all.add(supervision());
        policy.limits().stream().map(this::limit).forEach(all::add);
        return all;
    }

    private EnforcementStatus truncation() {
        String asked = "only where writing is granted";
        return handled.handles(Landlock.LANDLOCK_ACCESS_FS_TRUNCATE)
                ? full("truncation", asked)
                : partial(
                        "truncation",
                        asked,
                        lacks(3) + ": truncate(2) is refused everywhere, also where writing is granted");
    }

    private EnforcementStatus moves() {
        String asked = "moves and hard links between granted directories";
        return handled.handles(Landlock.LANDLOCK_ACCESS_FS_REFER)
                ? full("moves", asked)
                : none("moves", asked, lacks(2) + ": all of them are refused");
    }

    private EnforcementStatus devices() {
        String asked = "device control only where writing is granted";
        return handled.handles(Landlock.LANDLOCK_ACCESS_FS_IOCTL_DEV)
                ? full("devices", asked)
                : none("devices", asked, lacks(5) + ": a device that can be opened can be controlled");
    }

    private static EnforcementStatus attributes() {
        return none(
                "file attributes",
                "unchanged outside the grants",
                "Landlock does not restrict stat, chmod, chown, utimes and extended attributes: the user's own rights decide");
    }

    private EnforcementStatus network() {
        return switch (policy.network()) {
            case FULL -> full("network", "full");
            case NONE -> full("network", "none");
            case LOOPBACK -> {
                String asked = "loopback: TCP within this machine"
                        + (policy.ports().isAny()
                                ? ""
                                : ", ports " + policy.ports().text());
                yield sockets.mediatesConnect()
                        ? full("network", asked)
                        : none("network", asked, nested() + "; the network is denied altogether");
            }
        };
    }

    private EnforcementStatus unixSockets() {
        String asked = "connections only to sockets that writing is granted on";
        if (sockets.kernelJudgesUnixPaths() || sockets.mediatesConnect()) {
            return full("unix sockets", asked);
        }
        return partial("unix sockets", asked, nested() + "; unix sockets are denied altogether");
    }

    private EnforcementStatus abstractSockets() {
        String asked = "connections only to sockets of the command itself";
        if (handled.scoped() != 0) {
            return full("abstract sockets", asked);
        }
        return partial("abstract sockets", asked, lacks(6) + ": all of them are refused");
    }

    private EnforcementStatus signals() {
        String asked = "only to processes of the command itself";
        return handled.scoped() != 0
                ? full("signals", asked)
                : none("signals", asked, lacks(6) + ": every process of this user can be signalled");
    }

    private EnforcementStatus supervision() {
        String asked = "executions and connections are seen by the supervisor";
        if (listener instanceof ListenerSupport.Available(boolean killable)) {
            return killable
                    ? full("supervision", asked)
                    : partial(
                            "supervision",
                            asked,
                            "before Linux 5.19 a signal can interrupt a supervised call, which then fails with EINTR");
        }
        return none("supervision", asked, listener.obstacle().orElseThrow());
    }

    /** Limits are put on by the supervisor while it holds the first execution. */
    private EnforcementStatus limit(Limit limit) {
        String what = limit.name() + " limit";
        if (!limit.enforced()) {
            return none(what, limit.value(), limit.reason());
        }
        return listener.obstacle()
                .map(reason -> none(what, limit.value(), reason))
                .orElseGet(() -> full(what, limit.value()));
    }

    private String lacks(int abi) {
        return "needs Landlock ABI " + abi + ", this kernel has " + handled.abi();
    }

    private static String nested() {
        return ListenerSupport.Occupied.REASON;
    }

    private static EnforcementStatus full(String what, String asked) {
        return new EnforcementStatus(what, asked, Degree.FULL, "");
    }

    private static EnforcementStatus partial(String what, String asked, String reason) {
        return new EnforcementStatus(what, asked, Degree.PARTIAL, reason);
    }

    private static EnforcementStatus none(String what, String asked, String reason) {
        return new EnforcementStatus(what, asked, Degree.NONE, reason);
    }
}
