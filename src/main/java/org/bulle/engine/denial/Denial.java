package org.bulle.engine.denial;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * An access that the sandbox refused and that the user could have done outside it. Identical ones are one denial with a count.
 *
 * @param path absolute, as the kernel resolved it, in the spelling of {@link org.bulle.engine.policy.OsString}; the name of a service; absent for
 *     hosts and signals
 * @param host the address for connect and bind over the network, or what a signal was for
 * @param count how often, at least 1
 * @param process the name of the process that tried first ({@code comm})
 * @param pid its process id
 * @param harmless a probe whose failure nothing depends on; shown folded, never suggested by default
 * @param suggestion absent when nothing was worked out (harmless probes of the kernel)
 * @param decision absent while undecided
 */
public record Denial(
        Access access,
        Optional<String> path,
        Optional<String> host,
        OptionalInt port,
        long count,
        Instant first,
        Instant last,
        String process,
        int pid,
        boolean harmless,
        Risk risk,
        Enforcer enforcedBy,
        Optional<Suggestion> suggestion,
        Optional<Decision> decision) {

    /** What was denied, for a table: the path, or {@code host:port}. */
    public String target() {
        if (path.isPresent()) {
            return path.get();
        }
        String name = host.orElse("");
        if (port.isEmpty()) {
            return name;
        }
        return name.indexOf(':') >= 0 ? "[" + name + "]:" + port.getAsInt() : name + ":" + port.getAsInt();
    }

    public Denial with(Suggestion suggested) {
        return judged(harmless, risk, suggested);
    }

    /** With what was worked out about it. */
    public Denial judged(boolean isHarmless, Risk stake, Suggestion suggested) {
        return with(path, isHarmless, stake, Optional.of(suggested), decision);
    }

    /** The same at another path. */
    public Denial at(String other) {
        return with(Optional.of(other), harmless, risk, suggestion, decision);
    }

    public Denial decided(Optional<Decision> choice) {
        return with(path, harmless, risk, suggestion, choice);
    }

    private Denial with(
            Optional<String> where,
            boolean isHarmless,
            Risk stake,
            Optional<Suggestion> suggested,
            Optional<Decision> choice) {
        return new Denial(
                access,
                where,
                host,
                port,
                count,
                first,
                last,
                process,
                pid,
                isHarmless,
                stake,
                enforcedBy,
                suggested,
                choice);
    }

    /** True when the user may still want to do something about it. */
    public boolean undecided() {
        return decision.isEmpty() && !harmless;
    }
}
