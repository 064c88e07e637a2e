package org.bulle.engine.denial.suggest;

import java.util.Optional;

/** Questions about this machine, so that suggestions can be tested without one. */
public interface MachineView {
    boolean isDirectory(String path);

    /** The name under which the program at a real path is found on the caller's PATH. */
    Optional<String> programAt(String path);

    /** What git keeps elsewhere of a workspace that is one of several work trees. */
    default Optional<LinkedWorkTree> workTree(String workspace) {
        return Optional.empty();
    }
}
