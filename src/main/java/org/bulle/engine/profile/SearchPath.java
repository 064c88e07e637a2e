package org.bulle.engine.profile;

import java.util.Arrays;
import java.util.List;

/** A value of PATH. */
public final class SearchPath {
    private SearchPath() {}

    /** Its absolute directories, in order, each once. An empty or relative one is wherever somebody happens to stand, and never counts. */
    public static List<String> directories(String path) {
        return Arrays.stream(path.split(":", -1))
                .filter(directory -> directory.startsWith("/"))
                .distinct()
                .toList();
    }
}
