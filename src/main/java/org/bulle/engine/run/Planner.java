package org.bulle.engine.run;

import org.bulle.engine.merge.MergedProfile;
import org.bulle.engine.merge.Merger;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.profile.Located;
import org.bulle.engine.profile.ProblemException;
import org.bulle.engine.resolve.Machine;
import org.bulle.engine.resolve.PolicyResolver;
import org.bulle.engine.resolve.Resolution;
import org.bulle.engine.resolve.ResolveRequest;
import org.bulle.engine.resolve.ToolRunner;

/** From what the user asks for to the policy: the one way that both faces and every inspection take. */
public final class Planner {
    private final ToolRunner tools;

    /**
     * @param tools how tool resolvers are asked
     */
    public Planner(ToolRunner tools) {
        this.tools = tools;
    }

    /**
     * Plans a run. Creates nothing and runs nothing but the tool resolvers.
     *
     * @throws ProblemException with everything that is wrong: {@code TEXT} problems exit 2, {@code MACHINE} problems 4, the lower code wins
     */
    public Plan plan(RunRequest request, Catalog catalog, Machine machine) throws ProblemException {
        MergedProfile merged = Merger.merge(catalog, request.profiles(), request.overrides(), machine.platform());
        boolean useDefaults = !request.overrides().noDefaults();
        Resolution resolution = new PolicyResolver(machine, tools)
                .resolve(new ResolveRequest(
                        merged,
                        !request.profiles().isEmpty(),
                        request.workspace(),
                        request.grantWorkspace(),
                        request.command(),
                        catalog.configuration(),
                        useDefaults,
                        request.vars(),
                        request.envAllExcept(),
                        request.envFile(),
                        request.timeout(),
                        request.limits()));
        boolean strict = request.strictLimits()
                || useDefaults && catalog.configuration().defaults().strictLimits().map(Located::value).orElse(false);
        return new Plan(merged, resolution.policy(), resolution.command(), resolution.directories(), strict, resolution.warnings());
    }
}
