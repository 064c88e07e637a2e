package org.bulle.engine.sandbox.seccomp;

/**
 * What was read of a caller together with its call, in one entry into the kernel. Good until the handlers have answered, and no better than what they would
 * read themselves: it can have changed since.
 */
public interface FirstLook {
    FirstLook NOTHING = new FirstLook() {};

    /** Where the directory begins in {@link #bytes}; the text is before it. */
    int DIRECTORY = 256;

    /** What was read, filled anew for each call. */
    default byte[] bytes() {
        return new byte[0];
    }

    /** How many of the first bytes are what the caller has at that address; 0 for none. */
    default int text(long address) {
        return 0;
    }

    /**
     * The length of the caller's current directory, or of what its descriptor leads to; 0 when it was not looked at. What is asked for twice in a row is looked
     * at with each call from then on, until something else is.
     *
     * @param descriptor AT_FDCWD for the current directory
     */
    default int directory(int thread, int descriptor) {
        return 0;
    }
}
