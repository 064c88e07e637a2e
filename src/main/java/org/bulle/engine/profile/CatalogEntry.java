package org.bulle.engine.profile;

import java.util.List;
import java.util.Optional;

/**
 * One row of the list of profiles.
 *
 * @param kind app when its own layers or its parents set a default_app, else support
 * @param inherits the parents as its layers name them, low to high
 * @param file the highest layer's file, as shown to the user
 * @param problems of its own layers
 */
public record CatalogEntry(
        String name,
        Kind kind,
        Source source,
        Optional<String> title,
        Optional<String> description,
        List<String> inherits,
        String file,
        List<Problem> problems) {
    public CatalogEntry {
        inherits = List.copyOf(inherits);
        problems = List.copyOf(problems);
    }

    public boolean broken() {
        return problems.stream().anyMatch(Problem::isError);
    }

    /** Whether it runs something by itself. */
    public enum Kind {
        APP("app"),
        SUPPORT("support");

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }

    /** Who wrote it. */
    public enum Source {
        BUILT_IN("built-in"),
        USER_ONLY("user-only"),
        USER_OVERRIDE("user override");

        private final String label;

        Source(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }
}
