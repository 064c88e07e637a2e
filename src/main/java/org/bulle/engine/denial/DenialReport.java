package org.bulle.engine.denial;

import java.util.List;

/**
 * What one run was refused.
 *
 * @param denials in the order they were first seen
 * @param planted what changed that is run or obeyed outside later, sorted by path
 */
public record DenialReport(DenialSource source, List<Denial> denials, List<Planted> planted) {
    public DenialReport {
        denials = List.copyOf(denials);
        planted = List.copyOf(planted);
    }

    /** How many are left to decide about; harmless ones do not count. */
    public long undecided() {
        return denials.stream().filter(Denial::undecided).count();
    }
}
