package org.bulle.engine.resolve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.bulle.engine.policy.OsString;

/**
 * The environment that {@code bulle} was called with, as bytes in the spelling of {@link OsString}. The values are never printed.
 *
 * @param variables sorted by name
 */
public record CallerEnvironment(SortedMap<String, String> variables) {
    private static final Path ENVIRON = Path.of("/proc/self/environ");
    private static final String MOVED = "BULLE_CALLER_";
    /** What the start script sets aside, so that it does not act on our own Java machine. */
    private static final List<String> SET_ASIDE =
            List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "LC_ALL", "LD_LIBRARY_PATH");
    /** What our own launchers add, and the desktop app for its supervisors. */
    private static final List<String> OURS = List.of("_JPACKAGE_LAUNCHER", "BULLE_FOLLOWED");

    public CallerEnvironment {
        variables = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(variables));
    }

    public static CallerEnvironment of(Map<String, String> variables) {
        return new CallerEnvironment(new TreeMap<>(variables));
    }

    /** Reads this process's environment as bytes; where there is no {@code /proc}, as the Java machine decoded it. */
    public static CallerEnvironment read() throws IOException {
        return Files.exists(ENVIRON) ? parse(Files.readAllBytes(ENVIRON)) : restore(System.getenv());
    }

    /** From the kernel's form, {@code NAME=VALUE} each ended by a zero byte. Of a name that stands twice the first counts, as for getenv(3). */
    public static CallerEnvironment parse(byte[] environ) {
        Map<String, String> raw = new LinkedHashMap<>();
        int from = 0;
        for (int at = 0; at <= environ.length; at++) {
            if (at == environ.length || environ[at] == 0) {
                String assignment = OsString.decode(environ, from, at);
                int equals = assignment.indexOf('=');
                if (equals > 0) {
                    raw.putIfAbsent(assignment.substring(0, equals), assignment.substring(equals + 1));
                }
                from = at + 1;
            }
        }
        return restore(raw);
    }

    /** Undoes what the start script did: the caller's own values come back, the script's go. */
    private static CallerEnvironment restore(Map<String, String> raw) {
        SortedMap<String, String> variables = new TreeMap<>(raw);
        OURS.forEach(variables::remove);
        for (String name : SET_ASIDE) {
            variables.remove(name);
            String theirs = variables.remove(MOVED + name);
            if (theirs != null) {
                variables.put(name, theirs);
            }
        }
        return new CallerEnvironment(variables);
    }

    public Optional<String> get(String name) {
        return Optional.ofNullable(variables.get(name));
    }

    /** The value when it is an absolute path. */
    public Optional<String> absolute(String name) {
        return get(name).filter(value -> value.startsWith("/"));
    }

    @Override
    public String toString() {
        return "CallerEnvironment" + variables.keySet();
    }
}
