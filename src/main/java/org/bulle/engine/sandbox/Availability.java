package org.bulle.engine.sandbox;

/** Whether a backend can enforce anything here. */
public sealed interface Availability {

    /**
     * @param version what of it there is, in words: "Landlock ABI 7"
     */
    record Available(String version) implements Availability {}

    /**
     * @param reason why not, and what would change it, in one sentence
     */
    record Unavailable(String reason) implements Availability {}
}
