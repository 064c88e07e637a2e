package org.bulle.engine.denial.observe;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.bulle.engine.policy.OsString;

/**
 * Who makes a call (proc_pid_status(5)).
 *
 * @param thread the calling thread
 * @param process its thread group
 * @param name the process's {@code comm}
 * @param uid the user for the file system
 * @param gid the group for the file system
 * @param groups supplementary
 * @param capabilities effective
 */
record Caller(int thread, int process, String name, int uid, int gid, int[] groups, long capabilities) {
    private static final int FILE_SYSTEM_ID = 3;

    /** Absent when it has gone. */
    static Optional<Caller> of(int thread) {
        try {
            String status = read("/proc/" + thread + "/status");
            int process = Integer.parseInt(field(status, "Tgid"));
            return Optional.of(new Caller(
                    thread,
                    process,
                    OsString.decode(comm(process, thread).getBytes(StandardCharsets.ISO_8859_1)),
                    id(field(status, "Uid")),
                    id(field(status, "Gid")),
                    Arrays.stream(field(status, "Groups").split(" "))
                            .filter(id -> !id.isEmpty())
                            .mapToInt(Integer::parseUnsignedInt)
                            .toArray(),
                    Long.parseUnsignedLong(field(status, "CapEff"), 16)));
        } catch (IOException | RuntimeException gone) {
            return Optional.empty();
        }
    }

    /** Whose files it can reach is the same as of this one. */
    boolean hasRightsOf(Caller other, long capabilityMask) {
        return uid == other.uid
                && gid == other.gid
                && (capabilities & capabilityMask) == (other.capabilities & capabilityMask)
                && Arrays.equals(groups, other.groups);
    }

    /** The parent of a process; 0 when it has none or is gone. */
    static int parentOf(int process) {
        try {
            return Integer.parseInt(field(read("/proc/" + process + "/status"), "PPid"));
        } catch (IOException | RuntimeException gone) {
            return 0;
        }
    }

    /** How many seccomp filters a process is under; 0 when it is gone. */
    static int filtersOf(int process) {
        try {
            return Integer.parseInt(field(read("/proc/" + process + "/status"), "Seccomp_filters"));
        } catch (IOException | RuntimeException gone) {
            return 0;
        }
    }

    private static String comm(int process, int thread) throws IOException {
        String path =
                process == thread ? "/proc/" + process + "/comm" : "/proc/" + process + "/task/" + process + "/comm";
        String text = read(path);
        return text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
    }

    private static int id(String ids) {
        return Integer.parseUnsignedInt(ids.split("\t")[FILE_SYSTEM_ID]);
    }

    private static String field(String status, String name) {
        int at = status.startsWith(name + ":") ? 0 : status.indexOf("\n" + name + ":") + 1;
        if (at == 0 && !status.startsWith(name + ":")) {
            throw new IllegalArgumentException("no " + name);
        }
        int from = at + name.length() + 1;
        int to = status.indexOf('\n', from);
        return status.substring(from, to < 0 ? status.length() : to).strip();
    }

    private static String read(String file) throws IOException {
        return Files.readString(Path.of(file), StandardCharsets.ISO_8859_1);
    }
}
