package org.bulle.engine.sandbox.seatbelt;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Command;
import org.bulle.engine.policy.Grant;
import org.bulle.engine.policy.Limit;
import org.bulle.engine.policy.Network;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.policy.Ports;

/** Small policies for tests. */
final class Policies {
    private Policies() {}

    static Policy of(List<Grant> grants, Network network, List<String> services, List<Policy.Creation> create) {
        return of(grants, network, services, create, Duration.ZERO, List.of());
    }

    static Policy of(
            List<Grant> grants,
            Network network,
            List<String> services,
            List<Policy.Creation> create,
            Duration timeout,
            List<Limit> limits) {
        return of(grants, network, Ports.ANY, services, create, timeout, limits);
    }

    static Policy loopback(Ports ports) {
        return of(List.of(), Network.LOOPBACK, ports, List.of(), List.of(), Duration.ZERO, List.of());
    }

    private static Policy of(
            List<Grant> grants,
            Network network,
            Ports ports,
            List<String> services,
            List<Policy.Creation> create,
            Duration timeout,
            List<Limit> limits) {
        return new Policy(
                List.of("test"),
                "/Users/ann/w",
                Optional.of(new Command("/bin/echo", List.of("echo"))),
                timeout,
                grants,
                List.of(),
                network,
                ports,
                List.of(),
                services,
                false,
                false,
                limits,
                List.of(),
                create,
                List.of(),
                List.of());
    }

    static Policy grants(Grant... grants) {
        return of(List.of(grants), Network.NONE, List.of(), List.of());
    }

    static Grant ro(String path) {
        return new Grant(path, AccessList.RO);
    }

    static Grant rox(String path) {
        return new Grant(path, AccessList.ROX);
    }

    static Grant rw(String path) {
        return new Grant(path, AccessList.RW);
    }

    static Grant rwx(String path) {
        return new Grant(path, AccessList.RWX);
    }
}
