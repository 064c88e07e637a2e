package org.bulle.engine.denial.observe;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Numbers by path, asked with slices of a byte buffer: it is consulted for every watched call and must not allocate. Linear probing, at most half full;
 * not for concurrent use.
 */
final class PathTable {
    /** What {@link #get} answers for a path that is not in it. */
    static final long NONE = -1;

    private static final int FIRST_SIZE = 64;

    private byte[] @Nullable [] keys;
    private int[] hashes;
    private long[] values;
    private int size;

    PathTable() {
        keys = new byte[FIRST_SIZE][];
        hashes = new int[FIRST_SIZE];
        values = new long[FIRST_SIZE];
    }

    int size() {
        return size;
    }

    void clear() {
        if (size > 0) {
            Arrays.fill(keys, null);
            size = 0;
        }
    }

    /** One more byte of a path for its hash, which begins at 0. */
    static int hash(int hash, byte next) {
        return 31 * hash + next;
    }

    static int hash(byte[] path, int length) {
        int hash = 0;
        for (int i = 0; i < length; i++) {
            hash = hash(hash, path[i]);
        }
        return hash;
    }

    long get(byte[] path, int length, int hash) {
        int mask = keys.length - 1;
        for (int at = spread(hash) & mask; ; at = (at + 1) & mask) {
            byte[] key = keys[at];
            if (key == null) {
                return NONE;
            }
            if (hashes[at] == hash && Arrays.equals(key, 0, key.length, path, 0, length)) {
                return values[at];
            }
        }
    }

    /** The path is copied. */
    void put(byte[] path, int length, int hash, long value) {
        if (2 * (size + 1) > keys.length) {
            grow();
        }
        int at = slot(path, length, hash);
        if (keys[at] == null) {
            keys[at] = Arrays.copyOf(path, length);
            hashes[at] = hash;
            size++;
        }
        values[at] = value;
    }

    private int slot(byte[] path, int length, int hash) {
        int mask = keys.length - 1;
        int at = spread(hash) & mask;
        for (byte[] key = keys[at]; key != null; key = keys[at]) {
            if (hashes[at] == hash && Arrays.equals(key, 0, key.length, path, 0, length)) {
                break;
            }
            at = (at + 1) & mask;
        }
        return at;
    }

    private void grow() {
        byte[] @Nullable [] oldKeys = keys;
        int[] oldHashes = hashes;
        long[] oldValues = values;
        keys = new byte[2 * oldKeys.length][];
        hashes = new int[keys.length];
        values = new long[keys.length];
        for (int i = 0; i < oldKeys.length; i++) {
            byte[] key = oldKeys[i];
            if (key != null) {
                int at = slot(key, key.length, oldHashes[i]);
                keys[at] = key;
                hashes[at] = oldHashes[i];
                values[at] = oldValues[i];
            }
        }
    }

    private static int spread(int hash) {
        return hash ^ hash >>> 15;
    }
}
