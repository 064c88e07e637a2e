package org.bulle.engine.denial;

import java.time.Instant;

/**
 * What the user decided about a denial. None is recorded while it is undecided.
 *
 * @param profile the profile it was added to; empty for the other kinds
 */
public record Decision(Kind kind, String profile, Instant when) {
    /** The choices of the Runs view. */
    public enum Kind {
        /** Granted to one rerun. */
        RERUN("rerun"),
        /** Added to a profile. */
        PROFILE("profile"),
        /** Keep denying and stop suggesting. */
        DENY("deny");

        private final String key;

        Kind(String key) {
            this.key = key;
        }

        public String key() {
            return key;
        }
    }
}
