package org.bulle.engine.sandbox.seccomp;

/**
 * A question about one argument: {@code (low 32 bits & mask) == value}. All arguments that we judge are ints for the kernel, which ignores the upper
 * half of the register; a test of 64 bits could be dodged.
 *
 * @param index of the argument, 0 to 5
 */
public record ArgumentTest(int index, int mask, int value) {

    public static ArgumentTest is(int index, int value) {
        return new ArgumentTest(index, -1, value);
    }

    /** None of these bits is set. */
    public static ArgumentTest none(int index, int bits) {
        return new ArgumentTest(index, bits, 0);
    }

    public boolean matches(long argument) {
        return ((int) argument & mask) == value;
    }
}
