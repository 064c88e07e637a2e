package org.bulle.engine.resolve;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What lstat(2) says of a path.
 *
 * @param modified nanoseconds since the epoch
 * @param changed nanoseconds since the epoch, of the inode
 */
record FileStatus(
        Kind kind, long device, long inode, int mode, int uid, int gid, long size, long modified, long changed) {
    static final FileStatus MISSING = none(Kind.MISSING);
    static final FileStatus DENIED = none(Kind.DENIED);
    static final int RIGHTS = 07777;
    static final Kind[] KINDS = Kind.values();

    enum Kind {
        /** No such file, or a path that no file can have. */
        MISSING,
        /** A directory above it may not be searched. */
        DENIED,
        DIRECTORY,
        FILE,
        LINK,
        /** A device, FIFO or socket. */
        OTHER
    }

    /** What tells one file from another, whatever its path. */
    record Identity(long device, long inode) {
        // By hand: what the Java machine makes for records costs a start 20 ms when it is first asked.
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Identity that && device == that.device && inode == that.inode;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(device * 31 + inode);
        }
    }

    private static FileStatus none(Kind kind) {
        return new FileStatus(kind, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    /** What a {@link StatusQuery} answered; empty when it could not. */
    static Optional<FileStatus> of(StatusQuery.Outcome outcome, long[] answer) {
        return switch (outcome) {
            case FOUND -> Optional.of(found(answer));
            case DENIED -> Optional.of(DENIED);
            case MISSING -> Optional.of(MISSING);
            case UNKNOWN -> Optional.empty();
        };
    }

    private static FileStatus found(long[] answer) {
        int mode = (int) answer[StatusQuery.MODE];
        return new FileStatus(
                kind(mode),
                answer[StatusQuery.DEVICE],
                answer[StatusQuery.INODE],
                mode & RIGHTS,
                (int) answer[StatusQuery.UID],
                (int) answer[StatusQuery.GID],
                answer[StatusQuery.SIZE],
                answer[StatusQuery.MODIFIED],
                answer[StatusQuery.CHANGED]);
    }

    /** By the file type bits of st_mode, see inode(7). */
    static Kind kind(int mode) {
        return switch (mode & 0170000) {
            case 0040000 -> Kind.DIRECTORY;
            case 0100000 -> Kind.FILE;
            case 0120000 -> Kind.LINK;
            default -> Kind.OTHER;
        };
    }

    boolean exists() {
        return kind != Kind.MISSING && kind != Kind.DENIED;
    }

    boolean isDirectory() {
        return kind == Kind.DIRECTORY;
    }

    boolean isFile() {
        return kind == Kind.FILE;
    }

    boolean isLink() {
        return kind == Kind.LINK;
    }

    Identity identity() {
        return new Identity(device, inode);
    }

    void write(DataOutput out) throws IOException {
        out.writeByte(kind.ordinal());
        if (exists()) {
            out.writeLong(device);
            out.writeLong(inode);
            out.writeInt(mode);
            out.writeInt(uid);
            out.writeInt(gid);
            out.writeLong(size);
            out.writeLong(modified);
            out.writeLong(changed);
        }
    }

    static FileStatus read(DataInput in) throws IOException {
        int ordinal = in.readUnsignedByte();
        if (ordinal >= Kind.values().length) {
            throw new IOException("no such kind of file");
        }
        Kind kind = Kind.values()[ordinal];
        return switch (kind) {
            case MISSING -> MISSING;
            case DENIED -> DENIED;
            case DIRECTORY, FILE, LINK, OTHER ->
                new FileStatus(
                        kind,
                        in.readLong(),
                        in.readLong(),
                        in.readInt(),
                        in.readInt(),
                        in.readInt(),
                        in.readLong(),
                        in.readLong(),
                        in.readLong());
        };
    }
}
