package org.bulle.engine.sandbox.seatbelt;

import java.util.List;
import java.util.function.Supplier;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.sandbox.Availability;
import org.bulle.engine.sandbox.Backend;
import org.bulle.engine.sandbox.SandboxException;

/** Seatbelt through {@code /usr/bin/sandbox-exec}. */
public final class SeatbeltBackend implements Backend {
    public static final String NAME = "macos-seatbelt";

    private final Supplier<Availability> availability;
    private final PathFacts facts;
    private final Supplier<String> tags;

    /** For this machine. */
    public SeatbeltBackend() {
        this(new SeatbeltQuery()::ask, new MachinePathFacts(), new RunTags());
    }

    /** For a machine that is described instead of asked. */
    public SeatbeltBackend(Supplier<Availability> availability, PathFacts facts, Supplier<String> tags) {
        this.availability = availability;
        this.facts = facts;
        this.tags = tags;
    }

    /** For showing on another system what this one would do: nothing is asked but what stands at the granted paths here. */
    public static SeatbeltBackend seenFromElsewhere(Policy policy) {
        return new SeatbeltBackend(
                () -> new Availability.Available("not asked: this system is not macOS"),
                ForeignPathFacts.of(policy, new MachinePathFacts()),
                () -> "");
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Availability availability() {
        return availability.get();
    }

    @Override
    public SeatbeltPolicy compile(Policy policy) throws SandboxException {
        return switch (availability.get()) {
            case Availability.Unavailable(String reason) ->
                throw new SandboxException(SandboxException.Kind.UNAVAILABLE, reason);
            case Availability.Available _ -> {
                SeatbeltPolicy compiled = new SeatbeltPolicy(
                        policy, facts, tags.get(), new SeatbeltEnforcement(policy, facts).statuses());
                compiled.text(List.of());
                yield compiled;
            }
        };
    }
}
