package org.bulle.engine.resolve;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a path looked like when it was asked about, and how much of that the answer depended on.
 *
 * @param aspects the sum of the constants below
 */
record Observation(FileStatus status, int aspects) {
    /** Whether it is there and what kind of file it is; of a directory also which one. */
    static final int KIND = 1;
    /** Whom it belongs to and who may use it. */
    static final int OWNER = 2;
    /** The bytes of a file or a link, the names in a directory. */
    static final int CONTENT = 4;
    /** That access(2) said whether it may be executed, and that it said yes. */
    static final int EXECUTE_ASKED = 8;

    static final int EXECUTE_ALLOWED = 16;
    /** The same for writing. */
    static final int WRITE_ASKED = 32;

    static final int WRITE_ALLOWED = 64;

    boolean has(int aspect) {
        return (aspects & aspect) != 0;
    }

    Observation with(int more) {
        return new Observation(status, aspects | more);
    }

    /** Whether access(2) still says what it said, where it was asked. */
    static boolean stillAllows(int aspects, Path file) {
        return ((aspects & EXECUTE_ASKED) == 0 || (aspects & EXECUTE_ALLOWED) != 0 == Files.isExecutable(file))
                && ((aspects & WRITE_ASKED) == 0 || (aspects & WRITE_ALLOWED) != 0 == Files.isWritable(file));
    }

    /** Whether {@code now} answers every question as before. */
    boolean sameAs(FileStatus now, boolean stableIdentity) {
        if (status.kind() != now.kind()) {
            return false;
        }
        if (!status.exists()) {
            return true;
        }
        boolean sameFile = status.identity().equals(now.identity());
        if (stableIdentity && !sameFile && (status.isDirectory() || status.isLink() || has(CONTENT))) {
            return false;
        }
        if (has(OWNER) && (status.mode() != now.mode() || status.uid() != now.uid() || status.gid() != now.gid())) {
            return false;
        }
        // The change time cannot be set back, unlike the modification time.
        return !(has(CONTENT) || status.isLink())
                || status.size() == now.size()
                        && status.modified() == now.modified()
                        && status.changed() == now.changed();
    }
}
