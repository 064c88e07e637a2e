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
     * @param path absolute, in the spelling of {@link org.bulle.engine.policy.OsString}; a link is not followed
     * @param answer filled when it was found
     */
    Outcome ask(String path, long[] answer);
}
