package org.bulle.engine.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bulle.engine.jna.linux.Process;

/**
 * The signals that were ignored when we were started, by nohup or by a shell's background job. They stay ignored in us and in the command.
 *
 * @param mask bit N - 1 stands for signal N
 */
public record IgnoredSignals(long mask) {
    private static final String STATUS_LINE = "SigIgn:";

    /**
     * As far as the Java machine has left them: it keeps HUP, INT and TERM ignored, and takes QUIT for itself. A shell ignores INT and QUIT together, so
     * QUIT goes with INT.
     */
    public static IgnoredSignals ofThisProcess() {
        long mask = 0;
        try {
            for (String line : Files.readAllLines(Path.of("/proc/self/status"), StandardCharsets.ISO_8859_1)) {
                if (line.startsWith(STATUS_LINE)) {
                    mask = Long.parseUnsignedLong(
                            line.substring(STATUS_LINE.length()).strip(), 16);
                }
            }
        } catch (IOException e) {
            // No /proc: take it that nothing is ignored, which is how programs are usually started.
            mask = 0;
        }
        IgnoredSignals found = new IgnoredSignals(mask);
        return found.contains(Process.SIGINT) ? found.and(Process.SIGQUIT) : found;
    }

    public boolean contains(int signal) {
        return (mask & bit(signal)) != 0;
    }

    private IgnoredSignals and(int signal) {
        return new IgnoredSignals(mask | bit(signal));
    }

    private static long bit(int signal) {
        return 1L << (signal - 1);
    }
}
