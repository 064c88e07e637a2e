package org.bulle.engine.resolve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What is mounted where: a mount changes what a path means without touching any directory. */
final class Mounts {
    private static final Path TABLE = Path.of("/proc/self/mountinfo");
    /** Primes and offset of FNV-1a, and of a second function of the same form with another multiplier. */
    private static final long OFFSET = 0xcbf29ce484222325L;

    private static final long PRIME = 0x100000001b3L;
    private static final long OTHER_PRIME = 0x9e3779b97f4a7c15L;

    private Mounts() {}

    /** Changes when the table of mounts does; empty where there is none to read. */
    static String digest() {
        try {
            byte[] table = Files.readAllBytes(TABLE);
            long one = OFFSET;
            long two = OFFSET;
            for (byte b : table) {
                one = (one ^ (b & 0xff)) * PRIME;
                two = (two ^ (b & 0xff)) * OTHER_PRIME;
            }
            return table.length + "-" + Long.toHexString(one) + Long.toHexString(two);
        } catch (IOException e) {
            return "";
        }
    }
}
