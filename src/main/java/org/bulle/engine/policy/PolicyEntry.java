package org.bulle.engine.policy;

import java.util.List;

/**
 * One row of the resolution table: a path entry as written, and what became of it on this machine.
 *
 * @param text the entry without its markers, as first written ({@code $CACHE/x/}, {@code which:git})
 * @param list the final rights of the entry: the union of its contributions
 * @param paths the absolute paths that it granted (or would create); empty when skipped
 * @param origins every contribution in merge order
 * @param raisedBy the index in {@code origins} of the contribution that first brought the final rights
 */
public record PolicyEntry(
        String text,
        AccessList list,
        boolean optional,
        boolean create,
        Outcome outcome,
        List<String> paths,
        List<Origin> origins,
        int raisedBy) {
    public PolicyEntry {
        paths = List.copyOf(paths);
        origins = List.copyOf(origins);
    }

    /** What became of an entry. {@link #label()} is the word that every face prints. */
    public sealed interface Outcome {
        String label();

        record Granted() implements Outcome {
            @Override
            public String label() {
                return "granted";
            }
        }

        record Skipped(Statement why) implements Outcome {
            @Override
            public String label() {
                return "skipped: " + why.english();
            }
        }

        record WouldCreate() implements Outcome {
            @Override
            public String label() {
                return "would create";
            }
        }

        /** A glob or a resolver stood for the paths. */
        record Expanded() implements Outcome {
            @Override
            public String label() {
                return "expanded";
            }
        }

        /** Granted as written: whether it is there, and what it leads to, cannot be known here. */
        record Unresolved(Statement why) implements Outcome {
            @Override
            public String label() {
                return "unresolved: " + why.english();
            }
        }

        /** Granted, but another entry gives more on the same path or above it. */
        record Wider(Statement why) implements Outcome {
            @Override
            public String label() {
                return "wider: " + why.english();
            }
        }
    }
}
