package org.bulle.engine.resolve;

import java.util.List;

/** What a configuration tree looks like before it is read. */
public final class ConfigurationEvidence {
    private ConfigurationEvidence() {}

    /** Of config.toml and of everything in {@code profiles/}, whether it can be used or not. */
    public static Evidence of(String configRoot) {
        MachineFiles files = new MachineFiles();
        observe(files, configRoot + "/config.toml");
        // What says that a change of several profiles was interrupted.
        observe(files, configRoot + "/.pending");
        PathWalk profiles = PathWalk.follow(files, configRoot + "/profiles");
        if (profiles.status().isDirectory()) {
            for (String name : files.names(profiles.path()).orElse(List.of())) {
                observe(files, Paths.child(profiles.path(), name));
            }
        }
        return files.evidence();
    }

    private static void observe(MachineFiles files, String path) {
        PathWalk walk = PathWalk.follow(files, path);
        if (walk.exists()) {
            files.owned(walk.path());
            files.observeContent(walk.path());
        }
    }
}
