package org.bulle.engine.denial.observe;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Where directories really are, remembered for a moment: long enough for the many opens in one directory, short enough that a change from outside cannot
 * mislead the report for long. Changes by the command itself are seen, and clear it.
 */
final class RealDirectories {
    /** What {@link #find} answers for a directory that has to be looked up. */
    static final int UNKNOWN = -1;

    private static final long LIFETIME_NANOS = 200_000_000L;
    private static final int MOST = 16_384;

    private final PathTable indexes = new PathTable();
    private long[] until = new long[64];
    private byte[] @Nullable [] paths = new byte[64][];
    private long[] rights = new long[64];
    /** Of the judge whose rights these are. */
    private int[] versions = new int[64];

    private int size;

    /** Until when it is remembered what was seen at a time. */
    static long after(long now) {
        return now + LIFETIME_NANOS;
    }

    int find(byte[] path, int length, int hash, long now) {
        long index = indexes.get(path, length, hash);
        return index != PathTable.NONE && until[(int) index] - now > 0 ? (int) index : UNKNOWN;
    }

    /** The real path of what was found. */
    byte[] path(int index) {
        byte[] path = paths[index];
        if (path == null) {
            throw new IllegalArgumentException("no such directory");
        }
        return path;
    }

    /** The rights of the rules on what was found, and on the directories above it, that reach below. */
    long rights(int index, PolicyJudge judge) {
        if (versions[index] != judge.version()) {
            byte[] path = path(index);
            rights[index] = judge.rightsBelow(path, path.length);
            versions[index] = judge.version();
        }
        return rights[index];
    }

    /** Puts a directory that is no link and lies in one that was found: remembered as long as that one. */
    void putBelow(int parent, byte[] path, int length, int hash, PolicyJudge judge) {
        long above = rights(parent, judge);
        int index = put(path, length, hash, Arrays.copyOf(path, length), until[parent]);
        rights[index] = above | judge.ownRightsBelow(path, length, hash);
        versions[index] = judge.version();
    }

    int put(byte[] path, int length, int hash, byte[] real, long end) {
        if (size >= MOST) {
            clear();
        }
        long known = indexes.get(path, length, hash);
        int index = known == PathTable.NONE ? size++ : (int) known;
        if (index == until.length) {
            until = Arrays.copyOf(until, 2 * index);
            paths = Arrays.copyOf(paths, 2 * index);
            rights = Arrays.copyOf(rights, 2 * index);
            versions = Arrays.copyOf(versions, 2 * index);
        }
        indexes.put(path, length, hash, index);
        until[index] = end;
        versions[index] = 0;
        paths[index] = real;
        return index;
    }

    void clear() {
        if (size > 0) {
            indexes.clear();
            Arrays.fill(paths, 0, size, null);
            size = 0;
        }
    }
}
