package org.bulle.engine.sandbox.seccomp;

/** What a notified call gets. */
public sealed interface Answer {
    /** The kernel performs the call and decides about it. Never a permission: the caller's memory can change after we looked. */
    record Continue() implements Answer {}

    /**
     * @param errno positive; the call fails with it
     */
    record Fail(int errno) implements Answer {}

    /**
     * @param value what the call returns
     */
    record Return(long value) implements Answer {}

    /** A handler has answered, or will answer, the kernel itself. */
    record Taken() implements Answer {}

    Answer CONTINUE = new Continue();
}
