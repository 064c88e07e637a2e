package org.bulle.engine.sandbox.seatbelt;

import java.util.List;
import java.util.function.Predicate;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.EnforcementStatus;
import org.bulle.engine.policy.PathTree;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.sandbox.CompiledPolicy;
import org.bulle.engine.sandbox.SandboxException;

/**
 * A policy in the terms of Seatbelt.
 *
 * @param facts what is known of the granted paths
 * @param tag what the kernel logs with this run's denials
 */
public record SeatbeltPolicy(Policy policy, PathFacts facts, String tag, List<EnforcementStatus> enforcement)
        implements CompiledPolicy {
    public SeatbeltPolicy {
        enforcement = List.copyOf(enforcement);
    }

    @Override
    public String backend() {
        return SeatbeltBackend.NAME;
    }

    /**
     * The text of the rules.
     *
     * @param terminals see {@link SeatbeltText#of}
     * @throws SandboxException when something cannot be written as a rule
     */
    public String text(List<String> terminals) throws SandboxException {
        return SeatbeltText.of(policy, facts, terminals, tag);
    }

    /** Whether the rules let a file be executed; sandbox-exec itself cannot tell us why it could not. */
    public boolean mayExecute(String file) {
        return covers(file, AccessList::executes);
    }

    /** Whether the rules let something be written at a path. */
    public boolean mayWrite(String path) {
        return covers(path, AccessList::writes);
    }

    private boolean covers(String path, Predicate<AccessList> right) {
        Spellings spellings = new Spellings(facts);
        return policy.grants().stream()
                .filter(grant -> right.test(grant.access()))
                .flatMap(grant -> spellings.of(grant.path()).stream())
                .anyMatch(granted -> spellings.of(path).stream().anyMatch(each -> PathTree.isWithin(each, granted)));
    }
}
