package org.bulle.desktop.runs;

import java.util.Optional;
import org.bulle.engine.denial.Risk;
import org.bulle.engine.policy.Statement;

/**
 * What granting the entries of a rung would mean here and now.
 *
 * @param files how many files lie there
 * @param complete false when there are at least so many
 * @param risk the highest of what it would grant
 * @param why a clause about the risk, that follows the path; empty for none
 * @param nothing why it would grant nothing; absent when it grants something
 */
public record RungFacts(long files, boolean complete, Risk risk, Statement why, Optional<Statement> nothing) {
    /** Finds them out; takes time. */
    public interface Source {
        RungFacts of(String workspace, String list, java.util.List<String> entries) throws java.io.IOException;
    }
}
