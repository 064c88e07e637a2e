package org.bulle.engine.resolve;

import java.util.List;

/**
 * What one tool resolver says on this machine.
 *
 * @param entry {@code go:modcache}
 * @param outcome "ok", or why there is nothing
 * @param paths sorted
 */
public record ResolverReport(String entry, String description, String outcome, List<String> paths) {
    public ResolverReport {
        paths = List.copyOf(paths);
    }
}
