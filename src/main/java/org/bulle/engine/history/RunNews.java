package org.bulle.engine.history;

import java.util.List;
import org.bulle.engine.denial.Denial;
import org.bulle.engine.denial.DenialSource;

/**
 * How a run stands, told by its supervisor while it goes on. Each is whole: one that is missed is made up for by the next.
 *
 * @param run the id of its record
 * @param pid of the command; 0 before it was started
 * @param denied how often something was denied, each repetition counted
 * @param distinct how many different denials that is
 * @param harmless how many of the different ones are probes that nothing depends on
 * @param source how much of the truth that is so far
 * @param latest the last ones that are not harmless, newest first; risk and suggestion are worked out when the run has ended
 */
public record RunNews(
        String run, int pid, long denied, long distinct, long harmless, DenialSource source, List<Denial> latest) {
    public RunNews {
        latest = List.copyOf(latest);
    }
}
