package org.bulle.engine.denial;

import java.util.Optional;

/**
 * Where a run's denials come from, and how much of the truth that is. Without denials, only {@link State#COMPLETE} means that there were none.
 *
 * @param reason why it is not complete, and what would change that; absent when it is
 */
public record DenialSource(Kind kind, State state, Optional<String> reason) {
    public static final DenialSource OFF =
            new DenialSource(Kind.NONE, State.UNAVAILABLE, Optional.of("denials were not watched (--denials off)"));

    public static DenialSource complete(Kind kind) {
        return new DenialSource(kind, State.COMPLETE, Optional.empty());
    }

    public static DenialSource partial(Kind kind, String reason) {
        return new DenialSource(kind, State.PARTIAL, Optional.of(reason));
    }

    public static DenialSource unavailable(Kind kind, String reason) {
        return new DenialSource(kind, State.UNAVAILABLE, Optional.of(reason));
    }

    /** The mechanism. */
    public enum Kind {
        OBSERVE("observe"),
        AUDIT("audit"),
        SEATBELT_LOG("seatbelt-log"),
        NONE("none");

        private final String key;

        Kind(String key) {
            this.key = key;
        }

        public String key() {
            return key;
        }
    }

    /** How much was seen. */
    public enum State {
        COMPLETE("complete"),
        PARTIAL("partial"),
        UNAVAILABLE("unavailable");

        private final String key;

        State(String key) {
            this.key = key;
        }

        public String key() {
            return key;
        }
    }
}
