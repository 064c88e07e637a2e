package org.bulle.engine.profile;

import java.util.List;
import java.util.Optional;

/** What {@code allow} and {@code deny} can name. */
public final class Capabilities {
    public static final String NETWORK = "network";
    /** TCP within this machine while the network is denied. */
    public static final String LOOPBACK = "loopback";

    public static final List<String> ALL = List.of(NETWORK, LOOPBACK);

    private Capabilities() {}

    /** Why {@code name} is not a capability, with a suggestion; empty when it is one. */
    public static Optional<String> refusal(String name) {
        if (ALL.contains(name)) {
            return Optional.empty();
        }
        String known = Nearest.suggest(name, ALL).isPresent()
                ? Nearest.hint(name, ALL)
                : "; the capabilities are network and loopback";
        return Optional.of("unknown capability " + Printable.quoted(name) + known);
    }
}
