package org.bulle.engine.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bulle.engine.policy.Limit;

/**
 * The limits that a process carries with it, where nobody can set them from outside: a small shell sets them on itself and becomes the program. dash,
 * because its units are those of POSIX: blocks of 512 bytes, whole seconds.
 */
final class MacLimits {
    private static final String SHELL = "/bin/dash";
    private static final long BLOCK = 512;

    private MacLimits() {}

    /** What stands before the program's own arguments; nothing without limits. */
    static List<String> setting(List<Limit> limits) {
        List<String> steps = new ArrayList<>();
        for (Limit limit : limits) {
            Optional<LimitMechanisms.Resource> resource = LimitMechanisms.Resource.of(limit.name());
            if (limit.enforced() && resource.isPresent()) {
                steps.add(step(resource.get(), limit.value()));
            }
        }
        if (steps.isEmpty()) {
            return List.of();
        }
        steps.add("exec \"$@\"");
        return List.of(SHELL, "-c", String.join("\n", steps), "dash");
    }

    /** Soft and hard; where the hard limit is lower already, that one stays. */
    private static String step(LimitMechanisms.Resource resource, String written) {
        long value = resource.value(written);
        String flag = switch (resource) {
            case NOFILE -> "-n";
            case FSIZE -> "-f";
            case CPU -> "-t";
        };
        long amount = resource == LimitMechanisms.Resource.FSIZE ? Math.max(1, value / BLOCK) : value;
        return "ulimit " + flag + " " + amount + " 2>/dev/null || ulimit " + flag + " \"$(ulimit -H " + flag
                + ")\" || exit 71";
    }
}
