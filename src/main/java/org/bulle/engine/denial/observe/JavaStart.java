package org.bulle.engine.denial.observe;

import static org.bulle.engine.jna.linux.Socket.*;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.bulle.engine.sandbox.seccomp.Notification;

/**
 * The Java machine's network library makes a socket of each family when it is loaded, to learn which ones there are (net_util.c: IPv4_supported,
 * IPv6_supported, and since JDK 11 reuseport_supported). It is loaded also by programs that never use the network, and takes a refusal for an answer.
 */
final class JavaStart {
    private static final int MOST = 1_000;
    private static final int NOT_JAVA = -1;
    private static final int OVER = 3;
    private static final String LIBRARY = "/libjvm.so";

    /** How many of these sockets a process has made. */
    private final Map<Integer, Integer> asked = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, Integer> eldest) {
            return size() > MOST;
        }
    };

    /** Nothing is known of any process. */
    boolean isIdle() {
        return asked.isEmpty();
    }

    /** The process becomes another program. */
    void executes(int process) {
        asked.remove(process);
    }

    /** Whether a refused socket(2) is one of those: the first three of a process, with IPv4 first, or the first one for IPv6 (JDK 8). */
    boolean asksForFamily(Notification socket, int process) {
        int count = asked.getOrDefault(process, 0);
        if (count == NOT_JAVA || count >= OVER) {
            return false;
        }
        if (count == 0 && !isJava(process)) {
            asked.put(process, NOT_JAVA);
            return false;
        }
        int family = (int) socket.argument(0);
        boolean plain = socket.argument(1) == SOCK_STREAM && socket.argument(2) == 0;
        boolean expected = plain
                && switch (count) {
                    case 0 -> family == AF_INET || family == AF_INET6;
                    case 1 -> family == AF_INET6;
                    default -> family == AF_INET || family == AF_INET6;
                };
        boolean older = count == 0 && family == AF_INET6;
        asked.put(process, expected && !older ? count + 1 : OVER);
        return expected;
    }

    private static boolean isJava(int process) {
        try (Stream<String> maps = Files.lines(Path.of("/proc/" + process + "/maps"), StandardCharsets.ISO_8859_1)) {
            return maps.anyMatch(line -> line.endsWith(LIBRARY));
        } catch (IOException | java.io.UncheckedIOException unreadable) {
            return false;
        }
    }
}
