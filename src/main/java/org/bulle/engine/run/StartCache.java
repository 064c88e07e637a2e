package org.bulle.engine.run;

import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import org.bulle.engine.jna.linux.Errno;
import org.bulle.engine.jna.linux.Kernel;
import org.bulle.engine.jna.linux.NativeArena;
import org.bulle.engine.jna.linux.Syscall;
import org.bulle.engine.policy.OsString;

/**
 * Guards the start against a stale AOT cache. The Java machine of today takes classes from a cache without a look at the jars that it was made from: of
 * jars that were replaced since, the old code would run. So the start script says which jars the cache knows, and where others lie there now, this
 * process begins anew without the cache.
 */
public final class StartCache {
    /** Set by the start script beside the cache; absent where there is none. */
    private static final String JARS = "bulle.jars";

    private static final String FLAG = "-XX:AOTCache=";
    private static final int END_RECORD = 22;
    private static final int END_SIGNATURE = 0x06054b50;
    private static final int DIRECTORY_SIZE = 12;
    private static final int DIRECTORY_OFFSET = 16;

    private StartCache() {}

    /**
     * Returns when the classes of this process come from the jars that lie on the class path; does not return when it had to begin anew.
     *
     * @throws IOException when neither is possible
     */
    public static void check() throws IOException {
        String jars = System.getProperty(JARS);
        if (jars != null && !jars.equals(digest(System.getProperty("java.class.path", "")))) {
            beginAnew();
        }
    }

    /**
     * Tells jars from others with the same names. Read are the directories at their ends, with the checksum of each file inside.
     *
     * @param classPath jars alone
     */
    public static String digest(String classPath) throws IOException {
        CRC32 sum = new CRC32();
        long length = 0;
        int from = 0;
        while (from < classPath.length()) {
            int to = classPath.indexOf(File.pathSeparatorChar, from);
            to = to < 0 ? classPath.length() : to;
            length += add(classPath.substring(from, to), sum);
            from = to + 1;
        }
        return Long.toHexString(length) + "-" + Long.toHexString(sum.getValue());
    }

    private static long add(String jar, CRC32 sum) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(jar, "r")) {
            long length = file.length();
            byte[] end = read(file, Math.max(0, length - END_RECORD), (int) Math.min(length, END_RECORD));
            boolean plain = end.length == END_RECORD && number(end, 0) == END_SIGNATURE;
            long offset = plain ? number(end, DIRECTORY_OFFSET) & 0xffffffffL : 0;
            long size = plain ? number(end, DIRECTORY_SIZE) & 0xffffffffL : length;
            boolean sound = offset + size <= length && size <= Integer.MAX_VALUE;
            sum.update(
                    sound ? read(file, offset, (int) size) : read(file, 0, (int) Math.min(length, Integer.MAX_VALUE)));
            sum.update(end);
            return length;
        }
    }

    private static byte[] read(RandomAccessFile file, long offset, int size) throws IOException {
        byte[] bytes = new byte[size];
        file.seek(offset);
        for (int at = 0; at < size; ) {
            int got = file.read(bytes, at, size - at);
            if (got < 0) {
                throw new EOFException("a jar became shorter while it was read");
            }
            at += got;
        }
        return bytes;
    }

    private static int number(byte[] bytes, int at) {
        return bytes[at] & 0xff | (bytes[at + 1] & 0xff) << 8 | (bytes[at + 2] & 0xff) << 16 | bytes[at + 3] << 24;
    }

    /** Every other argument and the environment stay as they are. */
    private static void beginAnew() throws IOException {
        List<String> arguments = strings(Path.of("/proc/self/cmdline"));
        arguments.removeIf(argument -> argument.startsWith(FLAG) || argument.startsWith("-D" + JARS + "="));
        List<String> environment = strings(Path.of("/proc/self/environ"));
        try (NativeArena arena = new NativeArena()) {
            long refused = Kernel.quick()
                    .call(
                            Syscall.EXECVE,
                            Kernel.address(arena.cString("/proc/self/exe")),
                            Kernel.address(arena.cStrings(arguments)),
                            Kernel.address(arena.cStrings(environment)));
            throw new IOException("the program was changed since it was installed, and cannot be started anew: "
                    + Errno.name(-refused) + "; please install it again");
        }
    }

    private static List<String> strings(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        List<String> all = new ArrayList<>();
        int from = 0;
        for (int at = 0; at < bytes.length; at++) {
            if (bytes[at] == 0) {
                all.add(OsString.decode(bytes, from, at));
                from = at + 1;
            }
        }
        return all;
    }
}
