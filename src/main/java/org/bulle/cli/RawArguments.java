package org.bulle.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bulle.engine.policy.OsString;

/** The arguments as the kernel keeps them. The Java machine decodes them in its locale and loses what is no text there. */
final class RawArguments {
    private static final Path CMDLINE = Path.of("/proc/self/cmdline");

    private RawArguments() {}

    /**
     * @param decoded what {@code main} was given; the last so many of the process's arguments are ours, those before belong to Java
     * @return the same arguments in the spelling of {@link OsString}; {@code decoded} itself where there is no {@code /proc}
     */
    static List<String> of(String[] decoded) {
        if (isPlain(decoded)) {
            return List.of(decoded);
        }
        try {
            List<String> raw = last(Files.readAllBytes(CMDLINE), decoded.length);
            return raw.size() == decoded.length ? raw : List.of(decoded);
        } catch (IOException noProc) {
            return List.of(decoded);
        }
    }

    /** Decoded as UTF-8, what is no text there has become something outside of ASCII. */
    private static boolean isPlain(String[] decoded) {
        if (!"UTF-8".equals(System.getProperty("sun.jnu.encoding"))) {
            return false;
        }
        for (String each : decoded) {
            for (int i = 0; i < each.length(); i++) {
                if (each.charAt(i) > 0x7f) {
                    return false;
                }
            }
        }
        return true;
    }

    /** The last {@code count} of the zero-terminated strings in {@code cmdline}. */
    static List<String> last(byte[] cmdline, int count) {
        List<String> all = new ArrayList<>();
        int from = 0;
        for (int i = 0; i < cmdline.length; i++) {
            if (cmdline[i] == 0) {
                all.add(OsString.decode(cmdline, from, i));
                from = i + 1;
            }
        }
        return List.copyOf(all.subList(Math.max(0, all.size() - count), all.size()));
    }
}
