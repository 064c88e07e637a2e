package org.bulle.engine.sandbox.broker;

import java.util.List;
import org.bulle.engine.policy.Grant;
import org.bulle.engine.policy.Network;
import org.bulle.engine.policy.PathTree;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.policy.Ports;

/**
 * What a command may connect to.
 *
 * @param ports of this machine, under loopback
 * @param writable real paths; a socket on one or below one may be connected to
 * @param scopesAbstract the kernel judges abstract sockets by domain (Landlock ABI 6)
 */
public record Reach(Network network, Ports ports, List<String> writable, boolean scopesAbstract) {
    public Reach {
        writable = List.copyOf(writable);
    }

    public static Reach of(Policy policy, boolean scopesAbstract) {
        List<String> writable = policy.grants().stream()
                .filter(grant -> grant.access().writes())
                .map(Grant::path)
                .toList();
        return new Reach(policy.network(), policy.ports(), writable, scopesAbstract);
    }

    /** Only some ports of this machine. */
    public boolean choosesPorts() {
        return network == Network.LOOPBACK && !ports.isAny();
    }

    /**
     * @param path real and absolute, as the kernel names an open file
     */
    public boolean covers(String path) {
        return writable.stream().anyMatch(grant -> PathTree.isWithin(path, grant));
    }
}
