package org.bulle.engine.denial;

/**
 * A file in the writable area that something outside the sandbox will run or obey later, and that changed during the run.
 *
 * @param path relative to the workspace where it lies inside, else absolute
 * @param why what will run or obey it
 */
public record Planted(String path, Change change, String why) {
    /** How it changed. */
    public enum Change {
        CREATED("created"),
        MODIFIED("modified");

        private final String key;

        Change(String key) {
            this.key = key;
        }

        public String key() {
            return key;
        }
    }
}
