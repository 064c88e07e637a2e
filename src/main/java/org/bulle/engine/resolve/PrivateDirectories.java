package org.bulle.engine.resolve;

import java.util.Optional;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Grant;

/**
 * The directories that belong to us alone, not yet made.
 *
 * @param root {@code <system temp>/bulle-<uid>}, 0700; {@code $TMP}
 * @param temp {@code $TMP/bulle/tmp}, the sandbox's own temp directory
 * @param shims the directory of this run's shims, outside of everything that the command may write; absent when there are no shims
 */
public record PrivateDirectories(String root, String temp, Optional<String> shims) {

    /** The grant that lets the command use the shims. */
    public Optional<Grant> shimGrant() {
        return shims.map(path -> new Grant(path, AccessList.ROX));
    }
}
