package org.bulle.engine.sandbox.seatbelt;

import java.util.List;

/** What has to be known of a granted path before it can be written as a rule. */
public interface PathFacts {

    /** What stands at a path; links are not followed. */
    Kind kind(String path);

    /** The other spellings under which the system knows the same place: its own upper and lower case, and what firmlinks lead to. */
    List<String> otherSpellings(String path);

    /** Decides between a rule for one name and one for a tree. */
    enum Kind {
        DIRECTORY,
        FILE,
        LINK,
        /** A device, FIFO or socket. */
        OTHER,
        /** Nothing, yet: what may be made there may be a tree. */
        MISSING
    }
}
