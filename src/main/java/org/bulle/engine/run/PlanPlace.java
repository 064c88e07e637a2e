package org.bulle.engine.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import org.bulle.engine.policy.Grant;
import org.bulle.engine.policy.PathTree;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.profile.OsPath;

/**
 * Where plans are kept: in the configuration root. Who can write a kept plan decides what the next run may do; whoever can write the configuration,
 * or a directory above it, decides that already. A place of its own would give that power to policies that do not have it today.
 */
final class PlanPlace {
    private static final String NAME = ".plans";

    private final Set<String> roots = new LinkedHashSet<>();

    PlanPlace(Path configRoot) {
        roots.add(OsPath.text(configRoot));
        try {
            roots.add(OsPath.text(configRoot.toRealPath()));
        } catch (IOException missing) {
            // What is not there yet is no link either.
            return;
        }
    }

    static Path directory(Path configRoot) {
        return configRoot.resolve(NAME);
    }

    /** Whether the grant reaches the configuration, as a whole or in part, or a directory above it. */
    boolean exposes(Grant grant) {
        return grant.access().writes() && roots.stream().anyMatch(root -> PathTree.overlap(root, grant.path()));
    }

    /** Whether the grant is for the kept plans alone, which nobody has a reason to write. */
    boolean isInside(Grant grant) {
        return grant.access().writes()
                && roots.stream().anyMatch(root -> PathTree.isWithin(grant.path(), root + "/" + NAME));
    }

    /** Whether a command under this policy could write what is kept. */
    boolean isExposed(Policy policy) {
        return policy.grants().stream().anyMatch(this::exposes);
    }
}
