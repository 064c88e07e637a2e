package org.bulle.desktop.explore;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bulle.engine.denial.suggest.RiskAssessor;
import org.bulle.engine.policy.AccessRight;
import org.bulle.engine.run.KernelProbe.Answer;
import org.bulle.engine.run.KernelProbe.Question;
import org.bulle.engine.run.PathExplanation;

/**
 * Why one stack reaches something or does not.
 *
 * @param target what was asked about
 * @param path the engine's explanation; absent for a variable and the network
 * @param kernel what the kernel answered under the same policy; empty where it was not asked
 * @param risk what reading it would put at stake; only of a path
 * @param reach how a variable or the network is reached; empty when it is not
 */
public record Why(
        List<String> stack,
        String workspace,
        Reach.Target target,
        Optional<PathExplanation> path,
        Map<Question, Answer> kernel,
        Optional<RiskAssessor.Judgement> risk,
        Optional<Reach> reach) {
    public Why {
        stack = List.copyOf(stack);
        kernel = Map.copyOf(kernel);
    }

    /** True when anything may be done with it. */
    public boolean reachable() {
        return path.map(found -> found.rights().isPresent()).orElse(reach.isPresent());
    }

    /** True when the kernel allows what the policy does not grant, or refuses what it grants. That would be a mistake of ours, and is shown. */
    public boolean contradicted() {
        return kernel.entrySet().stream().anyMatch(asked -> switch (asked.getValue()) {
            case Answer.Allowed allowed -> !grants(asked.getKey());
            case Answer.Refused refused -> grants(asked.getKey());
            case Answer.NotAsked not -> false;
        });
    }

    private boolean grants(Question question) {
        AccessRight needed = switch (question) {
            case READ -> AccessRight.READ;
            case WRITE, CREATE, REMOVE -> AccessRight.WRITE;
            case EXECUTE -> AccessRight.EXECUTE;
        };
        return path.flatMap(PathExplanation::rights)
                .filter(rights -> rights.rights().contains(needed))
                .isPresent();
    }
}
