package org.bulle.engine.policy;

import java.util.List;

/**
 * A clause that the engine says to people, as a value: why an entry was skipped, what a grant puts at stake, why something is not enforced. Records, JSON and the
 * command line have it in English.
 */
public sealed interface Statement {
    /** Nothing to say. */
    Statement NONE = new Verbatim("");

    /** In English; as written where it has no kind. */
    String english();

    /** Whether there is nothing to say. */
    default boolean isEmpty() {
        return english().isEmpty();
    }

    /**
     * Shown as it is in every language: a path, a name, a number, the words of the system or of a tool, and what another version of this program recorded.
     */
    record Verbatim(String text) implements Statement {
        @Override
        public String english() {
            return text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /**
     * @param parts what fills the places of the phrase, in their order
     */
    record Phrased(Phrase phrase, List<Statement> parts) implements Statement {
        public Phrased {
            parts = List.copyOf(parts);
        }

        @Override
        public String english() {
            String words = phrase.english();
            StringBuilder out = new StringBuilder(words.length() + 32);
            int from = 0;
            for (Statement part : parts) {
                int open = words.indexOf('{', from);
                out.append(words, from, open).append(part.english());
                from = words.indexOf('}', open) + 1;
            }
            return out.append(words, from, words.length()).toString();
        }

        @Override
        public String toString() {
            return english();
        }
    }
}
