package org.bulle.engine.resolve;

import org.bulle.engine.profile.Problem;
import org.bulle.engine.profile.ProblemException;

/** Turns a merged profile into the policy for this machine. Creates nothing and runs nothing but the tool resolvers. */
public final class PolicyResolver {
    private final Machine machine;
    private final ToolRunner tools;

    public PolicyResolver(Machine machine, ToolRunner tools) {
        this.machine = machine;
        this.tools = tools;
    }

    /**
     * @throws ProblemException with everything that is wrong in the text or on this machine
     */
    public Resolution resolve(ResolveRequest request) throws ProblemException {
        throw new ProblemException(new Problem(
                Problem.Severity.ERROR, Problem.Kind.MACHINE, "", 0, 0, "", "cannot resolve on " + machine.platform().key() + " with " + tools, null));
    }
}
