package org.bulle.engine.resolve;

/** lstat(2) by whoever has a faster way than the file system provider's: a kept plan asks it of every path that it was computed from. */
public interface StatusQuery {
    /** What an answer consists of, by its index; times in nanoseconds since the epoch, the mode with the type of the file. */
    int DEVICE = 0;

    int INODE = 1;
    int MODE = 2;
    int UID = 3;
    int GID = 4;
    int SIZE = 5;
    int MODIFIED = 6;
    int CHANGED = 7;
    int FIELDS = 8;

    /** Paths at once. */
    int MOST = 256;

    /** How asking went. */
    enum Outcome {
        FOUND,
        /** A directory above it may not be searched. */
        DENIED,
        /** No such file, or a path that no file can have. */
        MISSING,
        /** The system could not say, for want of memory for example: it may be there or not. */
        UNKNOWN
    }

    /**
     * Asks of paths that stand one behind the other, each with a zero byte behind it. A link is not followed.
     *
     * @param from where the first begins
     * @param lengths of the paths, without the zero bytes
     * @param first the index of the first length
     * @param count how many; at most {@link #MOST}
     */
    void ask(byte[] paths, int from, int[] lengths, int first, int count);

    /**
     * What was answered of a path.
     *
     * @param index in what was asked last
     * @param answer filled when it was found
     */
    Outcome outcome(int index, long[] answer);
}
