package org.bulle.engine.merge;

import java.util.List;
import java.util.Optional;
import org.bulle.engine.policy.Network;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.profile.Platform;
import org.bulle.engine.profile.ProblemException;

/** A stack of profile names to one {@link MergedProfile}. Pure: looks at nothing but the catalog. */
public final class Merger {
    private Merger() {}

    /**
     * @param stack the profiles as selected; empty for config.toml's default or {@code default}
     * @throws ProblemException with every problem of the profiles and of config.toml that this stack uses
     */
    public static MergedProfile merge(Catalog catalog, List<String> stack, Overrides overrides, Platform platform) throws ProblemException {
        return new MergedProfile(
                stack, stack, List.of(), List.of(), Network.NONE, List.of(), List.of(), Optional.empty(), Optional.empty(), Optional.empty());
    }
}
