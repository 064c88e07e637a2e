package org.bulle.engine.sandbox.broker;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What /proc/TID/status says of a thread.
 *
 * @param fields by name, stripped
 */
record CallerStatus(Map<String, String> fields) {
    private static final List<String> IDENTITY = List.of("Uid", "Gid", "Groups");

    CallerStatus {
        fields = Map.copyOf(fields);
    }

    /** Empty when it has gone. */
    static Optional<CallerStatus> of(String thread) {
        try {
            Map<String, String> fields = new HashMap<>();
            for (String line : Files.readAllLines(Path.of("/proc", thread, "status"), StandardCharsets.ISO_8859_1)) {
                int colon = line.indexOf(':');
                if (colon > 0) {
                    fields.put(
                            line.substring(0, colon), line.substring(colon + 1).strip());
                }
            }
            return Optional.of(new CallerStatus(fields));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** True when a signal waits that would interrupt the thread: not blocked, not ignored. */
    boolean hasDeliverableSignal() {
        return ((mask("SigPnd") | mask("ShdPnd")) & ~mask("SigBlk") & ~mask("SigIgn")) != 0;
    }

    long capabilities() {
        return mask("CapEff");
    }

    /** The thread group's id, to which processes belong. */
    Optional<Integer> group() {
        return Optional.ofNullable(fields.get("Tgid")).map(Integer::valueOf);
    }

    /** The same users, groups, and these capabilities. */
    boolean hasIdentity(CallerStatus other, long capabilities) {
        return capabilities() == capabilities
                && IDENTITY.stream()
                        .allMatch(name -> fields.getOrDefault(name, "").equals(other.fields.getOrDefault(name, "")));
    }

    private long mask(String name) {
        return Long.parseUnsignedLong(fields.getOrDefault(name, "0"), 16);
    }
}
