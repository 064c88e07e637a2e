package org.bulle.engine.sandbox.seccomp;

/** What the filter does with a call. */
public sealed interface Verdict {
    Verdict ALLOW = new Allow();
    Verdict MEDIATE = new Mediate();

    record Allow() implements Verdict {}

    /**
     * @param errno positive; what the call fails with
     */
    record Refuse(int errno) implements Verdict {}

    /** The supervisor does the call for the caller, or refuses it; never continued. */
    record Mediate() implements Verdict {}
}
