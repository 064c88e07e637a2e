package org.bulle.engine.resolve;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bulle.engine.policy.OsString;

/** {@code /etc/ld.so.cache} of glibc: which files ldconfig(8) found for a library name. The format is that of glibc's dl-cache.h, "1.1". */
final class LoaderCache {
    private static final byte[] MAGIC = "glibc-ld.so.cache1.1".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] OLD_MAGIC = "ld.so-1.7.0".getBytes(StandardCharsets.US_ASCII);
    private static final int OLD_HEADER = 16;
    private static final int OLD_ENTRY = 12;
    private static final int HEADER = 48;
    private static final int ENTRY = 24;

    private LoaderCache() {}

    /** Paths by library name; what cannot be understood is an empty cache. */
    static Map<String, List<String>> parse(byte[] content) {
        try {
            return parse(ByteBuffer.wrap(content).order(java.nio.ByteOrder.nativeOrder()));
        } catch (BufferUnderflowException | IndexOutOfBoundsException e) {
            return Map.of();
        }
    }

    private static Map<String, List<String>> parse(ByteBuffer in) {
        int start = startOfNewFormat(in);
        Map<String, List<String>> paths = new HashMap<>();
        if (start < 0) {
            return paths;
        }
        int count = in.getInt(start + MAGIC.length);
        for (int i = 0; i < count; i++) {
            int entry = start + HEADER + i * ENTRY;
            String name = text(in, start + in.getInt(entry + 4));
            paths.computeIfAbsent(name, n -> new ArrayList<>()).add(text(in, start + in.getInt(entry + 8)));
        }
        return paths;
    }

    /** The old format may stand before the new one, which then begins at the next multiple of eight. */
    private static int startOfNewFormat(ByteBuffer in) {
        if (startsWith(in, 0, MAGIC)) {
            return 0;
        }
        if (!startsWith(in, 0, OLD_MAGIC)) {
            return -1;
        }
        int end = OLD_HEADER + in.getInt(12) * OLD_ENTRY;
        int aligned = (end + 7) & ~7;
        return startsWith(in, aligned, MAGIC) ? aligned : -1;
    }

    private static boolean startsWith(ByteBuffer in, int at, byte[] magic) {
        return at >= 0
                && at + magic.length <= in.limit()
                && Arrays.equals(in.array(), at, at + magic.length, magic, 0, magic.length);
    }

    private static String text(ByteBuffer in, int at) {
        int end = at;
        while (in.get(end) != 0) {
            end++;
        }
        return OsString.decode(in.array(), at, end);
    }
}
